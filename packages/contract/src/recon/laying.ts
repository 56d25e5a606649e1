// Calls and shapes of laying by hand: several lines of the bank on one movement, or one on several.
import { layingMost, reconLayingStates } from '@yunshu/domain/recon/reconLaying'
import * as z from 'zod/mini'
import { call } from '../call.ts'
import { zChanged, zFen, zId, zKey, zLooseText, zText, zVersion } from '../fields.ts'

/** A laying as the differences it is about show it. */
export const ReconLaying = z.object({
  id: zId,
  state: zKey(reconLayingStates.states),
  lines: z.number(),
  movements: z.number(),
  amount: zFen,
  reason: z.string(),
  asker: z.string(),
  checker: z.optional(z.string()),
  /** The wish to take it back, and whose it is. */
  undoReason: z.optional(z.string()),
  undoAsker: z.optional(z.string()),
  version: zVersion,
  moves: z.array(zKey(reconLayingStates.moves)),
})
export type ReconLaying = z.output<typeof ReconLaying>

/** Asks to lay the lines of differences on the movements of others; another person has to agree. */
export const layReconItems = call({
  method: 'POST',
  path: '/auth/v1/money/recon/layings/ask',
  title: '申请合并对平',
  permit: 'recon.match',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    items: z
      .array(z.strictObject({ id: zId, version: zVersion }))
      .check(z.minLength(2, '至少选择两条差异'), z.maxLength(layingMost, `一次最多选择${layingMost}条差异`)),
    reason: zText(200),
  }),
  output: zChanged,
})
/** Agrees to a laying or puts it back; asks to take it back, agrees to that or refuses. */
export const moveReconLaying = call({
  method: 'POST',
  path: '/auth/v1/money/recon/layings/move',
  title: '办理合并对平',
  permit: 'recon.view',
  money: true,
  overlay: '操作中...',
  input: z.strictObject({
    id: zId,
    version: zVersion,
    move: zKey(reconLayingStates.moves),
    reason: z.optional(zLooseText(200)),
  }),
  output: zChanged,
})
