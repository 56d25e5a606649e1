// The columns of trades.
import { payChannels } from '@yunshu/domain/settlement/settlement'
import { tradeDirections, tradeKindName, tradeMarks, tradeRecons, tradeRecords } from '@yunshu/domain/trade'
import { count, label, money, text, time, type ListColumns } from '../columns.ts'
import type { TradeRow } from './trade.ts'

export const tradeListColumns = {
  tradeNo: text('流水号', row => row.tradeNo, { chars: 20 }),
  happenedAt: time('时间', row => row.happenedAt),
  kind: text('类型', tradeKindName),
  direction: label('方向', tradeDirections, row => row.direction),
  income: money('收入', row => row.income),
  outgo: money('支出', row => row.outgo),
  fee: money('手续费', row => row.fee),
  payer: text('付款方', row => row.payer.name, { chars: 26 }),
  payerAccount: text('付款账号', row => row.payer.account, { chars: 22 }),
  payee: text('收款方', row => row.payee.name, { chars: 26 }),
  payeeAccount: text('收款账号', row => row.payee.account, { chars: 22 }),
  channel: label('渠道', payChannels, row => row.channel),
  bankSerial: text('银行流水号', row => row.bankSerial, { chars: 26 }),
  settlementNum: text('结算单', row => row.settlementNum, { chars: 20 }),
  taskNo: text('支付任务', row => row.taskNo, { chars: 20 }),
  record: label('单据', tradeRecords, row => row.record),
  recordNo: text('单据号', row => row.recordNo, { chars: 20 }),
  waybills: count('运单数', row => row.waybills),
  mark: label('状态', tradeMarks, row => row.mark),
  recon: label('对账', tradeRecons, row => row.recon),
  slips: count('银行回单', row => row.slips),
  branchName: text('分公司', row => row.branchName, { chars: 26 }),
} satisfies ListColumns<TradeRow>
