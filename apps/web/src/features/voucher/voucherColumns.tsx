// The voucher list as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherListColumns } from '@yunshu/contract/voucher/voucherColumns'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { NumberedRemittance } from '../../parts/voucher/NumberedRemittance.tsx'
import { NumberedWaybill } from '../../parts/voucher/NumberedWaybill.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing } from '../../ui/Figures.tsx'

const sheetOf = ({ settlementNum }: Pick<VoucherRow, 'settlementNum'>) =>
  settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )
const waybillOf = ({ waybillNo }: Pick<VoucherRow, 'waybillNo'>) =>
  waybillNo === undefined ? nothing : <NumberedWaybill waybillNo={waybillNo} />
const remittanceOf = ({ remittanceNo }: Pick<VoucherRow, 'remittanceNo'>) =>
  remittanceNo === undefined ? nothing : <NumberedRemittance remittanceNo={remittanceNo} />

/** Its sheet, else its waybill, else the receipt it is about. */
const documentOf = (row: VoucherRow) =>
  row.settlementNum === undefined ? (row.waybillNo === undefined ? remittanceOf(row) : waybillOf(row)) : sheetOf(row)

const singles = drawColumns(voucherListColumns, {
  voucherNo: { width: 160, fixed: 'start', card: 'title' },
  kind: { width: 110 },
  date: { whole: true },
  summary: { width: 280 },
  amount: {
    width: 140,
    render: ({ id, amount }) => <AskedMoney asked={{ amountOf: 'voucher', id }} value={amount} />,
  },
  counterparty: { width: 210, card: 'hide' },
  state: {},
  period: { width: 120, card: 'hide' },
  settlementNum: { width: 190, card: 'hide', render: sheetOf },
  waybillNo: { width: 180, card: 'hide', render: waybillOf },
  remittanceNo: { width: 180, card: 'hide', render: remittanceOf },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 100, card: 'hide' },
  auditor: { width: 100, card: 'hide' },
})

/** The document it was made for. */
const document = factOf(singles, 'settlementNum', {
  render: documentOf,
  holds: ['settlementNum', 'waybillNo', 'remittanceNo'],
})
/** Without the number its document stands under. */
const summary = factOf(singles, 'summary', {
  render: ({ summary: text, waybillNo, settlementNum, remittanceNo }) => {
    const bare = [waybillNo, settlementNum, remittanceNo].reduce<string>(
      (rest, no) => (no === undefined ? rest : rest.replace(no, '').trim()),
      text,
    )
    return <span title={text}>{bare === '' ? text : bare}</span>
  },
})
const pair = pairing(singles)

export const voucherColumns = withDefaults(
  [
    pair('number', ['voucherNo', 'date'], { width: 170, fixed: 'start', card: 'title' }),
    pair('kind', ['kind', 'branchName'], { width: 110, card: 'hide' }),
    pair('summary', [summary, 'counterparty'], { width: 260, isKept: true }),
    pair('amount', ['amount'], { width: 130, align: 'right', card: 'figure' }),
    'state',
    pair('document', [document], { title: '单据', width: 170, fits: true, card: 'hide' }),
    pair('people', ['maker', 'auditor'], { width: 110, card: 'hide' }),
  ],
  singles,
)
