// Carriers that were asked about a change of goods and have no open work left: their consent lapses, and the change
// takes effect once nobody is left to ask.
import { changeableStates, consentStates, goodsChangeStates } from '@yunshu/domain/goods/change'
import { Problem } from '@yunshu/domain/problems'
import { sql } from 'kysely'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { takeEffect, tellGoodsShipper } from './change.commands.ts'
import { lockChange } from './change.queries.ts'
import { findHolders, heldWork, lockOpenWork } from '../goods/openWork.queries.ts'

/** Pending changes somebody is asked about who holds nothing of the goods any more, at most `limit`. */
export async function findIdle(ctx: Ctx, limit: number): Promise<string[]> {
  const rows = await ctx.tx.rows(
    sql<{ id: string }>`
    select h.id from goods_changes h where h.state = 'pending' and exists (
      select 1 from goods_consents k where k.change_id = h.id and k.state = 'asked' and k.carrier_id not in (select held.carrier_id from ${heldWork(sql`h.goods_id`)} as held))
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
  if (idle.length < asked.length) {
    await tellGoodsShipper(
      ctx,
      goods,
      '承运商无需再同意货源变更',
      `${names} 在货源 ${goods.goods_no} 已无在途业务，无需再同意变更，等待其他承运商答复`,
    )
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
    await tellGoodsShipper(ctx, goods, '货源变更已生效', `${names} 已无在途业务，货源 ${goods.goods_no} 的变更已生效`)
  else {
    await move(ctx, goodsChangeStates, change, 'drop', { reason: refusal.message })
    await tellGoodsShipper(ctx, goods, '货源变更无法生效', `货源 ${goods.goods_no} 的变更无法生效：${refusal.message}`)
  }
  return true
}
