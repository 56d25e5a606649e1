// The columns of goods that a carrier can take.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens'
import { pricings, quantityModes, type Pricing, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { UnitPriceText } from '../../ui/Figures.tsx'
import { textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'

/** Address of the page of goods. */
export const goodsUrl = (id: string): string => screenUrl('GoodsDetails', { id })
/** Address of the page that sends vehicles for a task. */
export const appointUrl = (id: string): string => screenUrl('AppointWaybill', { id })
/** Address of the page that hands a task down. */
export const releaseUrl = (id: string): string => screenUrl('ReleaseAppoint', { id })

interface Amount {
  readonly quantityMode: QuantityMode
  readonly remainQty: number
}
/** What is left of how much, the unit once. */
export const left = ({ quantityMode, remainQty }: Amount, total: number): string =>
  `${printQuantity(quantityMode, remainQty).slice(0, -quantityModes[quantityMode].unit.length)} / ${printQuantity(quantityMode, total)}`

/** A price per unit with what it is per. */
export function Price({ price, pricing }: { price: UnitPrice | undefined; pricing: Pricing }) {
  if (price === undefined) return '--'
  return (
    <>
      <UnitPriceText value={price} /> <span className="ys-weak">{pricings[pricing].label}</span>
    </>
  )
}
/** From where to where, in short. */
export const route = ({ loadPlace, unloadPlace }: { loadPlace: string; unloadPlace: string }) => (
  <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />
)
const trucks = (row: GoodsRow): string => String(trucksNeeded(row, row.remainQty) ?? '')

export const offerColumns: readonly Column<GoodsRow>[] = [
  textColumn('goodsNo', '货源号', row => row.goodsNo, { width: 170, fixed: 'start', card: 'title' }),
  { key: 'route', title: '路线', width: 260, render: route },
  textColumn('itemNames', '货物', row => row.itemNames, { width: 130 }),
  {
    key: 'qty',
    title: '剩余 / 总量',
    width: 175,
    align: 'right',
    render: row => <span className="ys-figure">{left(row, row.totalQty)}</span>,
  },
  {
    key: 'price',
    title: '承运单价',
    width: 130,
    align: 'right',
    permit: 'price.carrier',
    render: row => <Price price={row.carrierUnitPrice} pricing={row.pricing} />,
  },
  timeColumn('validTo', '截止时间', row => row.validTo),
  textColumn('trucks', '约需车数', trucks, { width: 84, align: 'right', card: 'hide' }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 220 }),
]
