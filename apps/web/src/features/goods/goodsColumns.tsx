// The list of my goods as it is drawn.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { goodsListColumns } from '@yunshu/contract/goods/goodsColumns'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { goodsKinds, goodsStates, openGoodsStates, pricings } from '@yunshu/domain/goods/goods'
import { grams } from '@yunshu/domain/figures/weight'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { Money, nothing, nothingText, UnitPriceText } from '../../ui/Figures.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import { freightOf } from '@yunshu/domain/goods/freight'
import { printQuantity, takenWords, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { leftTotals } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Age } from '../../ui/list/Age.tsx'
import { EndText } from '../../ui/list/EndText.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'
import { remainText, takenPercent } from './quantityText.ts'
import './goods.css'

/** Address of the page of goods. */
export const goodsUrl = (id: string): string => screenUrl('GoodsDetails', { id })

function PriceCell({ row, price }: { row: GoodsRow; price: UnitPrice | undefined }) {
  if (price === undefined) return nothingText
  return (
    <>
      <UnitPriceText value={price} /> <span className="ys-weak">{pricings[row.pricing].label}</span>
    </>
  )
}

const state = (row: GoodsRow) => (
  <>
    <StatusTag machine={goodsStates} state={row.state} />
    {row.isChanging && (
      <>
        {' '}
        <Tag tone="warn">变更中</Tag>
      </>
    )}
  </>
)

const singles = drawColumns(goodsListColumns, {
  goodsNo: { width: 170, fixed: 'start', card: 'title' },
  state: { width: 140, render: state },
  route: {
    width: 250,
    render: ({ loadPlace, unloadPlace }) => <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />,
  },
  itemNames: { width: 110 },
  qty: {
    width: 175,
    align: 'right',
    render: row => (
      <span className="ys-figure">
        <span className="ys-card-word">剩 {printQuantity(row.quantityMode, row.remainQty)}</span>
        <span className="gd-whole">{remainText(row)}</span>
      </span>
    ),
    totals: leftTotals('剩余'),
  },
  shipperUnitPrice: { render: row => <PriceCell row={row} price={row.shipperUnitPrice} /> },
  carrierUnitPrice: { render: row => <PriceCell row={row} price={row.carrierUnitPrice} /> },
  weightG: { width: 110, card: 'hide' },
  kind: { width: 76, card: 'hide' },
  takeMode: { width: 90, card: 'hide' },
  publishTo: { width: 120, card: 'hide' },
  trucks: { width: 70, align: 'right', card: 'hide' },
  validTo: {},
  nextPriceAt: { isHidden: true, card: 'hide' },
  createdAt: { card: 'hide' },
  title: { width: 180, isHidden: true, card: 'hide' },
  shipperName: { width: 200, card: 'hide' },
})

const route = { holds: ['route'] }
const load = factOf(singles, 'route', { ...route, title: '装货地', render: row => <EndText place={row.loadPlace} /> })
const unload = factOf(singles, 'route', {
  ...route,
  title: '卸货地',
  render: row => <EndText place={row.unloadPlace} />,
})
/** Said in rows alone: on a card its room is that of what is left and until when. */
const age = factOf(singles, 'createdAt', {
  title: '发布',
  render: row => (
    <span className="gd-age">
      <Age at={row.createdAt} />
    </span>
  ),
})
const pair = pairing(singles)

const number = pair('number', ['goodsNo', age], {
  width: 154,
  fixed: 'start',
  card: 'title',
  orders: ['stateSince'],
})
/** The state alone: a change under way stands in its second line. */
const stateTag = factOf(singles, 'state', { render: row => <StatusTag machine={goodsStates} state={row.state} /> })
const validTo = factOf(singles, 'validTo')
/** A change under way, else the end of taking. */
const until = factOf(singles, 'validTo', {
  title: '截止',
  render: row =>
    row.isChanging ? (
      <span className="ys-amber">变更中</span>
    ) : row.validTo === undefined ? (
      nothing
    ) : (
      <>{validTo.render(row)} 止</>
    ),
})
const standing = pair('state', [stateTag, until], { width: 98, card: 'tag', orders: ['dueAt'] })
const places = pair('route', [load, unload], { title: '装货地 → 卸货地', width: 180, card: 'route' })
const takers = pair(
  'takers',
  [factOf(singles, 'takeMode', { title: '接单' }), factOf(singles, 'publishTo', { title: '对象' })],
  {
    width: 104,
    card: 'hide',
  },
)
/** Goods that can still be taken, now or after a pause. */
const standingStates: readonly GoodsRow['state'][] = [...openGoodsStates, 'paused']
/** 80% · 还需 10 车: the rest alone needs trucks, and only while it can be taken; a card, which has no bar, says the trucks. */
const trucks = factOf(singles, 'trucks', {
  title: takenWords.taken,
  render: row => {
    const isOver = row.remainQty === 0 || !standingStates.includes(row.state)
    const needed = isOver ? undefined : trucksNeeded(row, row.remainQty)
    return (
      <>
        <span className="ys-table-fact">
          <progress className="gd-bar gd-cell-bar" aria-hidden="true" value={takenPercent(row)} max={100} />
          {takenPercent(row)}%{needed !== undefined && ' · '}
        </span>
        {needed !== undefined && <span>还需 {needed} 车</span>}
      </>
    )
  },
})

/** The freight of all of it where the price is by what is counted; of other prices it depends on trucks and roads. */
const estimate = factOf(singles, 'shipperUnitPrice', {
  title: '预估',
  holds: [],
  render: ({ shipperUnitPrice, pricing, quantityMode, totalQty }) => {
    const billed =
      pricing === 'PER_TON' && quantityMode === 'BY_TON'
        ? { pricing, weight: grams(totalQty) }
        : pricing === 'PER_TRUCK' && quantityMode === 'BY_TRUCK'
          ? { pricing, trucks: totalQty }
          : undefined
    return shipperUnitPrice === undefined || billed === undefined ? (
      nothing
    ) : (
      <>
        预估 <Money value={freightOf(billed, shipperUnitPrice)} />
      </>
    )
  },
})
/** The trucks all of it needs, and the kind of goods. */
const need = factOf(singles, 'kind', {
  title: '用车 / 类型',
  render: row => {
    const needed = trucksNeeded(row, row.totalQty)
    return [needed === undefined ? '' : `共 ${needed} 车`, goodsKinds[row.kind]].filter(Boolean).join(' · ')
  },
})

/** The columns of the list: the house looks through the goods of many shippers, a shipper through its own. */
export const goodsColumns = {
  house: withDefaults(
    [
      number,
      standing,
      pair('shipper', ['shipperName', 'itemNames'], { width: 150 }),
      places,
      pair('left', ['qty', trucks], { width: 160, align: 'right' }),
      pair('price', ['shipperUnitPrice', 'carrierUnitPrice'], { width: 130, align: 'right', card: 'figure' }),
      takers,
    ],
    singles,
  ),
  shipper: withDefaults(
    [
      number,
      standing,
      places,
      pair('left', ['qty', trucks], { width: 160, align: 'right', isKept: true }),
      pair('price', ['shipperUnitPrice', estimate], { width: 124, align: 'right', card: 'figure' }),
      pair('cargo', ['itemNames', need], { width: 150 }),
      takers,
    ],
    singles,
  ),
} as const
