// Pages of lists by keyset: newest first by id, the cursor is the last id shown.
import { pageDefault } from '@yunshu/contract/fields'
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type RawBuilder } from 'kysely'

export interface PageInput {
  limit?: number | undefined
  cursor?: string | undefined
}

/** The refusal of a place no page ended at. */
export const placeFault = (): Problem =>
  new Problem('request.field', { field: '翻页位置', reason: '不正确' }, { fields: { cursor: '不正确' } })

/**
 * The condition of the next page, undefined on the first; `column` is an id column such as `w.id`, walked down unless
 * told.
 */
export function afterCursor(
  page: PageInput,
  column: string,
  way: 'down' | 'up' = 'down',
): RawBuilder<boolean> | undefined {
  if (page.cursor === undefined) return undefined
  if (!isUuid(page.cursor)) throw placeFault()
  return sql<boolean>`${sql.ref(column)} ${way === 'up' ? sql`>` : sql`<`} ${page.cursor}::uuid`
}

/** The number of rows to ask for: one more than is shown, to know whether a page follows. */
export function rowsToAsk(page: PageInput): number {
  return (page.limit ?? pageDefault) + 1
}

/** The shown rows and the cursor of the next page, absent on the last: the id of the last row, or its place in an order. */
export function toPage<R extends { id: string }, O>(
  found: readonly R[],
  page: PageInput,
  show: (row: R) => O,
  place: (row: R) => string = ({ id }) => id,
): { rows: O[]; next?: string } {
  const limit = page.limit ?? pageDefault
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown.map(show), ...(found.length > limit && last ? { next: place(last) } : {}) }
}
