// The columns of my goods; price columns are offered to those who may see the price.
import type { GoodsRow } from '@yunshu/contract/goods/goods'
import { screenUrl } from '@yunshu/contract/screens'
import { goodsKinds, goodsStates, pricings, publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { trucksNeeded } from '@yunshu/domain/goods/quantity'
import type { UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { UnitPriceText } from '../../ui/Figures.tsx'
import { StatusTag, Tag } from '../../ui/StatusTag.tsx'
import { leftTotals, textColumn, timeColumn, weightColumn, type Column } from '../../ui/list/column.tsx'
import { RouteText } from '../../ui/list/RouteText.tsx'
import { remainText } from './quantityText.ts'
import './goods.css'

/** Address of the page of goods. */
export const goodsUrl = (id: string): string => screenUrl('GoodsDetails', { id })

function PriceCell({ row, price }: { row: GoodsRow; price: UnitPrice | undefined }) {
  if (price === undefined) return '--'
  return (
    <>
      <UnitPriceText value={price} /> <span className="ys-weak">{pricings[row.pricing].label}</span>
    </>
  )
}

const trucksText = (row: GoodsRow): string => {
  const trucks = trucksNeeded(row, row.totalQty)
  return trucks === undefined ? '' : String(trucks)
}

export const goodsColumns: readonly Column<GoodsRow>[] = [
  textColumn('goodsNo', '货源号', row => row.goodsNo, { width: 170, fixed: 'start', card: 'title' }),
  {
    key: 'state',
    title: '状态',
    width: 140,
    card: 'tag',
    render: row => (
      <>
        <StatusTag machine={goodsStates} state={row.state} />
        {row.isChanging && (
          <>
            {' '}
            <Tag tone="warn">变更中</Tag>
          </>
        )}
      </>
    ),
  },
  {
    key: 'route',
    title: '路线',
    width: 250,
    render: ({ loadPlace, unloadPlace }) => <RouteText loadPlace={loadPlace} unloadPlace={unloadPlace} />,
  },
  textColumn('itemNames', '货物', row => row.itemNames, { width: 110 }),
  {
    key: 'qty',
    title: '剩余 / 总量',
    width: 175,
    align: 'right',
    render: row => <span className="ys-figure">{remainText(row)}</span>,
    totals: leftTotals('剩余'),
  },
  {
    key: 'shipperUnitPrice',
    title: '托运单价',
    width: 130,
    align: 'right',
    permit: 'price.shipper',
    render: row => <PriceCell row={row} price={row.shipperUnitPrice} />,
  },
  {
    key: 'carrierUnitPrice',
    title: '承运单价',
    width: 130,
    align: 'right',
    permit: 'price.carrier',
    render: row => <PriceCell row={row} price={row.carrierUnitPrice} />,
  },
  weightColumn('weightG', '货物重量', row => row.weightG, { width: 110, card: 'hide' }),
  textColumn('kind', '类型', row => goodsKinds[row.kind], { width: 76, card: 'hide' }),
  textColumn('takeMode', '接单方式', row => takeModes[row.takeMode], { width: 90, card: 'hide' }),
  textColumn('publishTo', '发布对象', row => publishTargets[row.publishTo], { width: 120, card: 'hide' }),
  textColumn('trucks', '车数', trucksText, { width: 70, align: 'right', card: 'hide' }),
  timeColumn('validTo', '截止时间', row => row.validTo),
  timeColumn('nextPriceAt', '下次调价', row => row.nextPriceAt, { isHidden: true, card: 'hide' }),
  timeColumn('createdAt', '发布时间', row => row.createdAt, { card: 'hide' }),
  textColumn('title', '标题', row => row.title, { width: 180, isHidden: true, card: 'hide' }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 200, card: 'hide' }),
]
