// The fields of goods, written to columns and body, and read back from them.
import type { GoodsFields } from '@yunshu/contract/goods/goods'
import { goodsKinds, pricings, publishTargets, quantityModes, takeModes } from '@yunshu/domain/goods/goods'
import { stepsAfter } from '@yunshu/domain/goods/priceSteps'
import { priceLessFee } from '@yunshu/domain/figures/unitPrice'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { Goods } from '../../db/tables.gen.ts'
import { readGoodsBody, summaryOf, writeGoodsBody, type PlannedPrice } from './goodsBody.queries.ts'
import { pricesNow } from './prices.queries.ts'

/**
 * The columns of goods from their fields; `feePpm` is the platform's share that makes the carrier's price. Steps of the
 * price plan that are among `planned` keep the carrier's price announced then.
 */
export function columnsOf(fields: GoodsFields, feePpm: number, planned: readonly PlannedPrice[] = []) {
  const { loadRegion, loadPlace, unloadRegion, unloadPlace, itemNames, weightG } = summaryOf(fields)
  const priceSteps = (fields.priceSteps ?? []).map(step => ({
    ...step,
    carrierUnitPrice:
      planned.find(old => old.effectiveAt === step.effectiveAt && old.unitPrice === step.unitPrice)?.carrierUnitPrice ??
      priceLessFee(step.unitPrice, feePpm),
  }))
  return {
    kind: fields.kind,
    title: fields.title || itemNames.slice(0, 60),
    upstream_no: fields.upstreamNo || null,
    load_region: loadRegion,
    unload_region: unloadRegion,
    load_place: loadPlace,
    unload_place: unloadPlace,
    item_names: itemNames,
    weight_g: weightG,
    quantity_mode: fields.quantityMode,
    total_qty: fields.totalQty,
    per_truck_max: fields.perTruckMax ?? null,
    daily_trucks: fields.dailyTrucks ?? null,
    pricing: fields.pricing,
    shipper_unit_price: fields.unitPrice,
    carrier_unit_price: priceLessFee(fields.unitPrice, feePpm),
    next_price_at: priceSteps[0]?.effectiveAt ?? null,
    publish_to: fields.publishTo,
    take_mode: fields.takeMode,
    valid_to: fields.validTo,
    body: writeGoodsBody({
      ...fields,
      remark: fields.remark || undefined,
      priceSteps: priceSteps.length > 0 ? priceSteps : undefined,
    }),
  }
}

/**
 * The fields of goods at `now`: the price in force and the steps still to come. `carrierIds` are those chosen, for
 * goods offered to chosen carriers only.
 */
export function fieldsOf(goods: Selectable<Goods>, carrierIds: readonly string[], now: number): GoodsFields {
  const { priceSteps, ...body } = readGoodsBody(goods.body)
  return {
    ...body,
    kind: keyOf(goodsKinds, goods.kind),
    title: goods.title,
    upstreamNo: goods.upstream_no ?? undefined,
    quantityMode: keyOf(quantityModes, goods.quantity_mode),
    totalQty: goods.total_qty,
    perTruckMax: goods.per_truck_max ?? undefined,
    dailyTrucks: goods.daily_trucks ?? undefined,
    pricing: keyOf(pricings, goods.pricing),
    unitPrice: pricesNow(goods, now).shipper,
    priceSteps: stepsAfter(priceSteps ?? [], now).map(({ unitPrice, effectiveAt }) => ({ unitPrice, effectiveAt })),
    publishTo: keyOf(publishTargets, goods.publish_to),
    carrierIds: goods.publish_to === 'CARRIERS' ? [...carrierIds] : undefined,
    takeMode: keyOf(takeModes, goods.take_mode),
    validTo: goods.valid_to,
  }
}
