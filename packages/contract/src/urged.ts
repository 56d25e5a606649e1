// Urging (催办): a message to those a record waits for, once per record and day; and whom it waits for.
import * as z from 'zod/mini'
import { zBool, zTime } from './fields.ts'

export const Urged = z.object({
  by: z.string(),
  at: zTime,
  /** The company or person that was told, and what it was asked for. */
  company: z.string(),
  act: z.string(),
  /** False where somebody did it earlier this day: the others are told by whom and when. */
  isNew: zBool,
})
export type Urged = z.output<typeof Urged>

/** The times a record was urged, and the last of them. */
export const UrgedBefore = z.object({ count: z.number(), by: z.string(), at: zTime, isToday: zBool })
export type UrgedBefore = z.output<typeof UrgedBefore>

/** The party a record waits for, and for what; `isOwn` where it is the reader's own side. */
export const Awaited = z.object({ name: z.string(), act: z.string(), isOwn: zBool })
export type Awaited = z.output<typeof Awaited>

/** Of a record that can be urged. */
export const urgeFields = { awaits: z.optional(Awaited), urged: z.optional(UrgedBefore) }
