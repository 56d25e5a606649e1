// The columns of my goods.
import { goodsKinds, goodsStates, pricings, publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import {
  besidesColumn,
  label,
  number,
  place,
  state,
  text,
  time,
  tons,
  unitPrice,
  type ListColumns,
} from '../columns.ts'
import type { GoodsRow } from './goods.ts'

export const goodsListColumns = {
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  state: state('状态', goodsStates, row => row.state),
  kind: label('类型', goodsKinds, row => row.kind),
  title: text('标题', row => row.title, { chars: 26 }),
  route: place('装货地', row => row.loadPlace, { listTitle: '路线' }),
  unloadPlace: besidesColumn(
    'route',
    place('卸货地', row => row.unloadPlace),
  ),
  itemNames: text('货物', row => row.itemNames),
  weightG: tons('货物重量', row => row.weightG),
  qty: text('总量', row => printQuantity(row.quantityMode, row.totalQty), { listTitle: '剩余 / 总量' }),
  remainQty: besidesColumn(
    'qty',
    text('剩余', row => printQuantity(row.quantityMode, row.remainQty)),
  ),
  pricing: besidesColumn(
    'shipperUnitPrice',
    label('计价', pricings, row => row.pricing),
  ),
  shipperUnitPrice: unitPrice('托运单价', row => row.shipperUnitPrice, { permit: 'price.shipper' }),
  carrierUnitPrice: unitPrice('承运单价', row => row.carrierUnitPrice, { permit: 'price.carrier' }),
  takeMode: label('接单方式', takeModes, row => row.takeMode),
  publishTo: label('发布对象', publishTargets, row => row.publishTo, { chars: 16 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  trucks: number('车数', row => trucksNeeded(row, row.totalQty)),
  nextPriceAt: time('下次调价', row => row.nextPriceAt),
  validTo: time('截止时间', row => row.validTo),
  createdAt: time('发布时间', row => row.createdAt),
} satisfies ListColumns<GoodsRow>
