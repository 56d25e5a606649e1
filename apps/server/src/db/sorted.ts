// Orders of lists other than newest first: where a page begins, how it is ordered, and when that is possible at all.
import { isUuid } from '@yunshu/domain/identity/uuid'
import { Problem } from '@yunshu/domain/problems/problems'
import { isSortable, listOrders, sortedMost, type ListOrder } from '@yunshu/domain/sorting'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { parseStrictJson } from '../strictJson.ts'
import { afterCursor, placeFault, type PageInput } from './page.ts'
import { q, type Tx } from './tx.ts'

/** The key of an order in SQL; `changed` is the moment it changed last, or one that is never earlier. */
export interface SortKey {
  readonly order: ListOrder
  readonly key: RawBuilder<number>
  readonly changed: RawBuilder<number>
}

/**
 * A column that may be empty as a key: what has none stands behind everything. The indexes hold this expression, by case:
 * one with coalesce is asked nothing behind the walls.
 */
export const lastIfNone = (column: string): RawBuilder<number> =>
  sql<number>`case when ${sql.ref(column)} is null then 9007199254740991 else ${sql.ref(column)} end`

/** A row as an order finds it: its key, null while the list is in the order of ids. */
interface Placed {
  readonly id: string
  readonly sort_key: number | null
}

/** A page of a list in an order. */
export interface PageOrder {
  readonly key: RawBuilder<number | null>
  readonly after: RawBuilder<boolean> | undefined
  readonly by: RawBuilder<unknown>
  /** The place of a row, where the next page begins. */
  readonly place: (row: Placed) => string
}

/** The order, the moment of the first page, and key and id of the last row shown. */
const Place = z.tuple([z.string(), z.int(), z.int(), z.string().check(z.refine(isUuid))])

function readPlace(cursor: string, order: ListOrder): z.output<typeof Place> {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const read = z.safeParse(Place, /^\[[\x20-\x7e]*\]$/.test(text) ? parseStrictJson(text) : undefined)
  if (!read.success || read.data[0] !== order) throw placeFault()
  return read.data
}

/**
 * The order of a page: newest first by id, or by a key. Rows whose key changed after the first page was made are left out
 * of the later ones, so that none is shown twice.
 */
export function pageOrder(now: number, page: PageInput, id: string, sort: SortKey | undefined): PageOrder {
  const idOf = sql.ref(id)
  if (sort === undefined)
    return {
      key: sql<null>`null::bigint`,
      after: afterCursor(page, id),
      by: sql`${idOf} desc`,
      place: row => row.id,
    }
  const { order, key, changed } = sort
  const isUp = listOrders[order].way === 'up'
  const last = page.cursor === undefined ? undefined : readPlace(page.cursor, order)
  const way = isUp ? sql`asc` : sql`desc`
  return {
    key,
    after:
      last &&
      sql<boolean>`((${key}, ${idOf}) ${isUp ? sql`>` : sql`<`} (${last[2]}::bigint, ${last[3]}::uuid)
        and ${changed} <= ${last[1]})`,
    by: sql`${key} ${way}, ${idOf} ${way}`,
    place: row =>
      Buffer.from(JSON.stringify([order, last?.[1] ?? now, row.sort_key ?? 0, row.id])).toString('base64url'),
  }
}

/** Rows to be sorted: those of `table` (as `alias`) that meet `where`, all of one state if it is given. */
interface Sortable {
  readonly table: string
  readonly alias: string
  /** Joins the condition reads, where it reads more than the table. */
  readonly joins?: RawBuilder<unknown>
  readonly where: RawBuilder<boolean>
  /** The states whose rows an index keeps in the order. */
  readonly kept: readonly string[]
  readonly state: string | undefined
}

/** Refuses (`list.unsorted`) an order no index keeps where the filter leaves more rows than are sorted whole. */
export async function assertSortable(
  tx: Tx,
  { table, alias, joins = sql``, where, kept, state }: Sortable,
): Promise<void> {
  if (isSortable(kept, state, Infinity)) return
  const { n } = await tx.one(
    sql<{
      n: number
    }>`select count(*) as n from (select from ${sql.table(table)} as ${sql.ref(alias)} ${joins} where ${where}
      limit ${sortedMost + 1}) as found`.compile(q),
  )
  if (!isSortable(kept, state, n)) throw new Problem('list.unsorted')
}

/** The orders of a list: the key of each, and the states whose rows an index keeps in it. */
interface Orders<S extends ListOrder> extends Omit<Sortable, 'kept' | 'state'> {
  readonly keys: Readonly<Record<S, Omit<SortKey, 'order'>>>
  readonly kept: Readonly<Record<S, readonly string[]>>
}

/** The order a page of a list is asked in; refuses as `assertSortable` does. */
export async function chosenOrder<S extends ListOrder>(
  { tx, now }: { readonly tx: Tx; readonly now: number },
  { sort, state, ...page }: PageInput & { readonly sort?: S | undefined; readonly state?: string | undefined },
  { keys, kept, ...rows }: Orders<S>,
): Promise<PageOrder> {
  if (sort !== undefined) await assertSortable(tx, { ...rows, kept: kept[sort], state })
  return pageOrder(now, page, `${rows.alias}.id`, sort && { order: sort, ...keys[sort] })
}
