// The columns of statements and of their lines.
import { chargeCodes } from '@yunshu/domain/settlement/charges'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { printYuan } from '@yunshu/domain/figures/money'
import { lineMarks, statementKinds, statementStates } from '@yunshu/domain/statement'
import { count, day, label, lines, money, month, place, state, text, time, tons, type ListColumns } from '../columns.ts'
import type { StatementLine, StatementRow } from './statement.ts'

export const statementListColumns = {
  statementNo: text('对账单号', row => row.statementNo, { chars: 20 }),
  state: state('状态', statementStates, row => row.state),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  period: month('月份', row => row.period),
  openingOwed: money('期初应收', row => row.openingOwed, { isSummed: false }),
  openingPrepaid: money('期初预收', row => row.openingPrepaid, { isSummed: false }),
  freight: money('本期运费', row => row.freight),
  adjusted: money('冲减', row => row.adjusted),
  received: money('本期收款', row => row.received),
  refunded: money('退款', row => row.refunded),
  setOff: money('预收冲应收', row => row.setOff),
  invoiced: money('本期开票', row => row.invoiced),
  closingOwed: money('期末应收', row => row.closingOwed, { isSummed: false }),
  closingPrepaid: money('期末预收', row => row.closingPrepaid, { isSummed: false }),
  lines: count('行数', row => row.lines),
  late: count('补记行数', row => row.late),
  createdAt: time('制单时间', row => row.createdAt),
  maker: text('制单人', row => row.maker),
  sentAt: time('发送时间', row => row.sentAt),
  answerer: text('确认人', row => row.answerer),
  answeredAt: time('确认时间', row => row.answeredAt),
  reason: text('撤回原因', row => row.reason, { chars: 26 }),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<StatementRow>

export const statementLineListColumns = {
  day: day('日期', row => row.day),
  kind: label('类别', statementKinds, row => row.kind),
  late: text('补记', row => (row.isLate ? '前期补记' : undefined)),
  waybillNo: text('运单号', row => row.waybillNo, { chars: 20 }),
  upstreamNo: text('客户单号', row => row.upstreamNo, { chars: 20 }),
  loadPlace: place('装货地', row => row.loadPlace),
  unloadPlace: place('卸货地', row => row.unloadPlace),
  plate: text('车牌号', row => row.plate),
  weight: tons('重量', row => row.weightG),
  summary: text('摘要', row => row.summary, { chars: 30 }),
  charges: lines('费用明细', row =>
    row.charges.map(({ code, amount }) => `${chargeCodes[code].label} ${groupThousands(printYuan(amount))}`),
  ),
  owed: money('应收增减', row => row.owed),
  prepaid: money('预收增减', row => row.prepaid),
  invoiced: money('开票', row => row.invoiced),
  number: text('分录/发票号', row => row.number, { chars: 24 }),
  mark: label('核对', lineMarks, row => row.mark),
  dispute: text('异议', row => row.dispute, { chars: 26 }),
  answer: text('说明', row => row.answer, { chars: 26 }),
} satisfies ListColumns<StatementLine>
