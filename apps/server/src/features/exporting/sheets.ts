// Every list that can be a file, by its key in the contract; a list needs no more than its columns here.
import { paperStandings } from '@yunshu/domain/fleet/certificates'
import { listDrivers, type DriverRow } from '@yunshu/contract/fleet/driver'
import type { ExportList } from '@yunshu/contract/exporting'
import { listFences, type FenceRow } from '@yunshu/contract/fence'
import { listGoods, listOffers, type GoodsRow } from '@yunshu/contract/goods/goods'
import { listGoodsChanges, type GoodsChange } from '@yunshu/contract/goods/change'
import { listMessages, type MessageRow } from '@yunshu/contract/message'
import { listPaymentTasks, type PaymentTask } from '@yunshu/contract/settlement/paymentTask'
import { listSettlements, type SettlementRow } from '@yunshu/contract/settlement/settlement'
import { listTasks, type TaskRow } from '@yunshu/contract/task/task'
import { listVehicles, type VehicleRow } from '@yunshu/contract/fleet/vehicle'
import { listLedger, listVouchers, type LedgerLine, type VoucherRow } from '@yunshu/contract/voucher'
import { energyTypes, labelOf, plateColours } from '@yunshu/domain/codes'
import { printDecimal } from '@yunshu/domain/figures/decimal'
import { goodsKinds, goodsStates, pricings, publishTargets, takeModes } from '@yunshu/domain/goods/goods'
import { goodsChangeStates } from '@yunshu/domain/goods/change'
import { messageKinds } from '@yunshu/domain/message/kinds'
import { fen } from '@yunshu/domain/figures/money'
import { paymentTaskKinds } from '@yunshu/domain/settlement/paymentTask'
import { printQuantity, trucksNeeded } from '@yunshu/domain/goods/quantity'
import { settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { taskSources, taskStates } from '@yunshu/domain/task/task'
import { printUnitPrice, type UnitPrice } from '@yunshu/domain/figures/unitPrice'
import { vehicleTypes } from '@yunshu/domain/fleet/vehicleTypes'
import { voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { findDriversPage } from '../driver/driver.queries.ts'
import { findFenceList } from '../fence/fence.queries.ts'
import { findChangesPage } from '../goodsChange/change.queries.ts'
import { findGoodsPage, findOffers } from '../goods/goods.queries.ts'
import { findMessages } from '../message/message.queries.ts'
import { findPaymentTasks } from '../paymentTask/paymentTask.queries.ts'
import { findSettlementsPage } from '../settlement/settlement.queries.ts'
import { findTasksPage } from '../task/task.queries.ts'
import { findVehiclesPage } from '../vehicle/vehicle.queries.ts'
import { findLedgerPage } from '../voucher/ledger.queries.ts'
import { findVouchersPage } from '../voucher/voucher.queries.ts'
import {
  count,
  exportableList,
  label,
  money,
  number,
  text,
  time,
  tons,
  type Exportable,
  type ExportColumn,
} from './exportable.ts'
import { partySheets } from './partySheets.ts'
import { specialTicketSheet } from './specialTicketSheet.ts'
import { waybillSheet } from './waybillSheet.ts'

const pii = { permit: 'pii.view' } as const
const places = { width: 36 } as const
const names = { width: 26 } as const
const numbers = { width: 20 } as const
const priceOf = (price: UnitPrice | undefined): string | undefined =>
  price === undefined ? undefined : printUnitPrice(price)

const goods: readonly ExportColumn<GoodsRow>[] = [
  text('goodsNo', '货源号', row => row.goodsNo, numbers),
  label('state', '状态', goodsStates.states, row => row.state),
  label('kind', '类型', goodsKinds, row => row.kind),
  text('title', '标题', row => row.title, names),
  text('route', '装货地', row => row.loadPlace, places),
  text('route', '卸货地', row => row.unloadPlace, places),
  text('itemNames', '货物', row => row.itemNames),
  tons('weightG', '货物重量', row => row.weightG),
  text('qty', '总量', row => printQuantity(row.quantityMode, row.totalQty)),
  text('qty', '剩余', row => printQuantity(row.quantityMode, row.remainQty)),
  label('shipperUnitPrice', '计价', pricings, row => row.pricing),
  text('shipperUnitPrice', '托运单价(元)', row => priceOf(row.shipperUnitPrice), { permit: 'price.shipper' }),
  text('carrierUnitPrice', '承运单价(元)', row => priceOf(row.carrierUnitPrice), { permit: 'price.carrier' }),
  label('takeMode', '接单方式', takeModes, row => row.takeMode),
  label('publishTo', '发布对象', publishTargets, row => row.publishTo, { width: 16 }),
  text('shipperName', '货主', row => row.shipperName, names),
  number('trucks', '车数', row => trucksNeeded(row, row.totalQty)),
  time('nextPriceAt', '下次调价', row => row.nextPriceAt),
  time('validTo', '截止时间', row => row.validTo),
  time('createdAt', '发布时间', row => row.createdAt),
]

const offers: readonly ExportColumn<GoodsRow>[] = [
  text('goodsNo', '货源号', row => row.goodsNo, numbers),
  text('route', '装货地', row => row.loadPlace, places),
  text('route', '卸货地', row => row.unloadPlace, places),
  text('itemNames', '货物', row => row.itemNames),
  text('qty', '总量', row => printQuantity(row.quantityMode, row.totalQty)),
  text('qty', '剩余', row => printQuantity(row.quantityMode, row.remainQty)),
  text('price', '承运单价(元)', row => priceOf(row.carrierUnitPrice), { permit: 'price.carrier' }),
  label('price', '计价', pricings, row => row.pricing, { permit: 'price.carrier' }),
  number('trucks', '约需车数', row => trucksNeeded(row, row.remainQty)),
  text('shipperName', '货主', row => row.shipperName, names),
  time('validTo', '截止时间', row => row.validTo),
]

const goodsChanges: readonly ExportColumn<GoodsChange>[] = [
  text('goodsNo', '货源号', row => row.goodsNo, numbers),
  text('title', '货物', row => row.title),
  text('shipperName', '货主', row => row.shipperName, names),
  label('goodsNo', '变更状态', goodsChangeStates.states, row => row.state),
  text(
    'diff',
    '变更内容',
    row => row.diff.map(({ field, old, new: next }) => `${field}：${old} → ${next}`).join('\n'),
    { width: 60 },
  ),
  text('reason', '变更原因', row => row.reason, places),
  text('appliesToOpen', '未装货运单', row => (row.appliesToOpen ? '按新约定' : '不变')),
  text('createdAt', '提出人', row => row.createdBy),
  time('createdAt', '提出时间', row => row.createdAt),
]

const fences: readonly ExportColumn<FenceRow>[] = [
  text('goodsNo', '货源号', row => row.goodsNo, numbers),
  label('state', '货源状态', goodsStates.states, row => row.state),
  count('fences', '围栏', row => row.fences),
  count('fences', '启用', row => row.fencesOn),
  count('vehicles', '绑定车辆', row => row.vehicles),
  text('loadPlace', '装货地', row => row.loadPlace, places),
  text('unloadPlace', '卸货地', row => row.unloadPlace, places),
  text('title', '货物', row => row.title, names),
  text('shipperName', '货主', row => row.shipperName, names),
]

const tasks: readonly ExportColumn<TaskRow>[] = [
  text('taskNo', '任务号', row => row.taskNo, numbers),
  label('state', '状态', taskStates.states, row => row.state),
  text('goodsNo', '货源号', row => row.goodsNo, numbers),
  text('route', '装货地', row => row.loadPlace, places),
  text('route', '卸货地', row => row.unloadPlace, places),
  text('itemNames', '货物', row => row.itemNames),
  text('qty', '接单', row => printQuantity(row.quantityMode, row.qty)),
  text('qty', '待派', row => printQuantity(row.quantityMode, row.remainQty)),
  text('price', '承运单价(元)', row => priceOf(row.carrierUnitPrice), { permit: 'price.carrier' }),
  label('price', '计价', pricings, row => row.pricing, { permit: 'price.carrier' }),
  text('giver', '派单方', row => row.giverName, names),
  text('shipperName', '货主', row => row.shipperName, names),
  text('carrierName', '承运商', row => row.carrierName, names),
  label('source', '来源', taskSources, row => row.source),
  number('parts', '已转派份数', row => row.partCount),
  text('remark', '备注', row => row.remark, places),
  time('answer', '待答复至', row => (row.state === 'sent' ? row.answerBy : undefined)),
  time('answerBy', '答复截止', row => row.answerBy),
  time('createdAt', '任务时间', row => row.createdAt),
]

const vehicles: readonly ExportColumn<VehicleRow>[] = [
  text('plate', '车牌号', row => row.plate, { width: 12 }),
  label('paper', '认证状态', paperStandings.states, row => row.paper),
  text('plateColor', '车牌颜色', row => labelOf(plateColours, row.plateColor)),
  text('typeCode', '车辆类型', row => labelOf(vehicleTypes, row.typeCode) ?? row.typeCode, names),
  tons('tonnageG', '核定载质量', row => row.tonnageG),
  tons('grossG', '总质量', row => row.grossG),
  text('energy', '能源', row => labelOf(energyTypes, row.energy), { width: 10 }),
  text('owner', '所有人', row => row.owner, names),
  text('vin', '车辆识别代号', row => row.vin, numbers),
  text('transportCertNo', '道路运输证号', row => row.transportCertNo),
  time('transportCertExpiry', '道路运输证有效期', row => row.transportCertExpiry, { dayOnly: true }),
  time('licenceExpiry', '行驶证有效期', row => row.licenceExpiry, { dayOnly: true }),
  time('annualCheckExpiry', '年检有效期', row => row.annualCheckExpiry, { dayOnly: true }),
  time('insuranceExpiry', '交强险有效期', row => row.insuranceExpiry, { dayOnly: true }),
  text('lengthDm', '车长(米)', row => (row.lengthDm === undefined ? undefined : printDecimal(row.lengthDm, 1, 0)), {
    width: 10,
  }),
  text('trailerPlate', '挂车号牌', row => row.trailerPlate, { width: 12 }),
  count('openWaybills', '在途运单', row => row.openWaybills),
  text('carrierName', '承运商', row => row.carrierName, names),
]

const drivers: readonly ExportColumn<DriverRow>[] = [
  text('name', '姓名', row => row.name, { width: 10 }),
  label('paper', '认证状态', paperStandings.states, row => row.paper),
  text('mobile', '手机号', row => row.mobile, pii),
  text('idNo', '身份证号', row => row.idNo, { ...pii, ...numbers }),
  text('licenceClass', '准驾车型', row => row.licenceClass, { width: 10 }),
  time('licenceExpiry', '驾驶证有效期', row => row.licenceExpiry, { dayOnly: true }),
  time('idCardExpiry', '身份证有效期', row => row.idCardExpiry, { dayOnly: true }),
  text('qualificationNo', '从业资格证号', row => row.qualificationNo, { ...pii, ...numbers }),
  time('qualificationExpiry', '从业资格证有效期', row => row.qualificationExpiry, { dayOnly: true }),
  count('openWaybills', '在途运单', row => row.openWaybills),
  text('carrierName', '承运商', row => row.carrierName, names),
]

const settlements: readonly ExportColumn<SettlementRow>[] = [
  text('settlementNum', '结算单号', row => row.settlementNum, numbers),
  label('state', '状态', settlementStates.states, row => row.state),
  label('kind', '类型', settlementKinds, row => row.kind),
  text('pSettlementNum', '父单号', row => row.pSettlementNum, numbers),
  text('shipperName', '货主', row => row.shipperName, names),
  text('carrierName', '承运商', row => row.carrierName, names),
  text('period', '期间', row => row.period, { width: 10 }),
  count('lineCount', '行数', row => row.lineCount),
  money('payable', '应付', row => row.payable),
  money('oil', '油卡', row => row.oil),
  money('deducted', '扣款', row => row.deducted),
  money('carriedIn', '抵扣前欠', row => row.carriedIn),
  money('carriedOut', '转下期欠款', row => row.carriedOut),
  money('due', '实付', row => row.due),
  time('dueAt', '到期日', row => row.dueAt, { dayOnly: true }),
  text('maker', '制单人', row => row.maker),
  text('auditor', '审核人', row => row.auditor),
  text('payer', '支付人', row => row.payer),
  time('createdAt', '制单时间', row => row.createdAt),
]

const paymentTasks: readonly ExportColumn<PaymentTask>[] = [
  text('settlementNum', '结算单号', row => row.settlementNum, numbers),
  label('kind', '待办', paymentTaskKinds, row => row.kind),
  text('carrierName', '承运商', row => row.carrierName, names),
  money('due', '实付', row => row.due),
  time('dueAt', '到期日', row => row.dueAt, { dayOnly: true }),
  text('dueAt', '是否逾期', row => (row.isOverdue ? '逾期' : ''), { width: 10 }),
  time('waits', '等待起始', row => row.waitsSince),
  text('hint', '说明', row => row.hint, places),
  count('lineCount', '运单数', row => row.lineCount),
  text('shipperName', '货主', row => row.shipperName, names),
  text('maker', '制单人', row => row.maker),
]

const vouchers: readonly ExportColumn<VoucherRow>[] = [
  text('voucherNo', '凭证号', row => row.voucherNo, numbers),
  label('kind', '类型', voucherKinds, row => row.kind),
  label('state', '状态', voucherStates.states, row => row.state),
  time('date', '日期', row => row.date, { dayOnly: true }),
  text('summary', '摘要', row => row.summary, places),
  money('amount', '金额', row => row.amount),
  text('counterparty', '对方', row => row.counterparty, names),
  text('period', '会计期间', row => row.period, { width: 10 }),
  text('settlementNum', '结算单', row => row.settlementNum, numbers),
  text('waybillNo', '运单', row => row.waybillNo, numbers),
  text('branchName', '分公司', row => row.branchName, names),
  text('maker', '制单', row => row.maker),
]

const ledger: readonly ExportColumn<LedgerLine>[] = [
  time('date', '日期', line => line.date, { dayOnly: true }),
  text('entryNo', '分录号', line => line.entryNo, numbers),
  text('summary', '摘要', line => line.summary, places),
  text('party', '往来单位', line => line.party, names),
  money('debit', '借方', line => line.debit),
  money('credit', '贷方', line => line.credit),
  text('side', '方向', line => line.side, { width: 8 }),
  money('balance', '余额', line => fen(Math.abs(line.balance)), { isSummed: false }),
]

const messages: readonly ExportColumn<MessageRow>[] = [
  time('at', '时间', row => row.at),
  label('kind', '类型', messageKinds, row => row.kind),
  text('title', '标题', row => row.title, names),
  text('content', '内容', row => row.content, { width: 60 }),
  text('read', '状态', row => (row.read ? '已读' : '未读'), { width: 8 }),
]

/** By the key of the contract. */
export const sheets: Readonly<Record<ExportList, Exportable>> = {
  waybills: waybillSheet,
  goods: exportableList({ call: listGoods, page: findGoodsPage, columns: goods }),
  offers: exportableList({ call: listOffers, page: findOffers, columns: offers }),
  goodsChanges: exportableList({ call: listGoodsChanges, page: findChangesPage, columns: goodsChanges }),
  fences: exportableList({ call: listFences, page: findFenceList, columns: fences }),
  tasks: exportableList({ call: listTasks, page: findTasksPage, columns: tasks }),
  vehicles: exportableList({ call: listVehicles, page: findVehiclesPage, columns: vehicles }),
  drivers: exportableList({ call: listDrivers, page: findDriversPage, columns: drivers }),
  settlements: exportableList({ call: listSettlements, page: findSettlementsPage, columns: settlements }),
  ...partySheets,
  paymentTasks: exportableList({ call: listPaymentTasks, page: findPaymentTasks, columns: paymentTasks }),
  vouchers: exportableList({ call: listVouchers, page: findVouchersPage, columns: vouchers }),
  ledger: exportableList({ call: listLedger, page: findLedgerPage, columns: ledger }),
  specialTickets: specialTicketSheet,
  messages: exportableList({ call: listMessages, page: findMessages, columns: messages }),
}
