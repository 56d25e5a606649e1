// The voucher list as it is drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { VoucherRow } from '@yunshu/contract/voucher/voucher'
import { voucherListColumns } from '@yunshu/contract/voucher/voucherColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { nothing } from '../../ui/Figures.tsx'

const sheetLink = ({ settlementNum }: VoucherRow) =>
  settlementNum === undefined ? (
    nothing
  ) : (
    <a className="ys-link" href={screenUrl('SettlementNormal', { settlementNum })}>
      {settlementNum}
    </a>
  )

const singles = drawColumns(voucherListColumns, {
  voucherNo: { width: 160, fixed: 'start', card: 'title' },
  kind: { width: 110 },
  date: { whole: true },
  summary: { width: 280 },
  amount: { width: 140 },
  counterparty: { width: 210, card: 'hide' },
  state: {},
  period: { width: 120, card: 'hide' },
  settlementNum: { width: 190, card: 'hide', render: sheetLink },
  waybillNo: { width: 180, card: 'hide' },
  branchName: { width: 210, card: 'hide' },
  maker: { width: 100, card: 'hide' },
})

const pair = pairing(singles)

export const voucherColumns = withDefaults(
  [
    pair('number', ['voucherNo', 'date'], { width: 170, fixed: 'start', card: 'title' }),
    pair('kind', ['kind', 'period'], { width: 110 }),
    pair('summary', ['summary', 'counterparty'], { width: 280 }),
    pair('document', ['settlementNum', 'waybillNo'], { width: 180, card: 'hide' }),
    pair('amount', ['amount'], { width: 140, align: 'right', card: 'figure' }),
    'state',
    pair('people', ['maker', 'branchName'], { width: 110, card: 'hide' }),
  ],
  singles,
)
