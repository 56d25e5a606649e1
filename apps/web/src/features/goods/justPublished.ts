// The mark a page of goods is opened with right after they were published.
import * as z from 'zod/mini'

const Mark = z.object({ isJustPublished: z.literal(true) })

export const justPublished: z.output<typeof Mark> = { isJustPublished: true }

/** True where the state of a location is that mark. */
export const isJustPublished = (state: unknown): boolean => z.safeParse(Mark, state).success
