// The aging of receivables as it is drawn.
import { agingListColumns } from '@yunshu/contract/report/agingColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(agingListColumns, {
  shipperName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide' },
  items: { width: 80, isNamed: true },
  due: { width: 125, isNamed: true },
  d30: { width: 120, isNamed: true },
  d60: { width: 120, isNamed: true },
  d90: { width: 120, isNamed: true },
  older: { width: 120, isNamed: true },
  total: { width: 130, card: 'figure' },
  prepaid: { width: 120, card: 'hide' },
  left: { width: 130, card: 'hide' },
  oldestAt: { width: 110, card: 'hide' },
})

const pair = pairing(singles)

export const agingColumns = withDefaults(
  [
    pair('shipper', ['shipperName', 'branchName'], { width: 220, fixed: 'start', card: 'title' }),
    'due',
    'd30',
    'd60',
    'd90',
    'older',
    pair('total', ['total', 'items'], { width: 130, align: 'right', card: 'figure' }),
    pair('left', ['left', 'prepaid'], { width: 130, align: 'right', card: 'hide' }),
  ],
  singles,
)
