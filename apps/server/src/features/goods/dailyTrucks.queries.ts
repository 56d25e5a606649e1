// The most trucks a day of bulk goods, kept when vehicles are appointed.
import { Problem } from '@yunshu/domain/problems/problems'
import { checkDailyTrucks } from '@yunshu/domain/goods/quantity'
import { startOfDay } from '@yunshu/domain/figures/time'
import { sql, type Selectable } from 'kysely'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/**
 * Waybills made of goods today, by the day in China, of every carrier: a narrow data scope must not make the day look
 * empty. Cancelled ones do not count.
 */
async function trucksToday(ctx: Ctx, goodsId: string): Promise<number> {
  const { n } = await ctx.tx.elevated(() =>
    ctx.tx.one(
      q
        .selectFrom('waybills')
        .select(sql<number>`count(*)`.as('n'))
        .where('goods_id', '=', goodsId)
        .where('created_at', '>=', startOfDay(ctx.now))
        .where('state', 'not in', ['cancelled', 'void']),
    ),
  )
  return n
}

/** The number of trucks that may still be sent today; undefined where there is no limit. */
export async function trucksLeftToday(
  ctx: Ctx,
  goods: Pick<Selectable<Goods>, 'id' | 'daily_trucks'>,
): Promise<number | undefined> {
  return goods.daily_trucks === null ? undefined : Math.max(0, goods.daily_trucks - (await trucksToday(ctx, goods.id)))
}

/**
 * Refuses (`goods.dailyTrucks`) when these trucks more would be too many today, by the day in China; cancelled waybills
 * do not count. Takes the lock of the goods, so that two appointments at once follow each other: call it after the task
 * is locked and before waybills are made.
 */
export async function assertDailyTrucks(
  ctx: Ctx,
  goods: Pick<Selectable<Goods>, 'id' | 'daily_trucks'>,
  trucks: number,
): Promise<void> {
  if (goods.daily_trucks === null || trucks === 0) return
  const { daily_trucks: most } = await ctx.tx.one(
    q.selectFrom('goods').select('daily_trucks').where('id', '=', goods.id).forUpdate(),
  )
  const n = await trucksToday(ctx, goods.id)
  const fault = checkDailyTrucks(n + trucks - 1, most ?? undefined)
  if (fault !== undefined) throw new Problem('goods.dailyTrucks', { reason: fault, left: Math.max(0, (most ?? 0) - n) })
}
