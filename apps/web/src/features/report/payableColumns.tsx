// The aging of payables as it is drawn.
import { payableListColumns } from '@yunshu/contract/report/payableColumns'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** An amount; nothing to look at where it is zero. */
const unlessZero = (value: Fen) => (value === 0 ? <span className="ys-weak">0.00</span> : <Money value={value} />)
/** An amount past its due date, in red. */
const late = (value: Fen) => (value === 0 ? unlessZero(value) : <b className="ys-minus">{printMoney(value)}</b>)

const singles = drawColumns(payableListColumns, {
  carrierName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  parts: { width: 80, isNamed: true },
  due: { width: 125, isNamed: true, render: row => unlessZero(row.due) },
  d7: { width: 130, isNamed: true, render: row => late(row.d7) },
  d30: { width: 130, isNamed: true, render: row => late(row.d30) },
  older: { width: 130, isNamed: true, render: row => late(row.older) },
  rest: { width: 120, card: 'hide', render: row => unlessZero(row.rest) },
  total: { width: 130, card: 'figure' },
  oldestAt: { width: 110, card: 'hide' },
})

const pair = pairing(singles)

export const payableColumns = withDefaults(
  [
    pair('carrier', ['carrierName', 'branchName'], { width: 210, fixed: 'start', card: 'title' }),
    'due',
    'd7',
    'd30',
    'older',
    'rest',
    pair('total', ['total', 'parts'], { width: 140, align: 'right', card: 'figure' }),
    'oldestAt',
  ],
  singles,
)
