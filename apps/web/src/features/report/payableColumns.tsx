// The aging of payables as it is drawn.
import { payableListColumns } from '@yunshu/contract/report/payableColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(payableListColumns, {
  carrierName: { width: 220, fixed: 'start', card: 'title' },
  branchName: { width: 200, card: 'hide' },
  parts: { width: 80, isNamed: true },
  due: { width: 125, isNamed: true },
  d7: { width: 130, isNamed: true },
  d30: { width: 130, isNamed: true },
  older: { width: 130, isNamed: true },
  rest: { width: 120, card: 'hide' },
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
