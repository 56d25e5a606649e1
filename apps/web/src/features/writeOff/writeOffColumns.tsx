// The list of write-offs as it is drawn.
import { writeOffListColumns } from '@yunshu/contract/writeOff/writeOffColumns'
import type { WriteOffRow } from '@yunshu/contract/writeOff/writeOff'
import type { State } from '@yunshu/domain/states'
import { writeOffStates } from '@yunshu/domain/writeOff'
import { printCount } from '@yunshu/domain/figures/decimal'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { StateTag } from '../../ui/StatusTag.tsx'

/** The state with its turn, where the reader may take it: nobody agrees with their own. */
export function writeOffStateOf({ state, moves }: WriteOffRow): State {
  const { awaits: _awaits, ...rest }: State = writeOffStates.states[state]
  return moves.includes('confirm') || moves.includes('undo') ? writeOffStates.states[state] : rest
}

const singles = drawColumns(writeOffListColumns, {
  writeOffNo: { width: 190, fixed: 'start', card: 'title', render: row => <strong>{row.writeOffNo}</strong> },
  state: { width: 110, card: 'tag', render: row => <StateTag state={writeOffStateOf(row)} /> },
  shipperName: { width: 210 },
  branchName: { width: 210, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  waybillNo: { width: 180 },
  waybills: { width: 80, card: 'hide' },
  amount: { width: 120, card: 'figure' },
  standing: { width: 120, card: 'hide' },
  reason: { width: 180 },
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
const pair = pairing(singles)
const who = factOf(singles, 'shipperName', {
  render: ({ shipperName }) => <span title={shipperName}>{shortCompany(shipperName)}</span>,
})
/** The others beside the first of its waybills. */
const others = factOf(singles, 'waybills', {
  render: ({ waybills }) => (waybills === 1 ? null : `等 ${printCount(waybills)} 单`),
})
export const writeOffColumns = withDefaults(
  [
    pair('number', ['writeOffNo', 'createdAt'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('who', [who, 'branchName'], { width: 190 }),
    pair('amount', ['amount', 'standing'], { title: '金额 / 现核销(元)', width: 140, align: 'right', card: 'figure' }),
    pair('waybill', ['waybillNo', others], { width: 180 }),
    pair('people', ['maker', 'checker'], { width: 104, card: 'hide' }),
    'reason',
  ],
  singles,
)
