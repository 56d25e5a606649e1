// The columns of the voucher list.
import { screenUrl } from '@yunshu/contract/screens'
import type { VoucherRow } from '@yunshu/contract/voucher'
import { periodText, voucherKinds, voucherStates } from '@yunshu/domain/voucher/voucher'
import { moneyColumn, stateColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'

/** Address of a voucher's page. */
export const voucherUrl = (id: string, branchCompanyId: string): string =>
  screenUrl('AccountingVoucher', { id, branchCompanyId })

export const voucherColumns: readonly Column<VoucherRow>[] = [
  textColumn('voucherNo', '凭证号', row => row.voucherNo, { width: 160, fixed: 'start', card: 'title' }),
  textColumn('kind', '类型', row => voucherKinds[row.kind], { width: 110 }),
  timeColumn('date', '日期', row => row.date, { dayOnly: true }),
  textColumn('summary', '摘要', row => row.summary, { width: 280 }),
  moneyColumn('amount', '金额', row => row.amount, { width: 140 }),
  textColumn('counterparty', '对方', row => row.counterparty, { width: 210, card: 'hide' }),
  stateColumn('state', '状态', voucherStates, row => row.state),
  textColumn('period', '会计期间', row => periodText(row.period), { width: 120, card: 'hide' }),
  {
    key: 'settlementNum',
    title: '结算单',
    width: 190,
    card: 'hide',
    render: row =>
      row.settlementNum === undefined ? (
        '--'
      ) : (
        <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum: row.settlementNum })}>
          {row.settlementNum}
        </a>
      ),
  },
  textColumn('waybillNo', '运单', row => row.waybillNo, { width: 180, card: 'hide' }),
  textColumn('branchName', '分公司', row => row.branchName, { width: 210, card: 'hide' }),
  textColumn('maker', '制单', row => row.maker, { width: 100, card: 'hide' }),
]
