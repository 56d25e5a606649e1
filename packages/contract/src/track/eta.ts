// The expected arrival of a waybill with the figures it is made of.
import { dueBases, etaGoals, etaPlaces } from '@yunshu/domain/track/due'
import * as z from 'zod/mini'
import { zKey, zTime } from '../fields.ts'

export const Eta = z.object({
  goal: zKey(etaGoals),
  place: zKey(etaPlaces),
  at: zTime,
  dueAt: z.optional(zTime),
  dueBy: z.optional(zKey(dueBases)),
  /** Metres left: the line times what roads are longer. */
  leftM: z.number(),
  kmh: z.number(),
  /** The speed is the vehicle's own of the last two hours. */
  isOwnSpeed: z.boolean(),
  /** The time of the position it stands on. */
  fixAt: zTime,
  updatedAt: zTime,
  isLate: z.boolean(),
})
export type Eta = z.output<typeof Eta>
