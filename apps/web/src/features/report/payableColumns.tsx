// The aging of payables as it is drawn.
import type { PayableRow } from '@yunshu/contract/report/payable'
import { payableListColumns } from '@yunshu/contract/report/payableColumns'
import { BranchText } from '../../ui/BranchText.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { aged, calmColumn } from './aged.tsx'

const drawn = (isCard: boolean) =>
  drawColumns(payableListColumns, {
    carrierName: { width: 220, fixed: 'start', card: 'title' },
    branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
    parts: { width: 80, isNamed: true },
    due: { width: 125, isKept: true, isNamed: true, render: row => aged(row.due, isCard) },
    d7: { width: 120, isNamed: true, render: row => aged(row.d7, isCard) },
    d30: { width: 120, isNamed: true, render: row => aged(row.d30, isCard) },
    older: { width: 130, isNamed: true, isKept: true, render: row => aged(row.older, isCard, true) },
    rest: { width: 110, card: 'hide', render: row => aged(row.rest, isCard) },
    total: { width: 130, card: 'figure' },
    oldestAt: { width: 110, card: 'hide' },
  })

function columnsOf(as: 'table' | 'narrow' | 'card'): readonly Column<PayableRow>[] {
  const isCard = as === 'card'
  const singles = drawn(isCard)
  const pair = pairing(singles)
  const amounts = { align: 'right', isNamed: true, isKept: true } as const
  return withDefaults(
    [
      pair('carrier', ['carrierName', 'branchName'], {
        width: as === 'narrow' ? 160 : 200,
        fixed: 'start',
        card: 'title',
      }),
      pair('total', ['total', 'parts'], { title: '应付(元) / 分期', width: 125, align: 'right', card: 'figure' }),
      ...(isCard
        ? ['due']
        : [pair('due', ['due', 'oldestAt'], { ...amounts, title: '未到期 / 最早到期', width: 125 })]),
      // from what is not due to what is worst; in a narrow window two ages stand in a cell, so that none is left out
      ...(as === 'narrow'
        ? [
            pair('late', ['d7', 'd30'], { ...amounts, title: '逾期 1–7 / 8–30 天', width: 140 }),
            pair('later', ['older', 'rest'], { ...amounts, title: '30 天以上 / 待拆分', width: 140 }),
          ]
        : ['d7', 'd30', 'older', 'rest']),
      ...(isCard ? [calmColumn<PayableRow>(({ d7, d30, older }) => [d7, d30, older])] : []),
    ],
    singles,
  )
}

/** The aging as a table, as one in a narrow window, and as cards. */
export const payableColumns = {
  table: columnsOf('table'),
  narrow: columnsOf('narrow'),
  card: columnsOf('card'),
} as const
