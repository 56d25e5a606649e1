// Changed terms of goods put onto waybills that are not loaded: their snapshot, prices and estimated charges.
import type { GoodsDiffLine, GoodsTerms } from '@yunshu/domain/goods/diff'
import { billedQuantity, freightOf } from '@yunshu/domain/goods/freight'
import { pricings } from '@yunshu/domain/goods/goods'
import { splitPayPlan } from '@yunshu/domain/settlement/payPlan'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { grams } from '@yunshu/domain/figures/weight'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { logEvent } from '../../work/history.ts'
import type { Goods, Tasks, Waybills } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { refreshDrafts } from '../agreement/carriage.commands.ts'
import { planParts } from '../part/parts.commands.ts'
import { readGoodsBody } from '../goods/goodsBody.queries.ts'
import { pricesNow } from '../goods/prices.queries.ts'
import { estimateAgain } from '../task/fees.commands.ts'
import { readWaybillBody, writeWaybillBody, type WaybillBody } from './waybillBody.queries.ts'

interface Terms {
  readonly goods: Selectable<Goods>
  readonly changed: readonly (keyof GoodsTerms)[]
  readonly diff: readonly GoodsDiffLine[]
  readonly reason: string
}
type TaskPrice = Pick<Selectable<Tasks>, 'id' | 'carrier_unit_price' | 'depth'>

/**
 * Puts what changed onto these waybills, which the caller holds and which are not loaded. A task with a price of its
 * own
 * keeps that price; work handed down (转派) keeps both prices, for each carrier of the chain has its bargain with the
 * next.
 */
export async function applyTerms(ctx: Ctx, waybills: readonly Selectable<Waybills>[], terms: Terms): Promise<void> {
  if (waybills.length === 0) return
  const taskIds = waybills.flatMap(({ task_id: id }) => (id === null ? [] : [id]))
  const tasks = new Map(
    (
      await ctx.tx.rows(
        q
          .selectFrom('tasks')
          .select(['id', 'carrier_unit_price', 'depth'])
          .where(sql<boolean>`id = any(${taskIds}::uuid[])`),
      )
    ).map(task => [task.id, task]),
  )
  for (const waybill of waybills)
    await applyTo(ctx, waybill, waybill.task_id === null ? undefined : tasks.get(waybill.task_id), terms)
}

async function applyTo(
  ctx: Ctx,
  waybill: Selectable<Waybills>,
  task: TaskPrice | undefined,
  { goods, changed, diff, reason }: Terms,
): Promise<void> {
  const body = mergedBody(readWaybillBody(waybill.body), readGoodsBody(goods.body), changed)
  const isRepriced = changed.includes('unitPrice') || changed.includes('pricing')
  const prices = pricesNow(goods, ctx.now)
  const isHandedDown = (task?.depth ?? 0) > 0
  const keepsCarrier = isHandedDown || (task?.carrier_unit_price ?? null) !== null
  const shipper = isRepriced && !isHandedDown ? prices.shipper : unitPrice(waybill.shipper_unit_price)
  const carrier = isRepriced && !keepsCarrier ? prices.carrier : unitPrice(waybill.carrier_unit_price)
  const pricing = keyOf(
    pricings,
    isHandedDown ? waybill.pricing : changed.includes('pricing') ? goods.pricing : waybill.pricing,
  )
  const billed = billedQuantity(pricing, {
    qty: waybill.qty,
    weight: grams(waybill.plan_weight_g),
    distanceKm: body.distanceKm,
  })
  const [shipperFreight, carrierFreight] = [freightOf(billed, shipper), freightOf(billed, carrier)]
  const places =
    changed.includes('loadPoints') || changed.includes('unloadPoints') || changed.includes('items')
      ? {
          load_region: goods.load_region,
          load_place: goods.load_place,
          unload_region: goods.unload_region,
          unload_place: goods.unload_place,
          item_names: goods.item_names,
        }
      : {}
  await ctx.tx.run(
    q
      .updateTable('waybills')
      .set({
        ...places,
        ...(changed.includes('upstreamNo') ? { upstream_no: goods.upstream_no } : {}),
        pricing,
        shipper_unit_price: shipper,
        carrier_unit_price: carrier,
        shipper_freight_fen: shipperFreight,
        payable_fen: carrierFreight,
        oil_fen: splitPayPlan(body.payPlan, carrierFreight, carrierFreight).oil,
        body: writeWaybillBody(body),
        version: sql`version + 1`,
        updated_at: ctx.now,
      })
      .where('id', '=', waybill.id),
  )
  await refreshDrafts(ctx, waybill.id, { before: termsOf(readWaybillBody(waybill.body)), after: termsOf(body) })
  const { payPlan, agreedOil } = body
  await planParts(ctx, [{ ...waybill, payPlan, estimate: carrierFreight, agreedOil }])
  for (const [side, amount] of [
    ['SHIPPER', shipperFreight],
    ['CARRIER', carrierFreight],
  ] as const)
    await ctx.tx.run(
      q
        .updateTable('charges')
        .set({ amount_fen: amount })
        .where('waybill_id', '=', waybill.id)
        .where('side', '=', side)
        .where('code', '=', 'FREIGHT')
        .where('state', '=', 'estimated'),
    )
  if (isHandedDown) await estimateAgain(ctx, waybill, billed)
  // the two sides read one history: prices stay out of it
  const lines = diff
    .filter(({ key }) => !priceKeys.has(key))
    .map(({ field, old, new: next }) => ({ field, old, new: next }))
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: waybill.id,
    action: '货源信息变更',
    reason,
    diff: [...lines, ...(lines.length < diff.length ? [{ field: '运价', old: '原约定', new: '按变更后的约定' }] : [])],
  })
}

const termsOf = ({ receiptRule, payPlan }: WaybillBody) => ({
  returnDays: receiptRule.returnDays,
  termDays: payPlan.termDays,
})

const priceKeys: ReadonlySet<GoodsDiffLine['key']> = new Set<GoodsDiffLine['key']>([
  'unitPrice',
  'priceSteps',
  'carrierUnitPrice',
  'carrierPriceSteps',
])
const kept = [
  'loadPoints',
  'unloadPoints',
  'items',
  'payPlan',
  'lossRule',
  'receiptRule',
  'poundRule',
  'gx',
  'distanceKm',
] as const satisfies readonly (keyof WaybillBody & keyof GoodsTerms)[]

/** The snapshot with what changed; the rest stays as it was when the waybill was made. */
function mergedBody(
  body: WaybillBody,
  goods: Pick<WaybillBody, (typeof kept)[number]>,
  changed: readonly (keyof GoodsTerms)[],
): WaybillBody {
  return { ...body, ...Object.fromEntries(kept.filter(key => changed.includes(key)).map(key => [key, goods[key]])) }
}
