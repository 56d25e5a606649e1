// The aging of receivables as it is drawn.
import { agingListColumns } from '@yunshu/contract/report/agingColumns'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { BranchText } from '../../ui/BranchText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** Zeros are quiet; debts three months late are out of order. */
const Aged = ({ value, isBad = false }: { value: Fen; isBad?: boolean }) => (
  <span className={value === 0 ? 'ys-figure ys-weak' : isBad ? 'ys-figure ys-fault' : 'ys-figure'}>
    {printMoney(value)}
  </span>
)

const singles = drawColumns(agingListColumns, {
  shipperName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  items: { width: 80, isNamed: true },
  due: { width: 125, isNamed: true, render: row => <Aged value={row.due} /> },
  d30: { width: 120, isNamed: true, render: row => <Aged value={row.d30} /> },
  d60: { width: 120, isNamed: true, render: row => <Aged value={row.d60} /> },
  d90: { width: 120, isNamed: true, render: row => <Aged value={row.d90} /> },
  older: { width: 130, isNamed: true, isKept: true, render: row => <Aged value={row.older} isBad /> },
  total: { width: 130, card: 'figure' },
  prepaid: { width: 120, card: 'hide' },
  left: { width: 130, card: 'hide' },
  oldestAt: { width: 110, card: 'hide' },
})

const pair = pairing(singles)

export const agingColumns = withDefaults(
  [
    pair('shipper', ['shipperName', 'branchName'], { width: 200, fixed: 'start', card: 'title' }),
    pair('total', ['total', 'items'], { title: '应收(元) / 运单', width: 125, align: 'right', card: 'figure' }),
    // the worst first: what is least urgent gives way in a narrow window
    'older',
    'd90',
    'd60',
    'd30',
    'due',
    pair('left', ['left', 'prepaid'], { title: '净额 / 预收(元)', width: 120, align: 'right', card: 'hide' }),
  ],
  singles,
)
