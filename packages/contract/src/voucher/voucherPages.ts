// Calls of the pages that vouchers have by their kind: what an estimate was and became, fuel, deductions, and others.
import { chargeCodes, claimStates } from '@yunshu/domain/settlement/charges'
import { paymentStates } from '@yunshu/domain/settlement/settlement'
import { deductWays, estimateAges, estimateEnds, fuelMoves, otherCategories } from '@yunshu/domain/voucher/voucherPages'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zFen, zGrams, zId, zKey, zSignedFen, zTime } from '../fields.ts'
import { FileRef } from '../files.ts'
import { VoucherDetail } from './voucher.ts'

const byId = z.strictObject({ id: zId })

/** One waybill of an estimate: what it was reckoned from, and what took its place. */
const Estimate = z.object({
  waybillId: zId,
  waybillNo: z.string(),
  carrierId: zId,
  carrier: z.string(),
  /** The times its carrier was asked for invoices of what the branch estimates, and the last of them. */
  urges: z.number(),
  urgedAt: z.optional(zTime),
  loadWeight: z.optional(zGrams),
  unloadWeight: z.optional(zGrams),
  /** The price as agreed, in words: 45.0000 元/吨. */
  price: z.string(),
  /** When the freight falls due: the invoice is expected by then. */
  dueAt: z.optional(zTime),
  estimated: zSignedFen,
  open: zSignedFen,
  end: zKey(estimateEnds),
  /** The cost that took its place, and how far it is from the estimate; absent while the estimate stands. */
  actual: z.optional(zSignedFen),
  difference: z.optional(zSignedFen),
  settlementNum: z.optional(z.string()),
  replacedAt: z.optional(zTime),
})
/** An estimate of cost (暂估): its basis, its age, what replaced it, and the difference. The house alone keeps them. */
export const TentativeVoucher = z.extend(VoucherDetail, {
  days: z.number(),
  age: zKey(estimateAges),
  items: z.array(Estimate),
  estimated: zSignedFen,
  open: zSignedFen,
  actual: zSignedFen,
  difference: zSignedFen,
})
export type TentativeVoucher = z.output<typeof TentativeVoucher>
export const getTentativeVoucher = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/tentative',
  title: '暂估凭证',
  permit: 'voucher.view',
  input: byId,
  output: TentativeVoucher,
})

/** Fuel bought, handed out or taken back; a company reads its own waybills and no stock. */
export const FuelCardVoucher = z.extend(VoucherDetail, {
  move: zKey(fuelMoves),
  stock: z.optional(z.object({ before: zSignedFen, after: zSignedFen })),
  /** The record of the purchase. */
  purchase: z.optional(
    z.object({
      recordNo: z.string(),
      serial: z.string(),
      date: zTime,
      maker: z.string(),
      checker: z.optional(z.string()),
      remark: z.optional(z.string()),
    }),
  ),
  waybills: z.array(
    z.object({
      waybillId: zId,
      waybillNo: z.string(),
      plate: z.string(),
      driver: z.string(),
      /** The fuel of the waybill's plan, and the part this voucher moves. */
      planned: zFen,
      amount: zSignedFen,
    }),
  ),
})
export type FuelCardVoucher = z.output<typeof FuelCardVoucher>
export const getFuelCardVoucher = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/fuelCard',
  title: '油卡凭证',
  permit: 'voucher.view',
  input: byId,
  output: FuelCardVoucher,
})

/** Money taken from a carrier: the claims behind it with their answers and evidence, and where it went. */
export const DeductMoneyVoucher = z.extend(VoucherDetail, {
  way: z.optional(zKey(deductWays)),
  claims: z.array(
    z.object({
      id: zId,
      waybillId: zId,
      waybillNo: z.string(),
      code: zKey(chargeCodes),
      amount: zSignedFen,
      reason: z.string(),
      state: zKey(claimStates.states),
      askedBy: z.string(),
      askedAt: zTime,
      answeredBy: z.optional(z.string()),
      answeredAt: z.optional(zTime),
      answerReason: z.optional(z.string()),
      isDispute: z.boolean(),
      files: z.array(FileRef),
    }),
  ),
  /** Debts this voucher opened or took off: of which sheet, and which sheet took them. */
  debts: z.array(
    z.object({
      id: zId,
      amount: zFen,
      /** The sheet it comes of, or the waybill for which fuel was used. */
      from: z.optional(z.string()),
      waybill: z.optional(z.object({ id: zId, waybillNo: z.string() })),
      takenBy: z.optional(z.string()),
      returnedAt: z.optional(zTime),
    }),
  ),
})
export type DeductMoneyVoucher = z.output<typeof DeductMoneyVoucher>
export const getDeductMoneyVoucher = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/deductMoney',
  title: '扣款凭证',
  permit: 'voucher.view',
  input: byId,
  output: DeductMoneyVoucher,
})

/** Anything else: its category, the payment or the movement of money it is about, and the bank's slip. */
export const OtherVoucher = z.extend(VoucherDetail, {
  category: zKey(otherCategories),
  payment: z.optional(
    z.object({
      taskNo: z.string(),
      state: zKey(paymentStates.states),
      payee: z.string(),
      bank: z.string(),
      amount: zFen,
      reason: z.optional(z.string()),
    }),
  ),
  trades: z.array(
    z.object({
      tradeNo: z.string(),
      amount: zFen,
      bankSerial: z.optional(z.string()),
      happenedAt: zTime,
      files: z.array(FileRef),
    }),
  ),
})
export type OtherVoucher = z.output<typeof OtherVoucher>
export const getOtherVoucher = call({
  method: 'GET',
  path: '/auth/v1/manage/voucher/other',
  title: '其他凭证',
  permit: 'voucher.view',
  input: byId,
  output: OtherVoucher,
})

/** Keeps papers with a voucher (multipart, field `files`), in the branch of the voucher. */
export const uploadVoucherFile = call({
  method: 'POST',
  path: '/auth/v1/manage/voucher/file/upload',
  title: '上传凭证附件',
  permit: 'voucher.make',
  branchOnly: true,
  body: 'multipart',
  input: byId,
  output: z.object({ files: z.array(FileRef) }),
})
