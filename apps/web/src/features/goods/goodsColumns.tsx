// The list of my goods as it is drawn.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { goodsListColumns } from '@yunshu/contract/goods/goodsColumns'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsStates, pricings } from '@yunshu/domain/goods/goods'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { nothingText, UnitPriceText } from '../../ui/Figures.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import { leftTotals } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'
import { remainText } from './quantityText.ts'
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

export const goodsColumns = drawColumns(goodsListColumns, {
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
    render: row => <span className="ys-figure">{remainText(row)}</span>,
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
