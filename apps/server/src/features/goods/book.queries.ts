// The address book of a shipper: what its goods teach, and what people keep of it.
import type { Output } from '@yunshu/contract/call'
import { BookPoint, type BookEntry, type getBook } from '@yunshu/contract/goods/book'
import { bookKinds, bookLimits, bookOf, learnBook } from '@yunshu/domain/goods/book'
import { sql, type Selectable } from 'kysely'
import * as z from 'zod/mini'
import { keyOf } from '../../db/keyOf.ts'
import type { BookEntries } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { publishedGoods } from './goods.queries.ts'
import { bookOwner } from './shipper.queries.ts'

// times, weights and whatever else a stored place or cargo has are left out
const Places = z.array(z.object(BookPoint.shape))
const Cargo = z.array(z.object({ name: z.string(), cargoCode: z.string() }))

/** The newest goods of a company that the actor's data scope holds, as far as the book reads them. */
export const learnedGoods = (ctx: Pick<Ctx, 'actor'>, companyId: string) =>
  q
    .selectFrom('goods as g')
    .select([
      'g.created_at',
      sql<unknown>`g.body->'loadPoints'`.as('loads'),
      sql<unknown>`g.body->'unloadPoints'`.as('unloads'),
      sql<unknown>`g.body->'items'`.as('items'),
    ])
    .where('g.shipper_id', '=', companyId)
    .where(publishedGoods(ctx.actor))
    .where('g.state', '<>', 'draft')
    .orderBy('g.id', 'desc')
    .limit(bookLimits.goods)

async function learnedBook(ctx: Ctx, companyId: string) {
  const goods = await ctx.tx.rows(learnedGoods(ctx, companyId))
  return learnBook(
    goods.map(({ created_at, loads, unloads, items }) => ({
      at: created_at,
      loads: z.parse(Places, loads),
      unloads: z.parse(Places, unloads),
      items: z.parse(Cargo, items),
    })),
  )
}

/** Whether goods the actor sees teach an entry. */
export const isLearned = async (
  ctx: Ctx,
  companyId: string,
  { kind, key }: Pick<BookEntry, 'kind' | 'key'>,
): Promise<boolean> => (await learnedBook(ctx, companyId)).some(entry => entry.kind === kind && entry.key === key)

/** The whole book of the company the actor publishes for. */
export async function findBook(
  ctx: Ctx,
  { shipperId }: { shipperId?: string | undefined },
): Promise<Output<typeof getBook>> {
  const companyId = await bookOwner(ctx, shipperId)
  const learned = await learnedBook(ctx, companyId)
  const kept = await ctx.tx.rows(q.selectFrom('book_entries').selectAll().where('company_id', '=', companyId))
  return { entries: bookOf(learned, kept.map(entryOf)).map(entry => ({ ...entry, points: [...entry.points] })) }
}

const entryOf = (row: Selectable<BookEntries>): BookEntry => ({
  kind: keyOf(bookKinds, row.kind),
  key: row.key,
  name: row.name,
  points: z.parse(Places, row.points),
  isPinned: row.pinned,
  isHidden: row.hidden,
  version: row.version,
  uses: 0,
})
