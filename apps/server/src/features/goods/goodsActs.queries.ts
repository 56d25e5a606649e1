// Goods as the rules of acts see them, for the caller; the command and the page ask the same rules.
import type { GoodsOn } from '@yunshu/domain/goods/acts'
import { goodsStates } from '@yunshu/domain/goods/goods'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Goods } from '../../db/tables.gen.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'

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
