// The waybill list as a file; keys are those of the portal's columns.
import { listWaybills, type WaybillRow } from '@yunshu/contract/waybill/waybill'
import { receiptStates, waybillSettleStates, waybillSources, waybillStates } from '@yunshu/domain/waybill/waybill'
import { waybillAlerts } from '@yunshu/domain/waybill/alerts'
import { findWaybillsPage } from '../waybill/waybill.queries.ts'
import { countWaybillRows } from '../waybill/waybillCount.queries.ts'
import { exportableList, label, money, text, time, tons, type ExportColumn } from './exportable.ts'

const carrier = { permit: 'price.carrier' } as const

const columns: readonly ExportColumn<WaybillRow>[] = [
  text('waybillNo', '运单号', row => row.waybillNo, { width: 20 }),
  label('state', '状态', waybillStates.states, row => row.state),
  text('alerts', '异常与超期', row => row.alerts.map(alert => waybillAlerts[alert]).join('、')),
  text('upstreamNo', '客户单号', row => row.upstreamNo, { width: 20 }),
  text('plate', '车牌号', row => row.plate, { width: 12 }),
  text('driver', '司机', row => row.driverName, { width: 10 }),
  text('driver', '司机手机号', row => row.driverMobile, { width: 14, permit: 'pii.view' }),
  text('loadPlace', '装货地', row => row.loadPlace, { width: 36 }),
  text('unloadPlace', '卸货地', row => row.unloadPlace, { width: 36 }),
  text('itemNames', '货物', row => row.itemNames),
  text('shipperName', '货主', row => row.shipperName, { width: 26 }),
  text('carrierName', '承运商', row => row.carrierName, { width: 26 }),
  tons('planWeightG', '计划', row => row.planWeightG),
  tons('loadWeightG', '装货', row => row.loadWeightG),
  tons('unloadWeightG', '卸货', row => row.unloadWeightG),
  tons('lossG', '亏损', row => row.lossG),
  money('shipperFreight', '托运运费', row => row.shipperFreight, { permit: 'price.shipper' }),
  money('carrierFreight', '承运运费', row => row.carrierFreight, carrier),
  money('margin', '毛利', row => row.margin, { permit: 'price.margin' }),
  money('oil', '油卡', row => row.oil, carrier),
  money('deducted', '扣款', row => row.deducted, carrier),
  money('payable', '应付', row => row.payable, carrier),
  money('paid', '已付', row => row.paid, carrier),
  money('open', '未付', row => row.open, carrier),
  label('receiptState', '回单', receiptStates.states, row => row.receiptState),
  label('settleState', '结算', waybillSettleStates.states, row => row.settleState),
  text('settlementNum', '结算单号', row => row.settlementNum, { width: 20 }),
  text('goodsNo', '货源号', row => row.goodsNo, { width: 20 }),
  label('source', '来源', waybillSources, row => row.source),
  time('createdAt', '下单时间', row => row.createdAt),
  time('loadedAt', '装货时间', row => row.loadedAt),
  time('signedAt', '签收时间', row => row.signedAt),
  time('finishedAt', '完结时间', row => row.finishedAt),
  time('dueAt', '应付日期', row => row.dueAt, { dayOnly: true }),
]

export const waybillSheet = exportableList({
  call: listWaybills,
  page: findWaybillsPage,
  count: countWaybillRows,
  columns,
})
