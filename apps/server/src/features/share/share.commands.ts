// Links to goods: made with an end, revoked at once.
import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@yunshu/contract/call'
import type { makeShare, revokeShare } from '@yunshu/contract/share'
import { goodsStates, openGoodsStates } from '@yunshu/domain/goods/goods'
import { Problem } from '@yunshu/domain/problems/problems'
import { publicCodeBytes, shareEnd, shareLimits } from '@yunshu/domain/share'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import { ownedGoods } from '../goods/goods.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { mayShowPrice, toShare } from './share.queries.ts'

/** Makes a link to goods of the actor's side that can still be taken. Refuses: `share.closed`, `share.many`. */
export async function addShare(
  ctx: Ctx,
  { goodsId, days, showsPrice, maxViews }: Input<typeof makeShare>,
): Promise<Output<typeof makeShare>> {
  // held so that two at once count each other's links
  const goods = await ctx.tx.one(
    ownedGoods(ctx.actor, goodsId)
      .select([
        'g.id',
        'g.state',
        'g.valid_to',
        'g.shipper_id',
        'g.branch_id',
        'g.shipper_unit_price',
        'g.carrier_unit_price',
        'g.next_price_at',
        'g.body',
      ])
      .forUpdate('g'),
  )
  const isOpen = openGoodsStates.some(state => state === goods.state)
  if (!isOpen || goods.valid_to <= ctx.now)
    throw new Problem('share.closed', {
      state: isOpen ? '已过截止时间' : goodsStates.states[keyOf(goodsStates.states, goods.state)].label,
    })
  if (showsPrice && !mayShowPrice(ctx)) throw wrongField('showsPrice', '没有查看价格的权限，不能公开价格')
  const live = await ctx.tx.one(
    q
      .selectFrom('shares')
      .select(e => e.fn.countAll<number>().as('n'))
      .where('goods_id', '=', goodsId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', ctx.now)
      .where(sql<boolean>`(max_views is null or views < max_views)`),
  )
  if (live.n >= shareLimits.livePerGoods) throw new Problem('share.many', { most: shareLimits.livePerGoods })

  const share = {
    id: v7(),
    token: randomBytes(publicCodeBytes).toString('base64url'),
    goods_id: goodsId,
    shipper_id: goods.shipper_id,
    branch_id: goods.branch_id,
    shows_price: showsPrice,
    expires_at: shareEnd(ctx.now, days),
    max_views: maxViews ?? null,
    views: 0,
    last_view_at: null,
    revoked_at: null,
    created_by: ctx.actor.userId,
    created_name: writtenName(ctx.actor),
    created_at: ctx.now,
  }
  await ctx.tx.run(q.insertInto('shares').values(share))
  await logEvent(ctx, {
    entity: 'goods',
    entityId: goodsId,
    action: '生成分享链接',
    diff: [
      { field: '有效期至', old: '--', new: formatDateTime(share.expires_at) },
      { field: '显示价格', old: '--', new: showsPrice ? '是' : '否' },
      ...(maxViews === undefined ? [] : [{ field: '最多查看次数', old: '--', new: String(maxViews) }]),
    ],
  })
  ctx.touched('share', share.id)
  return toShare(share, showsPrice ? pricesNow(goods, ctx.now).carrier : undefined)
}

/** Makes a link worthless at once; one revoked before stays as it was. */
export async function endShare(ctx: Ctx, { id }: Input<typeof revokeShare>): Promise<Output<typeof revokeShare>> {
  const share = await ctx.tx.one(
    q.selectFrom('shares').select(['goods_id', 'created_at', 'views']).where('id', '=', id),
  )
  await ctx.tx.one(ownedGoods(ctx.actor, share.goods_id).select('g.id'))
  const ended = await ctx.tx.run(
    q.updateTable('shares').set({ revoked_at: ctx.now }).where('id', '=', id).where('revoked_at', 'is', null),
  )
  if (ended > 0)
    await logEvent(ctx, {
      entity: 'goods',
      entityId: share.goods_id,
      action: '作废分享链接',
      diff: [
        { field: `${formatDateTime(share.created_at)} 生成的链接`, old: `已查看 ${share.views} 次`, new: '已作废' },
      ],
    })
  ctx.touched('share', id)
  return {}
}
