// The columns of an account's statement.
import { tradeRecons } from '@yunshu/domain/trade'
import { day, label, money, text, type ListColumns } from '../columns.ts'
import type { FlowLine } from './flow.ts'

export const flowListColumns = {
  date: day('日期', line => line.date),
  summary: text('摘要', line => line.summary, { chars: 36 }),
  counterparty: text('对方', line => line.counterparty, { chars: 26 }),
  settlementNum: text('结算单', line => line.settlementNum, { chars: 20 }),
  waybillNo: text('运单', line => line.waybillNo, { chars: 20 }),
  income: money('收入/增加', line => line.income),
  outgo: money('支出/减少', line => line.outgo),
  balance: money('余额', line => line.balance, { isSummed: false }),
  dayIncome: money('当日收入', line => line.dayIncome, { isSummed: false }),
  dayOutgo: money('当日支出', line => line.dayOutgo, { isSummed: false }),
  recon: label('对账', tradeRecons, line => line.recon),
  entryNo: text('分录号', line => line.entryNo, { chars: 20 }),
  branchName: text('分公司', line => line.branchName, { chars: 26 }),
} satisfies ListColumns<FlowLine>
