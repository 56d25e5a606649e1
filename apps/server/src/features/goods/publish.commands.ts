// Publishing goods: the company's own conditions, prices, who is offered them, and who is told.
import type { Input, Output } from '@yunshu/contract/call'
import type { publishGoods } from '@yunshu/contract/goods'
import { businessBits, isShipper } from '@yunshu/domain/account'
import { goodsStates } from '@yunshu/domain/goods'
import { printDecimal } from '@yunshu/domain/decimal'
import { Problem } from '@yunshu/domain/problems'
import { publishFaults } from '@yunshu/domain/publishing'
import { printQuantity } from '@yunshu/domain/quantity'
import { priceLessFee } from '@yunshu/domain/unitPrice'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { move } from '../../db/move.ts'
import { takeNumber } from '../../db/numbers.ts'
import { personOf } from '../../db/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { summaryOf, writeGoodsBody } from './goodsBody.queries.ts'

/** The most carriers a publication tells by push; the others find the goods in their list. */
const toldMax = 200

/** Publishes goods of the caller's company; its draft is thrown away. */
export async function publish(ctx: Ctx, input: Input<typeof publishGoods>): Promise<Output<typeof publishGoods>> {
  const shipper = await lockShipper(ctx)
  const fault = fieldFault(publishFaults(input, ctx.now))
  if (fault) throw fault
  if (input.payPlan.oilPpm > shipper.fuel_max_ppm) throw new Problem('goods.oilCap', { cap: printDecimal(shipper.fuel_max_ppm, 4, 0) }, { fields: { payPlan: '油卡比例超过公司上限' } })
  const carriers = await chosenCarriers(ctx, shipper.id, input)

  const id = v7()
  const goodsNo = await takeNumber(ctx.tx, 'HY', 'goods_number', ctx.now)
  const { loadRegion, loadPlace, unloadRegion, unloadPlace, itemNames, weightG } = summaryOf(input)
  await ctx.tx.run(q.insertInto('goods').values({
    id, goods_no: goodsNo, state: goodsStates.start, kind: input.kind, shipper_id: shipper.id, branch_id: shipper.branchId,
    title: input.title || itemNames.slice(0, 60), upstream_no: input.upstreamNo || null,
    load_region: loadRegion, unload_region: unloadRegion, load_place: loadPlace, unload_place: unloadPlace, item_names: itemNames, weight_g: weightG,
    quantity_mode: input.quantityMode, total_qty: input.totalQty, remain_qty: input.totalQty, per_truck_max: input.perTruckMax ?? null,
    pricing: input.pricing, shipper_unit_price: input.unitPrice, carrier_unit_price: priceLessFee(input.unitPrice, shipper.service_fee_ppm),
    publish_to: input.publishTo, take_mode: input.takeMode, valid_to: input.validTo,
    body: writeGoodsBody({ ...input, remark: input.remark || undefined }),
    created_by: personOf(ctx.actor), created_at: ctx.now, updated_at: ctx.now,
  }))
  if (carriers.length > 0) await ctx.tx.run(q.insertInto('goods_carriers').values(carriers.map((carrierId) => ({ goods_id: id, carrier_id: carrierId, shipper_id: shipper.id }))))
  const published = await move(ctx, goodsStates, { id, state: goodsStates.start, version: 1 }, 'publish', { table: 'goods' })
  await ctx.tx.run(q.deleteFrom('drafts').where('user_id', '=', ctx.actor.userId).where('form', '=', 'goods/publish'))

  const told = input.publishTo === 'PUBLIC' ? await openCarriers(ctx, shipper.id) : carriers.slice(0, toldMax)
  const route = `${loadPlace} → ${unloadPlace}`
  for (const company of told) await ctx.push({
    to: { company, permit: 'goods.take' }, code: '30', title: '新货源', msg: `${shipper.name} 发布货源 ${goodsNo}：${route}，${itemNames}，共 ${printQuantity(input.quantityMode, input.totalQty)}`,
    topics: ['goods'], data: { goodsId: id, goodsNo }, message: { kind: 'goods', path: `/goods/details/${id}` },
  })
  ctx.touched('goods', id)
  return { id, goodsNo, version: published.version }
}

/** The caller's company as shipper: active, under contract, and served by a branch whose books carry its freight. */
async function lockShipper(ctx: Ctx) {
  const { companyId, businessType, side } = ctx.actor
  if (companyId === undefined || side === 'branch' || !isShipper(businessType)) throw new Problem('permit.missing')
  const company = await ctx.tx.one(q.selectFrom('companies').select(['id', 'name', 'branch_id', 'state', 'is_contract', 'service_fee_ppm', 'fuel_max_ppm']).where('id', '=', companyId))
  const branchId = company.branch_id
  if (!company.is_contract || company.state !== 'active' || branchId === null) throw new Problem('goods.contract')
  return { ...company, branchId }
}

/** The carriers whose rows of goods_carriers make the offer: none for PUBLIC, which needs no row. */
async function chosenCarriers(ctx: Ctx, shipperId: string, { publishTo, carrierIds }: Input<typeof publishGoods>): Promise<string[]> {
  if (publishTo === 'PUBLIC') return []
  const related = (await ctx.tx.rows(q.selectFrom('relations as r').innerJoin('companies as c', 'c.id', 'r.carrier_id').select('r.carrier_id')
    .where('r.shipper_id', '=', shipperId).where('r.state', '=', 'active').where('c.state', '=', 'active').orderBy('r.since', 'desc'))).map((row) => row.carrier_id)
  if (publishTo === 'RELATED') {
    if (related.length === 0) throw fieldFault({ publishTo: '没有合作中的承运商，请先邀请承运商' }) ?? new Problem('request.bad')
    return related
  }
  const chosen = [...new Set(carrierIds)]
  if (!chosen.every((id) => related.includes(id))) throw fieldFault({ carrierIds: '含有未与贵公司合作的承运商' }) ?? new Problem('request.bad')
  return chosen
}

/** Whom goods for everybody are told to: active carriers, those in a relation first. */
async function openCarriers(ctx: Ctx, shipperId: string): Promise<string[]> {
  const rows = await ctx.tx.rows(q.selectFrom('companies as c').leftJoin('relations as r', (on) => on.onRef('r.carrier_id', '=', 'c.id').on('r.shipper_id', '=', shipperId).on('r.state', '=', 'active'))
    .select('c.id').where('c.state', '=', 'active').where(sql<boolean>`c.role_flags & ${businessBits.carrier} <> 0`).where('c.id', '<>', shipperId)
    .orderBy(sql`r.id is null`).orderBy('c.id', 'desc').limit(toldMax))
  return rows.map((row) => row.id)
}
