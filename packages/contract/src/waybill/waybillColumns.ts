// The columns of the waybill list.
import { arrivalMoves } from '@yunshu/domain/track/arrival'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { freightMark, freightMarks } from '@yunshu/domain/waybill/freightMark'
import { receiptShown } from '@yunshu/domain/waybill/receiptShown'
import { waybillSettleStates, waybillSources, waybillStates } from '@yunshu/domain/waybill/waybill'
import {
  besidesColumn,
  day,
  label,
  money,
  place,
  state,
  stateOf,
  text,
  time,
  tons,
  type ListColumns,
} from '../columns.ts'
import type { WaybillRow } from './waybill.ts'

const carrier = { permit: 'price.carrier' } as const

export const waybillListColumns = {
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  state: state('状态', waybillStates, row => row.state),
  alerts: text('异常与超期', row => row.alerts.map(alert => waybillAlerts[alert]).join('、')),
  proven: label('围栏到达', arrivalMoves, row => row.proven),
  upstreamNo: text('客户单号', row => row.upstreamNo, { chars: 20 }),
  plate: text('车牌号', row => row.plate, { chars: 12 }),
  driver: text('司机', row => row.driverName, { chars: 10 }),
  driverMobile: besidesColumn(
    'driver',
    text('司机手机号', row => row.driverMobile, { chars: 14 }),
  ),
  loadPlace: place('装货地', row => row.loadPlace),
  unloadPlace: place('卸货地', row => row.unloadPlace),
  itemNames: text('货物', row => row.itemNames),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  planWeightG: tons('计划', row => row.planWeightG),
  loadWeightG: tons('装货', row => row.loadWeightG),
  unloadWeightG: tons('卸货', row => row.unloadWeightG),
  lossG: tons('亏吨', row => row.lossG),
  freightMark: label('运费依据', freightMarks, row => freightMark(row), { chars: 8 }),
  shipperFreight: money('托运运费', row => row.shipperFreight, { permit: 'price.shipper' }),
  carrierFreight: money('承运运费', row => row.carrierFreight, carrier),
  margin: money('运费差价', row => row.margin, { permit: 'price.margin' }),
  oil: money('油卡', row => row.oil, carrier),
  deducted: money('扣款', row => row.deducted, carrier),
  payable: money('应付', row => row.payable, carrier),
  paid: money('已付', row => row.paid, carrier),
  setOff: money('已抵', row => row.setOff, carrier),
  open: money('未付', row => row.open, carrier),
  receiptState: stateOf('回单', row => receiptShown(row)),
  settleState: state('结算', waybillSettleStates, row => row.settleState),
  settlementNum: text('结算单号', row => row.settlementNum, { chars: 20 }),
  goodsNo: text('货源号', row => row.goodsNo, { chars: 20 }),
  source: label('来源', waybillSources, row => row.source),
  createdAt: time('下单时间', row => row.createdAt),
  stateSince: time('进入当前状态', row => row.stateSince),
  loadedAt: time('装货时间', row => row.loadedAt),
  signedAt: time('签收时间', row => row.signedAt),
  finishedAt: time('完结时间', row => row.finishedAt),
  dueAt: day('应付日期', row => row.dueAt),
} satisfies ListColumns<WaybillRow>
