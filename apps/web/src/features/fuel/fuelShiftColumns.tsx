// The list of shifts of stock as it is drawn.
import { fuelShiftListColumns } from '@yunshu/contract/fuel/fuelColumns'
import type { FuelShiftRow } from '@yunshu/contract/fuel/shift'
import { listUrl } from '@yunshu/contract/screens/screens'
import { fuelShiftStates } from '@yunshu/domain/fuel/fuelShift'
import type { State } from '@yunshu/domain/states'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** The state with its turn, where the reader may take it: nobody agrees with their own. */
export function fuelShiftStateOf({ state, moves }: FuelShiftRow): State {
  const { awaits: _awaits, ...rest }: State = fuelShiftStates.states[state]
  return moves.includes('confirm') || moves.includes('undo') ? fuelShiftStates.states[state] : rest
}

/** The line of the provider a loss accounts for, found in its list. */
export function UseLink({ serial }: { serial: string | undefined }) {
  if (serial === undefined) return nothing
  return (
    <a className="ys-link" href={listUrl('FuelUses', { text: serial })}>
      {serial}
    </a>
  )
}

const shifts = drawColumns(fuelShiftListColumns, {
  shiftNo: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.shiftNo}</strong> },
  state: { width: 110, render: row => <StateTag state={fuelShiftStateOf(row)} /> },
  kind: { width: 100 },
  of: { width: 80, card: 'hide' },
  provider: { width: 150 },
  accountNo: { width: 190 },
  toAccountNo: { width: 190 },
  amount: { width: 120, card: 'figure' },
  useSerial: { width: 190, card: 'hide', render: row => <UseLink serial={row.useSerial} /> },
  reason: { width: 180 },
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
const pair = pairing(shifts)
/** The account it goes to, of a transfer alone. */
const goesTo = factOf(shifts, 'toAccountNo', {
  render: row => (row.toAccountNo === undefined ? null : `划入 ${row.toAccountNo}`),
})
export const fuelShiftColumns = withDefaults(
  [
    pair('number', ['shiftNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('kind', ['kind', 'provider'], { width: 130 }),
    pair('account', ['accountNo', goesTo], { width: 200, fits: true }),
    'amount',
    pair('people', ['maker', 'checker'], { width: 104, card: 'hide' }),
    'reason',
  ],
  shifts,
)
