// The columns of accounts of fuel and tolls, of cards, and of what was handed out.
import { printDecimal } from '@yunshu/domain/figures/decimal'
import {
  fuelCardStates,
  fuelIssueStates,
  fuelKinds,
  fuelMedia,
  fuelUseFaults,
  fuelUseStates,
} from '@yunshu/domain/fuel/fuel'
import { fuelShiftKinds, fuelShiftStates } from '@yunshu/domain/fuel/fuelShift'
import { tollPassStates } from '@yunshu/domain/fuel/toll'
import { count, label, money, state, text, time, unitPrice, type ListColumns } from '../columns.ts'
import type { FuelAccountRow, FuelCardRow } from './fuel.ts'
import type { FuelIssueRow } from './issue.ts'
import type { FuelShiftRow } from './shift.ts'
import type { TollPassRow } from './toll.ts'
import type { FuelUseRow } from './use.ts'

export const fuelAccountListColumns = {
  provider: text('供应商', row => row.provider, { chars: 20 }),
  accountNo: text('账户号', row => row.accountNo, { chars: 22 }),
  kind: label('类型', fuelKinds, row => row.kind),
  balance: money('余额', row => row.balance),
  waiting: money('充值待复核', row => row.waiting),
  out: money('在外未用', row => row.out),
  cards: count('油卡', row => row.cards),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  createdBy: text('登记人', row => row.createdBy),
  createdAt: time('登记时间', row => row.createdAt),
} satisfies ListColumns<FuelAccountRow>

export const fuelCardListColumns = {
  cardNo: text('卡号', row => row.cardNo, { chars: 22 }),
  state: state('状态', fuelCardStates, row => row.state),
  provider: text('供应商', row => row.provider, { chars: 20 }),
  plate: text('车牌', row => row.plate, { chars: 12 }),
  holder: text('持卡人', row => row.holder),
  balance: money('卡上未用', row => row.balance),
  usedAt: time('最近使用', row => row.usedAt),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  createdAt: time('登记时间', row => row.createdAt),
  reason: text('冻结或注销原因', row => row.reason, { chars: 26 }),
} satisfies ListColumns<FuelCardRow>

export const fuelIssueListColumns = {
  issueNo: text('发放单号', row => row.issueNo, { chars: 20 }),
  state: state('状态', fuelIssueStates, row => row.state),
  medium: label('方式', fuelMedia, row => row.medium),
  kind: label('类型', fuelKinds, row => row.kind),
  provider: text('供应商', row => row.provider, { chars: 20 }),
  cardNo: text('卡号', row => row.cardNo, { chars: 22 }),
  couponNo: text('券码', row => row.couponNo, { chars: 18 }),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 22 }),
  plate: text('车牌', row => row.plate, { chars: 12 }),
  driver: text('司机', row => row.driver),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  amount: money('发放', row => row.amount),
  used: money('已用', row => row.used),
  recovered: money('已回收', row => row.recovered),
  left: money('未用', row => row.left),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('发放人', row => row.maker),
  createdAt: time('发放时间', row => row.createdAt),
  endedAt: time('用完或回收时间', row => row.endedAt),
  endedBy: text('办理人', row => row.endedBy),
  reason: text('回收原因', row => row.reason, { chars: 26 }),
  remark: text('备注', row => row.remark, { chars: 26 }),
} satisfies ListColumns<FuelIssueRow>

export const fuelUseListColumns = {
  serial: text('流水号', row => row.serial, { chars: 24 }),
  state: state('状态', fuelUseStates, row => row.state),
  fault: label('差异', fuelUseFaults, row => row.fault),
  provider: text('供应商', row => row.provider, { chars: 20 }),
  cardNo: text('卡号', row => row.cardNo, { chars: 24 }),
  couponNo: text('券码', row => row.couponNo, { chars: 18 }),
  usedAt: time('消费时间', row => row.usedAt),
  station: text('油站', row => row.station, { chars: 24 }),
  litres: text('升数', row => (row.litresCl === undefined ? undefined : printDecimal(row.litresCl, 2))),
  unitPrice: unitPrice('单价', row => row.unitPrice),
  amount: money('金额', row => row.amount),
  waybillNos: text('运单号', row => row.waybillNos, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('登记人', row => row.maker),
  createdAt: time('登记时间', row => row.createdAt),
  endedBy: text('办理人', row => row.endedBy),
  reason: text('说明', row => row.reason, { chars: 26 }),
} satisfies ListColumns<FuelUseRow>

export const fuelShiftListColumns = {
  shiftNo: text('调整单号', row => row.shiftNo, { chars: 20 }),
  state: state('状态', fuelShiftStates, row => row.state),
  kind: label('业务', fuelShiftKinds, row => row.kind),
  of: label('类型', fuelKinds, row => row.of),
  provider: text('供应商', row => row.provider, { chars: 20 }),
  accountNo: text('账户号', row => row.accountNo, { chars: 22 }),
  toAccountNo: text('划入账户', row => row.toAccountNo, { chars: 22 }),
  amount: money('金额', row => row.amount),
  useSerial: text('用油流水', row => row.useSerial, { chars: 24 }),
  reason: text('原因', row => row.reason, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('登记人', row => row.maker),
  createdAt: time('登记时间', row => row.createdAt),
  checker: text('复核人', row => row.checker),
  checkedAt: time('复核时间', row => row.checkedAt),
  answer: text('驳回原因', row => row.answer, { chars: 26 }),
  undoReason: text('冲销原因', row => row.undoReason, { chars: 26 }),
  undoAsker: text('冲销申请人', row => row.undoAsker),
  undoChecker: text('冲销复核人', row => row.undoChecker),
  undoneAt: time('冲销时间', row => row.undoneAt),
} satisfies ListColumns<FuelShiftRow>

export const tollPassListColumns = {
  serial: text('流水号', row => row.serial, { chars: 24 }),
  state: state('状态', tollPassStates, row => row.state),
  provider: text('供应商', row => row.provider, { chars: 20 }),
  plate: text('车牌', row => row.plate, { chars: 12 }),
  entry: text('入口', row => row.entry, { chars: 16 }),
  exit: text('出口', row => row.exit, { chars: 16 }),
  enteredAt: time('入口时间', row => row.enteredAt),
  passedAt: time('通行时间', row => row.passedAt),
  amount: money('通行费', row => row.amount),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 22 }),
  issueNo: text('发放单号', row => row.issueNo, { chars: 20 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
  maker: text('导入人', row => row.maker),
  createdAt: time('导入时间', row => row.createdAt),
  endedBy: text('归集人', row => row.endedBy),
  endedAt: time('归集时间', row => row.endedAt),
} satisfies ListColumns<TollPassRow>
