// Calls and shapes of fund records (资金登记): money that came to the channel account of a branch, and fuel it bought.
import { fundKinds, fundStates, recordedKinds } from '@yunshu/domain/fund'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import {
  pageFields,
  zChanged,
  zChosenIds,
  zCounts,
  zFen,
  zId,
  zKey,
  zLooseText,
  zPage,
  zText,
  zTime,
  zVersion,
} from '../fields.ts'
import { FileRef } from '../files.ts'
import { LogLine } from '../goods/goods.ts'

export const FundRow = z.object({
  id: zId,
  recordNo: z.string(),
  kind: zKey(fundKinds),
  state: zKey(fundStates.states),
  branchCompanyId: zId,
  branchName: z.string(),
  /** The shipper whose money it is; absent where it is the house's own. */
  shipperName: z.optional(z.string()),
  /** The provider whose account of fuel or tolls it tops up. */
  provider: z.optional(z.string()),
  amount: zFen,
  /** The day the money came or the fuel was bought, ms. */
  date: zTime,
  /** The number by which the bank or the seller knows it. */
  serial: z.string(),
  remark: z.optional(z.string()),
  maker: z.string(),
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  reason: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(fundStates.moves)),
})
export type FundRow = z.output<typeof FundRow>
const fundFilter = {
  state: z.optional(zKey(fundStates.states)),
  kind: z.optional(zKey(fundKinds)),
  branchId: z.optional(zId),
  /** The day of the money, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listFunds = call({
  method: 'GET',
  path: '/auth/v1/manage/fund/list',
  title: '资金登记列表',
  permit: 'fund.view',
  input: z.strictObject({ ...fundFilter, ...pageFields }),
  output: zPage(FundRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countFunds = call({
  method: 'GET',
  path: '/auth/v1/manage/fund/statistical',
  title: '资金登记统计',
  permit: 'fund.view',
  heavy: true,
  input: z.strictObject({ ...fundFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** A record with its history and the vouchers it made. */
export const FundDetail = z.extend(FundRow, {
  /** Slips of the bank or of the seller. */
  files: z.array(FileRef),
  log: z.array(LogLine),
  vouchers: z.array(z.object({ id: zId, voucherNo: z.string() })),
})
export type FundDetail = z.output<typeof FundDetail>
export const getFund = call({
  method: 'GET',
  path: '/auth/v1/manage/fund/details',
  title: '资金登记详情',
  permit: 'fund.view',
  input: z.strictObject({ id: zId }),
  output: FundDetail,
})
/** Shippers whose money may be recorded, by name. */
export const listFundShippers = call({
  method: 'GET',
  path: '/auth/v1/manage/fund/shippers',
  title: '可充值的托运人',
  permit: 'fund.record',
  input: z.strictObject({ text: z.optional(zLooseText(60)) }),
  output: z.object({ rows: z.array(z.object({ id: zId, name: z.string() })) }),
})
/** Most characters of a serial number. */
export const fundSerialMax = 40
/**
 * Records money of the branch with its slips (multipart, field `files`; a top-up needs one); nothing is booked until another
 * person confirms.
 */
export const recordFund = call({
  method: 'POST',
  path: '/auth/v1/manage/fund/record',
  title: '登记资金',
  permit: 'fund.record',
  branchOnly: true,
  body: 'multipart',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    kind: zKey(recordedKinds),
    /** Wanted with `TOP_UP`, refused with the others. */
    shipperId: z.optional(zId),
    amount: zFen,
    date: zTime,
    serial: zText(fundSerialMax),
    remark: z.optional(zLooseText(200)),
  }),
  output: z.object({ id: zId, recordNo: z.string(), version: zVersion }),
})
/** Agrees with a record of another person: the books take it in. */
export const confirmFund = call({
  method: 'POST',
  path: '/auth/v1/manage/fund/confirm',
  title: '确认资金入账',
  permit: 'fund.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, expectAmount: zFen }),
  output: zChanged,
})
export const rejectFund = call({
  method: 'POST',
  path: '/auth/v1/manage/fund/reject',
  title: '驳回资金登记',
  permit: 'fund.confirm',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion, reason: zText(200) }),
  output: zChanged,
})
export const withdrawFund = call({
  method: 'POST',
  path: '/auth/v1/manage/fund/withdraw',
  title: '撤回资金登记',
  permit: 'fund.record',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ id: zId, version: zVersion }),
  output: zChanged,
})
