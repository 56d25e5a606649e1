// Changes of the address book: entries kept, renamed, pinned, hidden and forgotten.
import type { Input, Output } from '@yunshu/contract/call'
import type { removeBookEntry, saveBookEntry } from '@yunshu/contract/goods/book'
import { bookKey, bookKinds, bookLimits } from '@yunshu/domain/goods/book'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { personOf } from '../../work/scope.ts'
import { isLearned } from './book.queries.ts'
import { bookOwner } from './shipper.queries.ts'

/** Somebody of the same company was quicker; the book has no history that could name them. */
export const changedMeanwhile = (): Problem => new Problem('row.stale', { who: '同事' })

/** Entries and templates of a company are counted by one at a time. */
export const lockKept = (ctx: Ctx, companyId: string) =>
  ctx.tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`goods book ${companyId}`}, 0))`.compile(q))

export async function keepBookEntry(
  ctx: Ctx,
  input: Input<typeof saveBookEntry>,
): Promise<Output<typeof saveBookEntry>> {
  const { kind, version, points } = input
  if (points.length !== (kind === 'lane' ? 2 : 1))
    throw wrongField('points', kind === 'lane' ? '线路须有装货地和卸货地' : '只能有一个地点')
  const companyId = await bookOwner(ctx, input.shipperId)
  const key = input.key ?? bookKey(points)
  const columns = {
    name: input.name ?? '',
    points: JSON.stringify(points),
    pinned: input.isPinned,
    hidden: input.isHidden,
    updated_at: ctx.now,
  }
  if (version !== undefined) {
    const changed = await ctx.tx.run(
      q
        .updateTable('book_entries')
        .set({ ...columns, version: sql`version + 1` })
        .where('company_id', '=', companyId)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('version', '=', version),
    )
    if (changed === 0) throw changedMeanwhile()
    return { key, version: version + 1 }
  }
  await lockKept(ctx, companyId)
  if (key !== bookKey(points) && !(await isLearned(ctx, companyId, { kind, key })))
    throw wrongField('key', '常用地址已变动，请刷新后再保存')
  const { count } = await ctx.tx.one(
    q
      .selectFrom('book_entries')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('company_id', '=', companyId)
      .where('kind', '=', kind),
  )
  if (count >= bookLimits.kept)
    throw new Problem('goods.keptFull', { what: `常用${bookKinds[kind]}`, most: bookLimits.kept })
  const added = await ctx.tx.run(
    q
      .insertInto('book_entries')
      .values({
        id: v7(),
        company_id: companyId,
        kind,
        key,
        created_by: personOf(ctx.actor),
        created_at: ctx.now,
        ...columns,
      })
      .onConflict(c => c.columns(['company_id', 'kind', 'key']).doNothing()),
  )
  if (added === 0) throw changedMeanwhile()
  return { key, version: 1 }
}

export async function forgetBookEntry(
  ctx: Ctx,
  { shipperId, kind, key, version }: Input<typeof removeBookEntry>,
): Promise<Output<typeof removeBookEntry>> {
  const companyId = await bookOwner(ctx, shipperId)
  const gone = await ctx.tx.run(
    q
      .deleteFrom('book_entries')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .where('version', '=', version),
  )
  if (gone === 0) throw changedMeanwhile()
  return {}
}
