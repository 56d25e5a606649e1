// The list of refunds as it is drawn.
import type { RefundRow } from '@yunshu/contract/refund/refund'
import { refundListColumns } from '@yunshu/contract/refund/refundColumns'
import { refundStates } from '@yunshu/domain/refund'
import type { State } from '@yunshu/domain/states'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** The state with its turn where the reader may do the next step: who approved a refund does not send it. */
export function refundStateOf({ state, moves }: Pick<RefundRow, 'state' | 'moves'>): State {
  const { awaits: _awaits, ...rest }: State = refundStates.states[state]
  return moves.some(move => move !== 'reject') ? refundStates.states[state] : rest
}

const singles = drawColumns(refundListColumns, {
  refundNo: { width: 190, fixed: 'start', card: 'title' },
  state: {
    width: 90,
    render: row => <StateTag state={refundStateOf(row)} />,
  },
  shipperName: { width: 220 },
  amount: {
    width: 140,
    card: 'figure',
    render: ({ id, amount }) => <AskedMoney asked={{ amountOf: 'refund', id }} value={amount} />,
  },
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
  branchName: { width: 200, card: 'hide', render: ({ branchName }) => <BranchText name={branchName} /> },
})
const pair = pairing(singles)
/** The person it waits for beside the reader: who judged a refund does not send it. */
const waits = factOf(singles, 'state', {
  title: '等谁',
  render: ({ state, moves }) =>
    moves.includes('approve') || moves.includes('pay')
      ? null
      : state === 'asked'
        ? '等另一人审批'
        : state === 'approved'
          ? '等另一人退款'
          : null,
})

export const refundColumns = withDefaults(
  [
    pair('number', ['refundNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    pair('state', ['state', waits], { title: '状态', width: 110, card: 'tag' }),
    pair('shipper', ['shipperName', 'branchName'], { width: 186 }),
    pair('amount', ['amount', 'source'], { width: 120, align: 'right', card: 'figure' }),
    pair(
      'account',
      [
        'accountNo',
        factOf(singles, 'accountName', {
          render: ({ accountName, shipperName }) => (accountName === shipperName ? '同货主' : accountName),
        }),
      ],
      { width: 132, card: 'hide' },
    ),
    pair('people', ['asker', 'approver'], { width: 104, card: 'hide' }),
    pair('paid', ['serial', 'paidAt'], { width: 136, card: 'hide' }),
    'reason',
  ],
  singles,
)
