// The lists of deposits and of their ways out as they are drawn.
import type { DepositRow } from '@yunshu/contract/deposit/deposit'
import type { DepositBackRow } from '@yunshu/contract/deposit/depositBack'
import { depositBackListColumns, depositListColumns } from '@yunshu/contract/deposit/depositColumns'
import { depositBackStates, depositStates } from '@yunshu/domain/deposit'
import type { State } from '@yunshu/domain/states'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import { AskedMoney } from '../../parts/explain/AskedMoney.tsx'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { AccountChange, DepositLink, DepositMoney } from './depositFacts.tsx'

/** A state without its turn, where none of the reader's steps carries it on. */
const stateFor = (state: State, isMine: boolean): State => {
  const { awaits: _awaits, ...rest } = state
  return isMine ? state : rest
}
/** The state of a deposit as the reader sees it. */
export const depositStateOf = ({ state, moves }: Pick<DepositRow, 'state' | 'moves'>): State =>
  stateFor(depositStates.states[state], moves.includes('confirm') || moves.includes('undo'))
const sendsOn = ['approve', 'setOff', 'pay', 'bounce', 'undo']
/** The state of a way out as the reader sees it. */
export const depositBackStateOf = ({ state, moves }: Pick<DepositBackRow, 'state' | 'moves'>): State =>
  stateFor(
    depositBackStates.states[state],
    moves.some(move => sendsOn.includes(move)),
  )

const deposits = drawColumns(depositListColumns, {
  depositNo: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.depositNo}</strong> },
  state: { width: 110, render: row => <StateTag state={depositStateOf(row)} /> },
  carrierName: { width: 220 },
  purpose: { width: 90 },
  amount: { width: 130, card: 'figure', render: row => <DepositMoney row={row} of="amount" /> },
  asked: { width: 120, card: 'hide', render: row => <DepositMoney row={row} of="asked" /> },
  gone: { width: 120, card: 'hide', render: row => <DepositMoney row={row} of="gone" /> },
  left: { width: 130, render: row => <DepositMoney row={row} of="left" /> },
  means: { width: 100, card: 'hide' },
  date: { width: 120, card: 'hide' },
  serial: { width: 200, card: 'hide' },
  remittanceNo: { width: 190, card: 'hide' },
  remark: { width: 180, card: 'hide' },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  checkedAt: { card: 'hide' },
  answer: { width: 180, card: 'hide' },
  undoReason: { width: 180, card: 'hide' },
  undoAsker: { width: 100, card: 'hide' },
  undoChecker: { width: 100, card: 'hide' },
  undoneAt: { card: 'hide' },
})
const pair = pairing(deposits)
/** Columns of deposits with those of whom a row is about. */
const depositsWith = (who: ReturnType<typeof pair>) =>
  withDefaults(
    [
      pair('number', ['depositNo', 'date'], { width: 160, fixed: 'start', card: 'title' }),
      'state',
      who,
      pair('purpose', ['purpose', 'means'], { width: 100 }),
      pair('amount', ['amount', 'serial'], { width: 150, align: 'right', card: 'figure' }),
      pair('left', ['left', 'asked'], { title: '可退 / 退还中(元)', width: 130, align: 'right', card: 'hide' }),
      'gone',
      pair('people', ['maker', 'checker'], { width: 104, card: 'hide' }),
    ],
    deposits,
  )

/** The reader, as far as the columns of deposits differ. */
export const useDepositSide = (): keyof typeof depositColumns =>
  sidesOf(useSession(({ info }) => info)).some(isHouseSide) ? 'house' : 'carrier'

/** A carrier reads who holds its deposit, not its own name in every row. */
export const depositColumns = {
  house: depositsWith(pair('carrier', ['carrierName', 'branchName'], { width: 186 })),
  carrier: depositsWith(pair('branch', ['branchName'], { width: 186 })),
} as const

const backs = drawColumns(depositBackListColumns, {
  backNo: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.backNo}</strong> },
  state: { width: 120, render: row => <StateTag state={depositBackStateOf(row)} /> },
  depositNo: { width: 190, render: row => <DepositLink no={row.depositNo} /> },
  carrierName: { width: 220 },
  purpose: { width: 90, card: 'hide' },
  kind: { width: 90 },
  amount: {
    width: 130,
    card: 'figure',
    render: ({ id, amount }) => <AskedMoney asked={{ amountOf: 'depositBack', id }} value={amount} />,
  },
  accountName: { width: 220, card: 'hide' },
  accountNo: { width: 130, card: 'hide' },
  bank: { width: 180, card: 'hide' },
  accountChange: { width: 120, card: 'hide', render: row => <AccountChange of={row} /> },
  debtNo: { width: 190, card: 'hide' },
  reason: { width: 180 },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  asker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide' },
  approver: { width: 100, card: 'hide' },
  approvedAt: { card: 'hide' },
  payer: { width: 100, card: 'hide' },
  serial: { width: 200, card: 'hide' },
  paidAt: { card: 'hide' },
  answer: { width: 180, card: 'hide' },
  backReason: { width: 180, card: 'hide' },
  backSerial: { width: 200, card: 'hide' },
  backAsker: { width: 130, card: 'hide' },
  backChecker: { width: 130, card: 'hide' },
  backAt: { card: 'hide' },
})
const pairBack = pairing(backs)
/** The account money goes to, or the debt it pays first. */
const goesTo = factOf(backs, 'accountName', {
  title: '去向',
  render: ({ accountName, debtNo }) => debtNo ?? accountName,
})
/** Its account, and a word where that is no longer the carrier's. */
const accountOf = factOf(backs, 'accountNo', {
  title: '收款账号',
  render: row => (
    <>
      {row.accountNo} <AccountChange of={row} />
    </>
  ),
})
const backsWith = (who: ReturnType<typeof pairBack>) =>
  withDefaults(
    [
      pairBack('number', ['backNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
      'state',
      who,
      pairBack('deposit', ['depositNo', 'purpose'], { width: 150 }),
      pairBack('amount', ['amount', 'kind'], { width: 120, align: 'right', card: 'figure' }),
      pairBack('way', [goesTo, accountOf], { title: '去向', width: 186 }),
      pairBack('people', ['asker', 'approver'], { width: 104, card: 'hide' }),
    ],
    backs,
  )
export const depositBackColumns = {
  house: backsWith(pairBack('carrier', ['carrierName', 'branchName'], { width: 186 })),
  carrier: backsWith(pairBack('branch', ['branchName'], { width: 186 })),
} as const
