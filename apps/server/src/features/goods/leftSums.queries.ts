// The rest of goods and tasks, summed by the way of counting.
import { quantityModes, type QuantityMode } from '@yunshu/domain/goods/goods'
import { sql } from 'kysely'

const modes = Object.keys(quantityModes) as QuantityMode[]

/** Sums of `x.remain_qty`, one for each `x.quantity_mode`; null where no row is counted so. */
export const leftByMode = modes.map(mode =>
  sql<number | null>`(sum(x.remain_qty) filter (where x.quantity_mode = ${mode}))::bigint`.as(mode),
)

/** The sums that are there. */
export const givenOf = (left: Readonly<Record<QuantityMode, number | null>>): Partial<Record<QuantityMode, number>> =>
  Object.fromEntries(
    modes.flatMap(mode => {
      const sum = left[mode]
      return sum === null ? [] : [[mode, sum]]
    }),
  )
