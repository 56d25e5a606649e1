// The columns of goods that a carrier can take.
import { pricings } from '@yunshu/domain/goods/goods'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { besidesColumn, label, number, place, text, time, unitPrice, type ListColumns } from '../columns.ts'
import type { GoodsRow } from './goods.ts'

export const offerListColumns = {
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  route: place('装货地', row => row.loadPlace, { listTitle: '路线' }),
  unloadPlace: besidesColumn(
    'route',
    place('卸货地', row => row.unloadPlace),
  ),
  itemNames: text('货物', row => row.itemNames),
  qty: text('总量', row => printQuantity(row.quantityMode, row.totalQty), { listTitle: '剩余 / 总量' }),
  remainQty: besidesColumn(
    'qty',
    text('剩余', row => printQuantity(row.quantityMode, row.remainQty)),
  ),
  price: unitPrice('承运单价', row => row.carrierUnitPrice, { permit: 'price.carrier' }),
  pricing: besidesColumn(
    'price',
    label('计价', pricings, row => row.pricing, { permit: 'price.carrier' }),
  ),
  trucks: number('约需车数', row => trucksNeeded(row, row.remainQty)),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  validTo: time('截止时间', row => row.validTo),
} satisfies ListColumns<GoodsRow>
