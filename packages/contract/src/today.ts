// Calls of 今日: what waits for the caller in one order, and pieces of it put off until tomorrow morning.
import { todayGroups } from '@yunshu/domain/today/kindRow'
import { todayKinds } from '@yunshu/domain/today/today'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { zBool, zId, zKey, zSignedFen, zTime } from './fields.ts'

/** The most pieces of one kind that are shown; of each group they are counted up to `todayCountMax`. */
export const todayKindMax = 50
/** A count of this many stands for all there are beyond it (99+). */
export const todayCountMax = 100
/** The most pieces of one answer. */
export const todayMax = 200

export const TodayItem = z.object({
  kind: zKey(todayKinds),
  id: zId,
  /** The number or name of the record. */
  no: z.string(),
  beside: z.optional(z.string()),
  /** The places, in full. */
  loadPlace: z.optional(z.string()),
  unloadPlace: z.optional(z.string()),
  about: z.optional(z.string()),
  /** The other company. */
  whose: z.optional(z.string()),
  deadline: z.optional(zTime),
  /** Absent too where the reader may not see it. */
  amount: z.optional(zSignedFen),
  /** The amount is an estimate; left out where it is none. */
  isEstimate: z.optional(zBool),
  since: zTime,
  /** The page where it is done, with the dialog of the act open where it has one (actLink.ts). */
  path: z.string(),
  /** The same with the dialog of its refusal; absent where it has none. */
  refusePath: z.optional(z.string()),
})
export type TodayItem = z.output<typeof TodayItem>

/**
 * The work of a group, or all of it; with `later` what the caller put off. Counts, and `late` of what is overdue, are of
 * all that is not put off. A kind that could not be read stands in `failed`, the others are whole.
 */
export const listToday = call({
  method: 'GET',
  path: '/auth/v1/today',
  title: '今日待办',
  permit: 'session',
  heavy: true,
  input: z.strictObject({ group: z.optional(zKey(todayGroups)), later: z.optional(z.boolean()) }),
  output: z.object({
    items: z.array(TodayItem),
    counts: z.record(z.string(), z.number()),
    late: z.number(),
    later: z.number(),
    failed: z.array(zKey(todayKinds)),
  }),
})

/** The last step of another person with a record, for whom its work was taken from; nothing where the caller made it. */
export const getLastHand = call({
  method: 'GET',
  path: '/auth/v1/today/lastHand',
  title: '最后办理人',
  permit: 'session',
  input: z.strictObject({ id: zId }),
  output: z.object({ by: z.optional(z.string()), action: z.optional(z.string()) }),
})

const piece = z.strictObject({ kind: zKey(todayKinds), id: zId })

/** Puts a piece of work off for the caller alone, until 08:00 or until its record changes or falls overdue. */
export const putOffToday = call({
  method: 'POST',
  path: '/auth/v1/today/putOff',
  title: '稍后处理',
  permit: 'session',
  personal: true,
  input: piece,
  output: z.object({ until: zTime }),
})
/** Takes the putting off back. */
export const bringBackToday = call({
  method: 'POST',
  path: '/auth/v1/today/bringBack',
  title: '撤销稍后',
  permit: 'session',
  personal: true,
  input: piece,
  output: z.object({}),
})
