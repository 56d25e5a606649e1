// Putting work off until tomorrow morning, for oneself alone, and bringing it back.
import type { Input, Output } from '@yunshu/contract/call'
import type { bringBackToday, putOffToday } from '@yunshu/contract/today'
import { Problem } from '@yunshu/domain/problems/problems'
import { laterUntil } from '@yunshu/domain/today/today'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { canHave, findPiece } from './today.queries.ts'

/** Hides a piece of work from the caller; work that is not theirs is not found. */
export async function putOffWork(
  ctx: Ctx,
  { kind, id }: Input<typeof putOffToday>,
): Promise<Output<typeof putOffToday>> {
  if (!canHave(ctx, kind)) throw new Problem('row.none')
  const { version } = await findPiece(ctx, kind, id)
  const until = laterUntil(ctx.now)
  const values = { version, put_at: ctx.now, until }
  // rows that have come back are forgotten on the way, so that a person never keeps more rows than they put off in a day
  await ctx.tx.run(q.deleteFrom('today_later').where('user_id', '=', ctx.actor.userId).where('until', '<=', ctx.now))
  await ctx.tx.run(
    q
      .insertInto('today_later')
      .values({ user_id: ctx.actor.userId, kind, record_id: id, ...values })
      .onConflict(conflict => conflict.columns(['user_id', 'kind', 'record_id']).doUpdateSet(values)),
  )
  return { until }
}

/** Shows a piece of work again; one that is not put off stays as it is. */
export async function bringWorkBack(
  ctx: Ctx,
  { kind, id }: Input<typeof bringBackToday>,
): Promise<Output<typeof bringBackToday>> {
  await ctx.tx.run(
    q
      .deleteFrom('today_later')
      .where('user_id', '=', ctx.actor.userId)
      .where('kind', '=', kind)
      .where('record_id', '=', id),
  )
  return {}
}
