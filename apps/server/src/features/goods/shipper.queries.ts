// For whom goods are published: the shipper under contract, and the carriers it may offer them to.
import type { GoodsFields } from '@yunshu/contract/goods/goods'
import { businessBits, isShipper } from '@yunshu/domain/account/account'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { wrongField } from '../../http/fieldFault.ts'

/** The most carriers a publication tells by push; the others find the goods in their list. */
const toldMax = 200

export type PublishingShipper = Awaited<ReturnType<typeof findShipper>>

/**
 * The company the actor publishes for: its own, or for the platform the one it names. It is active, under contract, and
 * served by a branch whose books carry its freight. Branches and carriers publish nothing (`permit.missing`).
 */
export async function findShipper(ctx: Ctx, shipperId: string | undefined) {
  const id = publisherOf(ctx, shipperId)
  const company = await ctx.tx.one(
    q
      .selectFrom('companies')
      .select(['id', 'name', 'branch_id', 'state', 'is_contract', 'service_fee_ppm', 'fuel_max_ppm'])
      .where('id', '=', id)
      .where(sql<boolean>`role_flags & ${businessBits.shipper} <> 0`),
  )
  const branchId = company.branch_id
  if (!company.is_contract || company.state !== 'active' || branchId === null) throw new Problem('goods.contract')
  return { ...company, branchId }
}

/** The company whose address book and templates the actor works with: the one it publishes for, under contract or not. */
export async function bookOwner(ctx: Ctx, shipperId: string | undefined): Promise<string> {
  const company = await ctx.tx.one(
    q
      .selectFrom('companies')
      .select('id')
      .where('id', '=', publisherOf(ctx, shipperId))
      .where(sql<boolean>`role_flags & ${businessBits.shipper} <> 0`),
  )
  return company.id
}

function publisherOf({ actor }: Ctx, shipperId: string | undefined): string {
  const { companyId, businessType, side } = actor
  if (side === 'platform') {
    if (shipperId === undefined) throw wrongField('shipperId', '请选择货主')
    return shipperId
  }
  if (companyId === undefined || side === 'branch' || !isShipper(businessType)) throw new Problem('permit.missing')
  if (shipperId !== undefined && shipperId !== companyId) throw wrongField('shipperId', '只能为本公司发布')
  return companyId
}

/** Refuses more fuel than the company may pay by card. */
export function assertOil({ payPlan }: Pick<GoodsFields, 'payPlan'>, { fuel_max_ppm: cap }: PublishingShipper): void {
  if (payPlan.oilPpm > cap)
    throw new Problem('goods.oilCap', { cap: printDecimal(cap, 4, 0) }, { fields: { payPlan: '油卡比例超过公司上限' } })
}

/** The carriers whose rows of goods_carriers make the offer: none for PUBLIC, which needs no row. */
export async function chosenCarriers(
  ctx: Ctx,
  shipperId: string,
  { publishTo, carrierIds }: Pick<GoodsFields, 'publishTo' | 'carrierIds'>,
): Promise<string[]> {
  if (publishTo === 'PUBLIC') return []
  const related = await relatedCarriers(ctx, shipperId)
  if (publishTo === 'RELATED') {
    if (related.length === 0) throw wrongField('publishTo', '没有合作中的承运商，请先邀请承运商')
    return related
  }
  const chosen = [...new Set(carrierIds)]
  if (!chosen.every(id => related.includes(id))) throw wrongField('carrierIds', '含有未与贵公司合作的承运商')
  return chosen
}

/** The same for an offer that was right when it was asked for: carriers that are partners no more are left out. */
export async function stillOffered(
  ctx: Ctx,
  shipperId: string,
  { publishTo, carrierIds = [] }: Pick<GoodsFields, 'publishTo' | 'carrierIds'>,
): Promise<string[]> {
  if (publishTo === 'PUBLIC') return []
  const related = await relatedCarriers(ctx, shipperId)
  return publishTo === 'RELATED' ? related : carrierIds.filter(id => related.includes(id))
}

/** Carriers in a live relation with a shipper, the newest first. */
export async function relatedCarriers(ctx: Ctx, shipperId: string): Promise<string[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('relations as r')
      .innerJoin('companies as c', 'c.id', 'r.carrier_id')
      .select('r.carrier_id')
      .where('r.shipper_id', '=', shipperId)
      .where('r.state', '=', 'active')
      .where('c.state', '=', 'active')
      .orderBy('r.since', 'desc'),
  )
  return rows.map(row => row.carrier_id)
}

/**
 * Carriers a publication is told to: those it is offered to; for goods for everybody active ones, those in a relation
 * first.
 */
export async function toldCarriers(
  ctx: Ctx,
  shipperId: string,
  { publishTo }: Pick<GoodsFields, 'publishTo'>,
  offered: readonly string[],
): Promise<readonly string[]> {
  if (publishTo !== 'PUBLIC') return offered.slice(0, toldMax)
  const rows = await ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .leftJoin('relations as r', on =>
        on.onRef('r.carrier_id', '=', 'c.id').on('r.shipper_id', '=', shipperId).on('r.state', '=', 'active'),
      )
      .select('c.id')
      .where('c.state', '=', 'active')
      .where(sql<boolean>`c.role_flags & ${businessBits.carrier} <> 0`)
      .where('c.id', '<>', shipperId)
      .orderBy(sql`r.id is null`)
      .orderBy('c.id', 'desc')
      .limit(toldMax),
  )
  return rows.map(row => row.id)
}
