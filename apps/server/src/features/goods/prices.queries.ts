// The unit prices of goods at a moment: those of their columns until a step of their price plan has come into force.
import { priceAt } from '@yunshu/domain/goods/priceSteps'
import { unitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import type { Selectable } from 'kysely'
import type { Goods } from '../../db/tables.gen.ts'
import { readGoodsBody } from './goodsBody.queries.ts'

type Priced = Pick<Selectable<Goods>, 'shipper_unit_price' | 'carrier_unit_price' | 'next_price_at' | 'body'>

/**
 * The unit prices of these goods for shipper and carrier at `now` (ms). Commands that make waybills ask here: the
 * columns follow the plan only when the job has run.
 */
export function pricesNow(goods: Priced, now: number): { shipper: UnitPrice; carrier: UnitPrice } {
  const written = { shipper: unitPrice(goods.shipper_unit_price), carrier: unitPrice(goods.carrier_unit_price) }
  // no step is due: most goods have no plan, and their body need not be read
  if (goods.next_price_at === null || goods.next_price_at > now) return written
  const { priceSteps = [] } = readGoodsBody(goods.body)
  return {
    shipper: priceAt(written.shipper, priceSteps, now),
    carrier: priceAt(
      written.carrier,
      priceSteps.map(({ carrierUnitPrice, effectiveAt }) => ({ unitPrice: carrierUnitPrice, effectiveAt })),
      now,
    ),
  }
}
