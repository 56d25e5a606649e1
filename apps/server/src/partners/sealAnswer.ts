// Answers of the seal partner as they come: one in another shape is none, and its words are cut to those a record holds.
import { zKey, zTime } from '@yunshu/contract/fields'
import { agreementRoles, partyStates } from '@yunshu/domain/agreement/agreement'
import type { SealAnswer } from '@yunshu/domain/agreement/heard'
import { realNameKinds, type RealNameAnswer } from '@yunshu/domain/identity/realName'
import * as z from 'zod/mini'
import { toldWords } from './toldWords.ts'

const Nothing = z.object({ state: z.enum(['notFound', 'unknown']) })
const Task = z.object({
  state: z.enum(['signing', 'finished', 'refused', 'expired', 'cancelled']),
  taskNo: z.string(),
  sha256: z.string(),
  parties: z.array(
    z.object({
      role: zKey(agreementRoles),
      name: z.string(),
      creditNo: z.string(),
      state: zKey(partyStates),
      at: z.optional(zTime),
    }),
  ),
  reason: z.optional(z.string()),
})
const Check = z.object({
  state: z.enum(['pending', 'passed', 'failed', 'expired']),
  orderNo: z.string(),
  kind: zKey(realNameKinds),
  name: z.string(),
  no: z.string(),
  reason: z.optional(z.string()),
})

/** The reason as a record can hold it; an empty one is none. */
function reasonTold(said: string | undefined): { reason?: string } {
  const reason = toldWords(said)
  return reason === undefined ? {} : { reason }
}

/** The answer about an agreement; undefined where it cannot be read. */
export function readSealAnswer(said: unknown): SealAnswer | undefined {
  const { data } = z.safeParse(z.union([Nothing, Task]), said)
  if (data === undefined || !('taskNo' in data)) return data
  const { reason, parties, ...task } = data
  return {
    ...task,
    ...reasonTold(reason),
    parties: parties.map(({ at, ...party }) => (at === undefined ? party : { ...party, at })),
  }
}

/** The answer about a check; one that cannot be read is as good as none. */
export function readRealNameAnswer(said: unknown): RealNameAnswer {
  const { data } = z.safeParse(z.union([Nothing, Check]), said)
  if (data === undefined) return { state: 'unknown' }
  if (!('orderNo' in data)) return data
  const { reason, ...check } = data
  return { ...check, ...reasonTold(reason) }
}
