// Calls of estimates nobody will ever bill (暂估核销): asked by one person of the house, taken back in red when another agrees.
import { estimateEndStates } from '@yunshu/domain/voucher/estimateEnd'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zLooseText, zText, zTime, zVersion } from '../fields.ts'

const house = { sides: ['platform', 'branch'] } as const

export const EstimateEnd = z.object({
  id: zId,
  state: zKey(estimateEndStates.states),
  waybillId: zId,
  waybillNo: z.string(),
  carrier: z.string(),
  /** The estimate that is let go, and with it the cost. */
  amount: zFen,
  reason: z.string(),
  asker: z.string(),
  askedAt: zTime,
  checker: z.optional(z.string()),
  checkedAt: z.optional(zTime),
  /** The reason it was rejected for. */
  answer: z.optional(z.string()),
  version: zVersion,
  moves: z.array(zKey(estimateEndStates.moves)),
})
export type EstimateEnd = z.output<typeof EstimateEnd>

/** Requests to let estimates of a voucher go, the last first; at most a hundred. */
export const listEstimateEnds = call({
  method: 'GET',
  path: '/auth/v1/money/estimateEnds/list',
  title: '暂估核销',
  permit: 'voucher.view',
  ...house,
  input: z.strictObject({ voucherId: zId }),
  output: z.object({ rows: z.array(EstimateEnd) }),
})
/**
 * Asks to let the estimate of a waybill on a voucher go; `expectAmount` is what the page shows as open. Refused while parts
 * of it stand on a sheet or bear what was handed out, and while invoices or vouchers bear any of the cost.
 */
export const askEstimateEnd = call({
  method: 'POST',
  path: '/auth/v1/money/estimateEnds/ask',
  title: '申请核销暂估',
  permit: 'debt.collect',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({ voucherId: zId, waybillId: zId, expectAmount: zFen, reason: zText(200) }),
  output: zChanged,
})
/** Agrees with another person's request, rejects it, or takes one's own back; with the agreement the estimate goes in red. */
export const moveEstimateEnd = call({
  method: 'POST',
  path: '/auth/v1/money/estimateEnds/move',
  title: '办理暂估核销',
  permit: 'voucher.view',
  ...house,
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: zKey(estimateEndStates.moves),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
