// The aging of receivables as it is drawn.
import { agingListColumns } from '@yunshu/contract/report/agingColumns'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import type { AgingRow } from '@yunshu/contract/report/aging'
import { BranchText } from '../../ui/BranchText.tsx'
import { nothing } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, twoLines, withDefaults } from '../../ui/list/twoLines.tsx'

/** Zeros are quiet, and on a card, where facts stand one behind the other, left out; debts three months late are out of order. */
const aged = (value: Fen, isCard: boolean, isBad = false) =>
  value === 0 && isCard ? (
    nothing
  ) : (
    <span className={value === 0 ? 'ys-figure ys-weak' : isBad ? 'ys-figure ys-fault' : 'ys-figure'}>
      {printMoney(value)}
    </span>
  )

const drawn = (isCard: boolean) =>
  drawColumns(agingListColumns, {
    shipperName: { width: 220, fixed: 'start', card: 'title' },
    branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
    items: { width: 80, isNamed: true },
    due: { width: 125, isNamed: true, isKept: true, render: row => aged(row.due, isCard) },
    d30: { width: 120, isNamed: true, render: row => aged(row.d30, isCard) },
    d60: { width: 120, isNamed: true, render: row => aged(row.d60, isCard) },
    d90: { width: 120, isNamed: true, render: row => aged(row.d90, isCard) },
    older: { width: 130, isNamed: true, isKept: true, render: row => aged(row.older, isCard, true) },
    total: { width: 130, card: 'figure' },
    prepaid: { width: 120, card: 'hide' },
    left: { width: 130, card: 'hide' },
    oldestAt: { width: 110, card: 'hide' },
  })

const isCalm = ({ d30, d60, d90, older }: AgingRow): boolean => [d30, d60, d90, older].every(value => value === 0)

/** Said once on a card in place of four zeros. */
const calm = twoLines<AgingRow>(
  'two-calm',
  [{ title: '逾期', holds: [], render: row => (isCalm(row) ? '没有逾期' : nothing) }],
  { width: 100 },
)

function columnsOf(isCard: boolean): readonly Column<AgingRow>[] {
  const singles = drawn(isCard)
  const pair = pairing(singles)
  return withDefaults(
    [
      pair('shipper', ['shipperName', 'branchName'], { width: 200, fixed: 'start', card: 'title' }),
      pair('total', ['total', 'items'], { title: '应收(元) / 运单', width: 125, align: 'right', card: 'figure' }),
      // from what is not due to what is worst; in a narrow window both ends stay
      'due',
      'd30',
      'd60',
      'd90',
      'older',
      pair('left', ['left', 'prepaid'], { title: '净额 / 预收(元)', width: 120, align: 'right', card: 'hide' }),
      ...(isCard ? [calm] : []),
    ],
    singles,
  )
}

/** The aging as a table, and as cards. */
export const agingColumns = columnsOf(false)
export const agingCards = columnsOf(true)
