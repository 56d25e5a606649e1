// The end of a waiting change of goods when the goods themselves end.
import { goodsChangeStates } from '@yunshu/domain/goods/change'
import { keyOf } from '../../db/keyOf.ts'
import { move } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Lapses the pending change of goods that were cancelled, expired or finished; the caller holds the lock of the goods.
 */
export async function lapseChange(ctx: Ctx, goodsId: string): Promise<void> {
  await ctx.tx.elevated(async () => {
    const row = await ctx.tx.first(
      q
        .selectFrom('goods_changes')
        .select(['id', 'state', 'version'])
        .where('goods_id', '=', goodsId)
        .where('state', '=', 'pending')
        .forUpdate(),
    )
    if (row)
      await move(ctx, goodsChangeStates, { ...row, state: keyOf(goodsChangeStates.states, row.state) }, 'lapse', {})
  })
}
