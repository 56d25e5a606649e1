// The columns of the settlement list, with the mark of overdue sheets.
import { screenUrl } from '@yunshu/contract/screens'
import type { SettlementRow } from '@yunshu/contract/settlement/settlement'
import { settlementKinds, settlementStates } from '@yunshu/domain/settlement/settlement'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { moneyColumn, stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { DueDate } from './DueDate.tsx'

/** Address of a sheet's page. */
export const settlementUrl = (settlementNum: string): string => screenUrl('SettlementNormal', { settlementNum })

export const settlementColumns: readonly Column<SettlementRow>[] = [
  textColumn('settlementNum', '结算单号', row => row.settlementNum, { width: 180, fixed: 'start', card: 'title' }),
  stateColumn('state', '状态', settlementStates, row => row.state),
  textColumn('carrierName', '承运商', row => row.carrierName, { width: 210 }),
  moneyColumn('due', '实付', row => row.due, { width: 140 }),
  { key: 'dueAt', title: '到期日', width: 190, render: row => <DueDate dueAt={row.dueAt} state={row.state} /> },
  {
    key: 'lineCount',
    title: '行数',
    width: 80,
    align: 'right',
    render: row => <span className="ys-figure">{row.lineCount}</span>,
  },
  moneyColumn('payable', '应付', row => row.payable, { card: 'hide', width: 140 }),
  moneyColumn('oil', '油卡', row => row.oil, { card: 'hide', width: 130 }),
  moneyColumn('deducted', '扣款', row => row.deducted, { card: 'hide' }),
  moneyColumn('carriedIn', '抵扣前欠', row => row.carriedIn, { card: 'hide', isHidden: true }),
  moneyColumn('carriedOut', '转下期欠款', row => row.carriedOut, { card: 'hide', isHidden: true }),
  textColumn('shipperName', '货主', row => row.shipperName, { width: 210, card: 'hide' }),
  textColumn('period', '期间', row => periodText(row.period), { width: 110, card: 'hide' }),
  textColumn('kind', '类型', row => settlementKinds[row.kind], { width: 100, card: 'hide' }),
  textColumn('maker', '制单人', row => row.maker, { width: 100, card: 'hide' }),
  textColumn('auditor', '审核人', row => row.auditor, { width: 100, card: 'hide' }),
  textColumn('payer', '支付人', row => row.payer, { width: 100, card: 'hide' }),
  timeColumn('createdAt', '制单时间', row => row.createdAt, { card: 'hide' }),
  {
    key: 'pSettlementNum',
    title: '父单号',
    width: 190,
    card: 'hide',
    isHidden: true,
    render: row =>
      row.pSettlementNum === undefined ? (
        '--'
      ) : (
        <a className="ys-link" href={settlementUrl(row.pSettlementNum)}>
          {row.pSettlementNum}
        </a>
      ),
  },
]
