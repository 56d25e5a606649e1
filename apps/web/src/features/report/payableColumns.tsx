// The aging of payables as it is drawn.
import { payableListColumns } from '@yunshu/contract/report/payableColumns'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing } from '../../ui/Figures.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

/** An amount; nothing to look at where it is zero. */
const unlessZero = (value: Fen) => (value === 0 ? <span className="ys-weak">0.00</span> : <Money value={value} />)
/** An amount past its due date, in red; nothing that late is nothing to say. */
const late = (value: Fen) => (value === 0 ? nothing : <b className="ys-minus">{printMoney(value)}</b>)

const singles = drawColumns(payableListColumns, {
  carrierName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
  parts: { width: 80, isNamed: true },
  due: { width: 105, isKept: true, isNamed: true, render: row => unlessZero(row.due) },
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
    pair('carrier', ['carrierName', 'branchName'], { width: 175, fixed: 'start', card: 'title' }),
    pair('total', ['total', 'parts'], { width: 130, align: 'right', card: 'figure' }),
    'due',
    pair('late', ['d7', 'd30'], {
      title: '逾期 1–7 / 8–30 天(元)',
      width: 150,
      align: 'right',
      isNamed: true,
      isKept: true,
    }),
    pair('later', ['older', 'oldestAt'], {
      title: '30 天以上 / 最早到期',
      width: 135,
      align: 'right',
      isNamed: true,
      isKept: true,
    }),
    'rest',
  ],
  singles,
)
