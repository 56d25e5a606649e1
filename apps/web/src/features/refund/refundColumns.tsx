// The list of refunds as it is drawn.
import { refundListColumns } from '@yunshu/contract/refund/refundColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(refundListColumns, {
  refundNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 90 },
  shipperName: { width: 220 },
  amount: { width: 140, card: 'figure' },
  source: { width: 110, card: 'hide' },
  accountName: { width: 220 },
  accountNo: { width: 130, card: 'hide' },
  reason: { width: 150, card: 'hide' },
  createdAt: { card: 'hide' },
  asker: { width: 100, card: 'hide' },
  approver: { width: 100, card: 'hide' },
  payer: { width: 100, card: 'hide' },
  serial: { width: 190, card: 'hide' },
  paidAt: { card: 'hide' },
  answer: { width: 180, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
})
const pair = pairing(singles)

export const refundColumns = withDefaults(
  [
    pair('number', ['refundNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('shipper', ['shipperName', 'branchName'], { width: 160 }),
    pair('amount', ['amount', 'source'], { width: 120, align: 'right', card: 'figure' }),
    pair('account', ['accountName', 'accountNo'], { width: 170 }),
    pair('people', ['asker', 'approver'], { width: 90, card: 'hide' }),
    pair('paid', ['serial', 'paidAt'], { width: 150, card: 'hide' }),
    'reason',
  ],
  singles,
)
