// The end of a waiting change of goods when the goods themselves end.
import { goodsChangeStates } from '@yunshu/domain/goods/change'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Lapses the pending changes of goods that were cancelled, expired or finished; the caller holds the locks of the goods.
 */
export async function lapseChanges(ctx: Ctx, goodsIds: readonly string[]): Promise<void> {
  await ctx.tx.elevated(async () => {
    const rows = await ctx.tx.rows(
      q
        .selectFrom('goods_changes')
        .select(['id', 'state', 'version'])
        .where(sql<boolean>`goods_id = any(${[...goodsIds]}::uuid[])`)
        .where('state', '=', 'pending')
        .orderBy('id')
        .forUpdate(),
    )
    await moveAll(
      ctx,
      goodsChangeStates,
      rows.map(row => ({ ...row, state: keyOf(goodsChangeStates.states, row.state) })),
      'lapse',
    )
  })
}
