// The slots of a circle as they are stored.
import type { Fence } from '@yunshu/contract/fence/fence'
import * as z from 'zod/mini'

const Slots = z.array(z.object({ from: z.number(), to: z.number(), weekdays: z.array(z.number()) }))

/** The stored JSON as slots. */
export const readSlots = (slots: unknown): Fence['slots'] => z.parse(Slots, slots)
