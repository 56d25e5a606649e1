// Receivables that were given up (E2d, E2e) and are no loss after all: their waybill is void, or an allowance lowers it.
import { fen } from '@yunshu/domain/figures/money'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openGivenUpOf } from './books.queries.ts'
import type { Moved, OfBranch } from './claimed.queries.ts'
import { redEntry } from './red.ts'

/**
 * E2dr, E2er of these waybills alone: what was given up of them is open again; one red entry for each write-off and each
 * claim, dated by the later of that and the reason. A waybill of which nothing was given up has none.
 */
export async function restoreGivenUp(
  ctx: Ctx,
  { branchId }: OfBranch,
  waybillIds: readonly string[],
  since: number = ctx.now,
): Promise<Moved> {
  if (waybillIds.length === 0) return { matches: [], entries: [] }
  const rows = await ctx.tx.rows(
    q
      .selectFrom('ar_matches')
      .select(['id', 'waybill_id', 'amount_fen', 'entry_id'])
      .where('waybill_id', 'in', [...waybillIds])
      .where(eb => eb.or([eb('write_off_id', 'is not', null), eb('is_tail', '=', true)]))
      .where('reversed_by', 'is', null)
      .orderBy('id'),
  )
  if (rows.length === 0) return { matches: [], entries: [] }
  const open = (await openGivenUpOf(ctx, waybillIds)).map(entry => ({ entry, sourceId: v7() }))
  const sourceOf = new Map(
    open.flatMap(({ entry: { lines }, sourceId }) => lines.map(({ at }) => [at.entryId, sourceId] as const)),
  )
  return {
    matches: rows.map(row => {
      const sourceId = sourceOf.get(row.entry_id)
      if (sourceId === undefined) throw new Error(`what was given up of ${row.waybill_id} differs from the books`)
      return { id: row.id, waybillId: row.waybill_id, amount: fen(row.amount_fen), sourceId }
    }),
    entries: open.map(({ entry, sourceId }) => ({
      ...redEntry(entry, `运单作废或红冲，冲回${entry.event === 'E2e' ? '尾差' : '坏账核销'}`),
      branchId,
      source: { type: 'offset', id: sourceId },
      happenedAt: Math.max(since, entry.date),
    })),
  }
}
