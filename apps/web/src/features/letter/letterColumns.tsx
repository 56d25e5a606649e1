// The list of letters of balances as it is drawn.
import { letterListColumns } from '@yunshu/contract/letter/letterColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(letterListColumns, {
  letterNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 80 },
  partyName: { width: 220 },
  period: { width: 90 },
  opening: { width: 140, card: 'hide' },
  debit: { width: 140, card: 'hide' },
  credit: { width: 140, card: 'hide' },
  closing: { width: 140, card: 'figure' },
  lines: { width: 80, card: 'hide' },
  disputed: { width: 80, card: 'hide' },
  sentAt: { card: 'hide' },
  sender: { width: 100, card: 'hide' },
  answerer: { width: 100, card: 'hide' },
  answeredAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
  branchName: { width: 200, card: 'hide' },
})
const pair = pairing(singles)

export const letterColumns = withDefaults(
  [
    pair('number', ['letterNo', 'sentAt'], { width: 170, fixed: 'start', card: 'title' }),
    'state',
    pair('party', ['partyName', 'branchName'], { width: 160 }),
    'period',
    pair('moved', ['debit', 'credit'], { width: 160, align: 'right', card: 'hide' }),
    pair('balances', ['closing', 'opening'], { width: 160, align: 'right', card: 'figure' }),
    'disputed',
    pair('answer', ['answerer', 'answeredAt'], { width: 115, card: 'hide' }),
  ],
  singles,
)
