// Lines of a sheet by pages, and calls about single ones: of a draft paid to the carrier by its maker, of an approved one
// taken off or paid to another account by two people.
import { sheetChanges } from '@yunshu/domain/settlement/sheetChange'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { changeMax, sheetMax } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zFen,
  zGrams,
  zId,
  zInt,
  zKey,
  zLooseText,
  zNumber,
  zPage,
  zSignedFen,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'

/** A line of a sheet: the part of a waybill it pays. */
export const SheetLine = z.object({
  waybillId: zId,
  partId: zId,
  /** The part of the waybill this line pays. */
  part: zKey(waybillParts),
  waybillNo: z.string(),
  plate: z.string(),
  driverName: z.string(),
  loadPlace: z.string(),
  unloadPlace: z.string(),
  loadWeightG: zGrams,
  unloadWeightG: zGrams,
  freight: zFen,
  deducted: zFen,
  /** The shares of `deducted` that are penalties, and rounding. */
  penalty: zFen,
  rounding: zFen,
  oil: zFen,
  advanced: zFen,
  due: zSignedFen,
  /** Taken off against debts and waybills below zero; `pay` is what is transferred for this waybill. */
  setOff: zSignedFen,
  pay: zFen,
  /** Name and tail of the account; absent where none is registered. */
  payee: z.optional(z.string()),
  /** It is the carrier's own account. */
  isCarrierPaid: z.boolean(),
  /** The money of this line is out, or there was none to pay. */
  isPaid: z.boolean(),
})
export type SheetLine = z.output<typeof SheetLine>
/** Lines of a sheet together. */
export const SheetLineSums = z.object({
  freight: zFen,
  deducted: zFen,
  penalty: zFen,
  rounding: zFen,
  oil: zFen,
  advanced: zFen,
  due: zSignedFen,
  setOff: zSignedFen,
  pay: zFen,
  /** Some line gives for debts, or takes for being below zero. */
  hasSetOff: z.boolean(),
  /** Some line is paid to somebody else than the carrier, or to nobody known. */
  hasPayees: z.boolean(),
})
export type SheetLineSums = z.output<typeof SheetLineSums>
/** Lines the page of a sheet has with it, and those of each page of the others unless told. */
export const linesAtOnce = 100
export const linesOfPage = 200
/** The most lines one answer has: a sheet is printed by pages of them. */
const linesMost = 1000
/** The lines of a sheet in its order, by pages, or those of a waybill number or a plate. */
export const listSheetLines = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/lines',
  title: '结算单明细行',
  permit: 'settlement.view',
  input: z.strictObject({
    settlementNum: zNumber,
    /** Part of a waybill number or a plate. */
    text: z.optional(zLooseText(30)),
    partId: z.optional(zId),
    waybillIds: z.optional(z.array(zId).check(z.maxLength(linesAtOnce))),
    limit: z.optional(zInt(1, linesMost)),
    cursor: pageFields.cursor,
  }),
  output: zPage(SheetLine),
})

/** Has waybills of a draft paid to the carrier's own account, where their payee cannot be paid. */
export const payToCarrier = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/payToCarrier',
  title: '改付承运商账户',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    settlementNum: zNumber,
    version: zVersion,
    waybillIds: z
      .array(zId)
      .check(z.minLength(1, '至少选择一张运单'), z.maxLength(sheetMax, `一张结算单最多${sheetMax}张运单`)),
  }),
  output: zChanged,
})

/** Fields of a sheet about the change of it that waits for another person. */
export const changeFields = {
  change: z.optional(
    z.object({
      kind: zKey(sheetChanges),
      lines: z.array(z.object({ partId: zId, waybillNo: z.string(), part: zKey(waybillParts) })),
      /** Name and tail of the account they are to be paid to. */
      payee: z.optional(z.string()),
      reason: z.string(),
      asker: z.string(),
      at: zTime,
      /** The sums of the sheet once the change is agreed to. */
      due: zFen,
      carriedOut: zFen,
    }),
  ),
} as const

const zParts = z.array(zId).check(z.minLength(1, '至少选择一笔'), z.maxLength(changeMax, `一次最多变更${changeMax}笔`))
const ofSheet = { settlementNum: zNumber, version: zVersion } as const

/** Asks to take lines off an approved sheet nothing is paid of. Where none would be left, the sheet is asked to be voided. */
export const askRemoveLines = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/askRemoveLines',
  title: '申请移出运单',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ ...ofSheet, partIds: zParts, reason: zText(200) }),
  output: z.extend(zChanged, {
    /** All lines were meant: the voiding of the sheet was asked for instead. */
    isVoiding: z.boolean(),
  }),
})
/** Asks to pay lines of an approved sheet to another account: that of a payee of their driver, else the carrier's own. */
export const askChangePayee = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/askChangePayee',
  title: '申请更换收款账户',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ ...ofSheet, partIds: zParts, payeeId: z.optional(zId), reason: zText(200) }),
  output: zChanged,
})
export const withdrawChange = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/withdrawChange',
  title: '撤回变更申请',
  permit: 'settlement.make',
  money: true,
  overlay: '操作中...',
  input: z.strictObject(ofSheet),
  output: zChanged,
})
export const refuseChange = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/refuseChange',
  title: '退回变更申请',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ ...ofSheet, reason: zText(200) }),
  output: zChanged,
})
/** Agrees to a change another person asked for; `expectDue` is the amount they saw the sheet would pay. */
export const confirmChange = call({
  method: 'POST',
  path: '/auth/v1/web/settlementManage/confirmChange',
  title: '确认变更结算单',
  permit: 'settlement.approve',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ ...ofSheet, expectDue: zFen }),
  output: zChanged,
})

/** An account a line of a sheet may be paid to; `payeeId` is absent for the carrier's own. */
export const LinePayee = z.object({
  payeeId: z.optional(zId),
  name: z.string(),
  /** Its tail. */
  account: z.string(),
  bank: z.string(),
  /** The line is paid to it now. */
  isCurrent: z.boolean(),
})
export type LinePayee = z.output<typeof LinePayee>
/** The accounts a line of an approved sheet may be paid to. */
export const listLinePayees = call({
  method: 'GET',
  path: '/auth/v1/web/settlementManage/linePayees',
  title: '可选收款账户',
  permit: 'settlement.make',
  input: z.strictObject({ settlementNum: zNumber, partId: zId }),
  output: z.object({ payees: z.array(LinePayee) }),
})
