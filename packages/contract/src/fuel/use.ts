// Calls and shapes of fuel that was used (用油对账): lines of the provider beside what was handed out, and coupons.
import { fuelUseFaults, fuelUseStates, fuelUseSteps } from '@yunshu/domain/fuel/fuel'
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
  zUnitPrice,
  zVersion,
} from '../fields.ts'
import { fuelNumberMax } from './fuel.ts'

export const FuelUseRow = z.object({
  id: zId,
  /** The number by which the provider knows it. */
  serial: z.string(),
  state: zKey(fuelUseStates.states),
  /** The reason it is none of what was handed out; it stays when that is explained. */
  fault: z.optional(zKey(fuelUseFaults)),
  accountId: zId,
  provider: z.string(),
  branchName: z.string(),
  cardNo: z.optional(z.string()),
  couponNo: z.optional(z.string()),
  usedAt: zTime,
  station: z.string(),
  /** Hundredths of a litre; absent where a coupon was verified by hand. */
  litresCl: z.optional(z.number()),
  unitPrice: z.optional(zUnitPrice),
  amount: zFen,
  /** The part of it laid on what the voucher asked for handed out. */
  share: z.optional(zFen),
  /** The waybills it was laid on. */
  waybillNos: z.optional(z.string()),
  fileName: z.optional(z.string()),
  maker: z.string(),
  endedBy: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(z.enum(fuelUseSteps)),
})
export type FuelUseRow = z.output<typeof FuelUseRow>
const useFilter = {
  state: z.optional(zKey(fuelUseStates.states)),
  fault: z.optional(zKey(fuelUseFaults)),
  accountId: z.optional(zId),
  branchId: z.optional(zId),
  /** Those laid on what a voucher handed out, or set off for its waybills and their parts. */
  voucherId: z.optional(zId),
  /** When the fuel was taken, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listFuelUses = call({
  method: 'GET',
  path: '/auth/v1/fuel/uses',
  title: '用油对账列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...useFilter, ...pageFields }),
  output: zPage(FuelUseRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countFuelUses = call({
  method: 'GET',
  path: '/auth/v1/fuel/uses/statistical',
  title: '用油对账统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...useFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** Looks at a difference again, or ends it with an explanation. */
export const moveFuelUse = call({
  method: 'POST',
  path: '/auth/v1/fuel/uses/move',
  title: '办理用油差异',
  permit: 'fuel.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: z.enum(fuelUseSteps),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
/** Verifies a coupon from the slip of the station; the file of the provider does the same. */
export const verifyCoupon = call({
  method: 'POST',
  path: '/auth/v1/fuel/coupon/verify',
  title: '核销油券',
  permit: 'fuel.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    couponNo: zText(20),
    serial: zText(fuelNumberMax),
    usedAt: zTime,
    station: zText(60),
  }),
  output: zChanged,
})
