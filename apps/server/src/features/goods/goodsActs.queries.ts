// Goods as the rules of acts see them, for the caller; the command and the page ask the same rules.
import { isCarrier } from '@yunshu/domain/account/account'
import { faultOfTake, type GoodsOn, type TakeOn } from '@yunshu/domain/goods/acts'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { marketCompany } from '../../work/scope.ts'

/** The columns of goods by which the rules decide. */
export type ActedGoods = Pick<Selectable<Goods>, 'shipper_id' | 'state' | 'remain_qty' | 'total_qty' | 'valid_to'>

/** True for the house and for people of the shipper. */
export const isOwnerOf = ({ side, companyId }: Actor, goods: Pick<Selectable<Goods>, 'shipper_id'>): boolean =>
  isHouseSide(side) || companyId === goods.shipper_id

/** Goods as the rules see them; work under way is counted where it matters. */
export const goodsOn = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>, goods: ActedGoods): GoodsOn => ({
  isOwner: isOwnerOf(actor, goods),
  state: keyOf(goodsStates.states, goods.state),
  remainQty: goods.remain_qty,
  totalQty: goods.total_qty,
  validTo: goods.valid_to,
  now,
})

/** The carrier an actor takes goods for; undefined for everybody who takes none. */
export const takerOf = (actor: Actor): string | undefined =>
  isCarrier(actor.businessType) ? marketCompany(actor) : undefined

/** Goods for everybody, or goods whose offer stands: a relation that has ended takes its offers with it. */
export const isOfferedTo = (carrierId: string) => sql<boolean>`(publish_to = 'PUBLIC' or exists (
  select 1 from goods_carriers gc join relations r on r.shipper_id = gc.shipper_id and r.carrier_id = gc.carrier_id
    and r.state = 'active'
  where gc.goods_id = goods.id and gc.carrier_id = ${carrierId}::uuid))`

/** Goods as the rules of taking see them for a carrier. */
export async function takeOn(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  goods: Pick<Selectable<Goods>, 'id' | 'shipper_id' | 'state' | 'take_mode' | 'remain_qty' | 'valid_to'>,
  carrierId: string,
): Promise<TakeOn> {
  const offered = await tx.first(
    q.selectFrom('goods').select('id').where('id', '=', goods.id).where(isOfferedTo(carrierId)),
  )
  return {
    state: keyOf(goodsStates.states, goods.state),
    takeMode: goods.take_mode,
    remainQty: goods.remain_qty,
    validTo: goods.valid_to,
    now,
    isOwn: goods.shipper_id === carrierId,
    isOffered: offered !== undefined,
  }
}

/** True while the actor's company, a carrier, can take part of the goods. */
export async function canTake(ctx: Ctx, goods: Parameters<typeof takeOn>[1]): Promise<boolean> {
  const carrierId = takerOf(ctx.actor)
  if (carrierId === undefined || !ctx.can('goods.take')) return false
  return faultOfTake(await takeOn(ctx, goods, carrierId)) === undefined
}
