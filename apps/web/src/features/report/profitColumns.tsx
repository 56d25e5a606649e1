// The list of profit as it is drawn.
import { profitListColumns } from '@yunshu/contract/report/profitColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

// the foot has room for the sums people ask for first; files hold all
const singles = drawColumns(profitListColumns, {
  name: { width: 230, fixed: 'start', card: 'title' },
  waybills: { width: 80, isNamed: true, totals: [] },
  gross: { width: 140, card: 'hide' },
  tax: { width: 120, card: 'hide', totals: [] },
  net: { width: 140, isNamed: true },
  freight: { width: 140, card: 'hide' },
  fuel: { width: 120, card: 'hide' },
  toll: { width: 120, card: 'hide' },
  other: { width: 120, card: 'hide' },
  fee: { width: 120, card: 'hide' },
  cost: { width: 140, isNamed: true },
  penalty: { width: 120, card: 'hide', totals: [] },
  compensation: { width: 120, card: 'hide', totals: [] },
  expense: { width: 120, card: 'hide' },
  profit: { width: 140, card: 'figure' },
  margin: { width: 90, align: 'right', isNamed: true },
  estimated: { width: 130, card: 'hide', totals: [] },
  mark: { width: 80 },
})

const pair = pairing(singles)
const right = { width: 140, align: 'right' } as const

export const profitColumns = withDefaults(
  [
    'name',
    'waybills',
    pair('gross', ['gross', 'tax'], { ...right, card: 'hide' }),
    pair('net', ['net'], { ...right, isNamed: true }),
    pair('cost', ['cost', 'estimated'], { ...right, isNamed: true }),
    pair('besides', ['penalty', 'compensation'], { ...right, width: 120, card: 'hide' }),
    pair('profit', ['profit', 'margin'], { ...right, card: 'figure' }),
    'mark',
  ],
  singles,
)
