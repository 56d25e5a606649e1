// The list of remittances as it is drawn.
import { remittanceListColumns } from '@yunshu/contract/remittance/remittanceColumns'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { Money } from '../../ui/Figures.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { RemittanceTag } from './RemittanceTag.tsx'

const singles = drawColumns(remittanceListColumns, {
  remittanceNo: { width: 190, fixed: 'start', card: 'title' },
  state: { render: row => <RemittanceTag of={row} /> },
  date: { width: 130 },
  amount: { width: 140 },
  claimed: { width: 130, card: 'hide' },
  rest: { width: 130, card: 'hide' },
  refunded: { width: 130, card: 'hide' },
  payerName: { width: 220 },
  payerAccount: { width: 120, card: 'hide' },
  bankNote: { width: 200, card: 'hide' },
  serial: { width: 210 },
  shipperName: { width: 220 },
  debtorName: { width: 220, card: 'hide' },
  depositNo: { width: 190, card: 'hide' },
  branchName: { width: 210, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
  maker: { width: 110, card: 'hide' },
  createdAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  claimer: { width: 100, card: 'hide' },
  claimedAt: { card: 'hide' },
  returnTaskNo: { width: 190, card: 'hide' },
  refundSerial: { width: 180, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})

const pair = pairing(singles)

const said = [
  pair('number', ['remittanceNo', 'date'], { width: 170, fixed: 'start', card: 'title' }),
  'state',
  // the payer's words tell whose money it is
  pair('payer', ['payerName', 'bankNote'], { width: 200 }),
  // of money that is claimed in parts the rest, which is nobody's
  pair(
    'amount',
    [
      'amount',
      factOf(singles, 'rest', {
        render: row =>
          row.rest > 0 && row.rest < row.amount ? (
            <>
              未认领 <Money value={row.rest} />
            </>
          ) : row.refunded > 0 && row.refunded < row.amount ? (
            <>
              退回 <Money value={row.refunded} />
            </>
          ) : null,
      }),
    ],
    { title: '金额(元)', width: 140, align: 'right', card: 'figure', orders: ['amount'] },
  ),
  pair('bank', ['serial', 'payerAccount'], { width: 170, card: 'hide' }),
  pair('company', ['shipperName', 'debtorName'], { width: 190 }),
]

/** The columns of a branch, and of the platform, which has all branches below each other. */
export const remittanceColumns = {
  branch: withDefaults([...said, pair('people', ['maker', 'claimer'], { width: 110, card: 'hide' })], singles),
  platform: withDefaults([...said, pair('branch', ['branchName', 'maker'], { width: 118 })], singles),
} as const
