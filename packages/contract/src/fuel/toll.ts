// Calls and shapes of passages of toll gates (通行费归集): what a provider's file tells, and the waybill each was for.
import { tollPassStates } from '@yunshu/domain/fuel/toll'
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
  zNumber,
  zPage,
  zTime,
  zVersion,
} from '../fields.ts'

export const TollPassRow = z.object({
  id: zId,
  serial: z.string(),
  state: zKey(tollPassStates.states),
  provider: z.string(),
  branchName: z.string(),
  plate: z.string(),
  entry: z.optional(z.string()),
  exit: z.string(),
  enteredAt: z.optional(zTime),
  passedAt: zTime,
  amount: zFen,
  /** The waybill it is proposed for, or was for. */
  waybillId: z.optional(zId),
  waybillNo: z.optional(z.string()),
  issueNo: z.optional(z.string()),
  fileName: z.string(),
  maker: z.string(),
  endedBy: z.optional(z.string()),
  endedAt: z.optional(zTime),
  createdAt: zTime,
  version: zVersion,
  moves: z.array(zKey(tollPassStates.moves)),
})
export type TollPassRow = z.output<typeof TollPassRow>
const passFilter = {
  state: z.optional(zKey(tollPassStates.states)),
  accountId: z.optional(zId),
  branchId: z.optional(zId),
  plate: z.optional(zLooseText(12)),
  /** When the gate was passed, from and before. */
  from: z.optional(zTime),
  to: z.optional(zTime),
  text: z.optional(zLooseText(60)),
  /** The rows a person chose. */
  ids: zChosenIds,
}
export const listTollPasses = call({
  method: 'GET',
  path: '/auth/v1/toll/passes',
  title: '通行费归集列表',
  permit: 'fuel.view',
  input: z.strictObject({ ...passFilter, ...pageFields }),
  output: zPage(TollPassRow),
})
/**
 * Counts by state without the filter's own state; or with `part: 'sums'` the sums of all rows of the list, of the
 * newest 10,001 when there are more (`summed` says of how many).
 */
export const countTollPasses = call({
  method: 'GET',
  path: '/auth/v1/toll/passes/statistical',
  title: '通行费归集统计',
  permit: 'fuel.view',
  heavy: true,
  input: z.strictObject({ ...passFilter, part: z.optional(z.enum(['counts', 'sums'])) }),
  output: zCounts({ amount: zFen }),
})
/** Books a passage for the waybill it is proposed for, or for the one that is named. */
export const confirmTollPass = call({
  method: 'POST',
  path: '/auth/v1/toll/passes/confirm',
  title: '归集通行费',
  permit: 'fuel.issue',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    /** Named by a person; without it the proposed one. */
    waybillNo: z.optional(zNumber),
    expectAmount: zFen,
  }),
  output: zChanged,
})
