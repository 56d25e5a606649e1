// The columns of settlement sheets.
import { settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { count, day, label, money, month, state, text, time, type ListColumns } from '../columns.ts'
import type { SettlementRow } from './settlement.ts'

export const settlementListColumns = {
  settlementNum: text('结算单号', row => row.settlementNum, { chars: 20 }),
  state: state('状态', settlementStates, row => row.state),
  kind: label('类型', settlementKinds, row => row.kind),
  pSettlementNum: text('原结算单', row => row.pSettlementNum, { chars: 20 }),
  shipperName: text('货主', row => row.shipperName, { chars: 26 }),
  carrierName: text('承运商', row => row.carrierName, { chars: 26 }),
  period: month('期间', row => row.period),
  lineCount: count('行数', row => row.lineCount),
  payable: money('应付', row => row.payable),
  oil: money('油卡', row => row.oil),
  advanced: money('预付', row => row.advanced),
  deducted: money('扣款(含抹零)', row => row.deducted),
  penalty: money('其中罚款', row => row.penalty),
  carriedIn: money('抵扣前欠', row => row.carriedIn),
  carriedOut: money('转下期欠款', row => row.carriedOut),
  due: money('实付', row => row.due),
  dueAt: day('到期日', row => row.dueAt),
  maker: text('制单人', row => row.maker),
  auditor: text('审核人', row => row.auditor),
  payer: text('支付人', row => row.payer),
  createdAt: time('制单时间', row => row.createdAt),
} satisfies ListColumns<SettlementRow>
