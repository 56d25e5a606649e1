// Carriers that were asked about a change of goods and have no open work left: their consent lapses, and the change
// takes effect once nobody is left to ask.
import { changeableStates, consentStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { publishersOf } from '../../work/receivers.ts'
import { takeEffect, wordsOf } from './change.commands.ts'
import { lockChange } from './change.queries.ts'
import { findHolders, heldWork, lockOpenWork } from '../goods/openWork.queries.ts'

/** Pending changes with a question to a carrier that holds nothing of the goods any more, at most `limit`. */
export async function findIdle(ctx: Ctx, limit: number): Promise<string[]> {
  const rows = await ctx.tx.rows(
    sql<{ id: string }>`
    select h.id from goods_changes h where h.state = 'pending' and exists (
      select 1 from goods_consents k where k.change_id = h.id and k.state = 'asked'
        and k.carrier_id not in (select held.carrier_id from ${heldWork(sql`h.goods_id`)} as held))
    order by h.id limit ${limit}`.compile(q),
  )
  return rows.map(({ id }) => id)
}

/**
 * Looks again under the locks every writer takes in this order; answers whether anybody's consent lapsed. A change that
 * cannot be laid over the goods any more comes to nothing, and its shipper reads why.
 */
export async function lapseIdle(ctx: Ctx, id: string): Promise<boolean> {
  const { goods_id: goodsId } = await ctx.tx.one(q.selectFrom('goods_changes').select('goods_id').where('id', '=', id))
  const work = await lockOpenWork(ctx, goodsId)
  const goods = await ctx.tx.one(q.selectFrom('goods').selectAll().where('id', '=', goodsId).forUpdate())
  const change = await lockChange(ctx, id)
  if (change.state !== 'pending' || !changeableStates.some(state => state === goods.state)) return false
  const holders = new Set((await findHolders(ctx, goodsId)).map(holder => holder.id))
  const asked = await ctx.tx.rows(
    q
      .selectFrom('goods_consents as k')
      .innerJoin('companies as c', 'c.id', 'k.carrier_id')
      .select(['k.id', 'k.version', 'k.carrier_id', 'c.name'])
      .where('k.change_id', '=', id)
      .where('k.state', '=', 'asked')
      .orderBy('c.name')
      .forUpdate('k'),
  )
  const idle = asked.filter(consent => !holders.has(consent.carrier_id))
  if (idle.length === 0) return false
  await moveAll(
    ctx,
    consentStates,
    idle.map(({ id: consentId, version }) => ({ id: consentId, version, state: consentStates.start })),
    'lapse',
    { set: { answered_at: ctx.now } },
  )
  const names = idle.map(({ name }) => name).join('、')
  const shipper = publishersOf(goods)
  const words = wordsOf(goods)
  if (idle.length < asked.length) {
    await tellHappening(ctx, 'goods.changeUnasked', shipper, { ...words, carriers: names })
    return true
  }
  // a refusal comes before anything is written
  const refusal = await takeEffect(ctx, change, goods, work).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Problem && error.problem !== 'server.busy') return error
      throw error
    },
  )
  if (refusal === undefined)
    await tellHappening(ctx, 'goods.changeAppliedUnasked', shipper, { ...words, carriers: names })
  else {
    await move(ctx, goodsChangeStates, change, 'drop', { reason: refusal.message })
    await tellHappening(ctx, 'goods.changeDropped', shipper, { ...words, reason: refusal.message })
  }
  return true
}
