// Calls about single lines of a sheet: of a draft paid to the carrier by its maker, of an approved one taken off or paid to
// another account by two people.
import { sheetChanges } from '@yunshu/domain/settlement/sheetChange'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { sheetMax } from '@yunshu/domain/settlement/settlement'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zNumber, zText, zTime, zVersion } from '../fields.ts'

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
    waybillIds: z.array(zId).check(z.minLength(1, '至少选择一张运单'), z.maxLength(sheetMax)),
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

const zParts = z
  .array(zId)
  .check(z.minLength(1, '至少选择一笔'), z.maxLength(sheetMax, `一张结算单最多${sheetMax}笔分期`))
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
