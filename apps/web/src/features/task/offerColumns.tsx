// The list of goods that a carrier can take as it is drawn.
import { offerListColumns } from '@yunshu/contract/goods/offerColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { pricings, quantityModes, type Pricing, type QuantityMode } from '@yunshu/domain/goods/goods'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { shortPlace } from '../../ui/placeText.ts'
import { nothingText, UnitPriceText } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
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

/** The rest and the total, with the unit once. */
export const restOfTotal = ({ quantityMode, remainQty }: Amount, total: number): string =>
  `${printQuantity(quantityMode, remainQty).slice(0, -quantityModes[quantityMode].unit.length)} / ${printQuantity(quantityMode, total)}`

/** A price per unit with what it is per. */
export function Price({ price, pricing }: { price: UnitPrice | undefined; pricing: Pricing }) {
  if (price === undefined) return nothingText
  return (
    <>
      <UnitPriceText value={price} /> <span className="ys-weak">{pricings[pricing].label}</span>
    </>
  )
}

/** From where to where, in short. */
export const drawOfferRoute = ({ loadPlace, unloadPlace }: { loadPlace: string; unloadPlace: string }) => (
  <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />
)

const singles = drawColumns(offerListColumns, {
  goodsNo: { width: 170, fixed: 'start', card: 'title' },
  route: { width: 260, render: drawOfferRoute },
  itemNames: { width: 130 },
  qty: {
    width: 175,
    align: 'right',
    render: row => <span className="ys-figure">{restOfTotal(row, row.totalQty)}</span>,
  },
  price: { render: row => <Price price={row.carrierUnitPrice} pricing={row.pricing} /> },
  validTo: {},
  trucks: { width: 84, align: 'right', card: 'hide' },
  shipperName: { width: 220 },
})

const load = factOf(singles, 'route', { title: '装货地', render: row => shortPlace(row.loadPlace) })
const unload = factOf(singles, 'route', { title: '卸货地', render: row => shortPlace(row.unloadPlace) })
const pair = pairing(singles)

export const offerColumns = withDefaults(
  [
    pair('number', ['goodsNo', 'shipperName'], { width: 190, fixed: 'start', card: 'title' }),
    pair('route', [load, unload], { title: '装货地 → 卸货地', width: 220, card: 'route' }),
    'itemNames',
    pair(
      'left',
      [
        'qty',
        factOf(singles, 'trucks', {
          title: '约需车数',
          render: ({ quantityMode, remainQty, ...row }) => `约 ${trucksNeeded({ quantityMode, ...row }, remainQty)} 车`,
        }),
      ],
      {
        width: 160,
        align: 'right',
      },
    ),
    pair('price', ['price'], { width: 140, align: 'right', card: 'figure' }),
    pair('until', ['validTo'], { width: 130 }),
  ],
  singles,
)
