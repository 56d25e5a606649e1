// The aging of receivables as it is drawn.
import { agingListColumns } from '@yunshu/contract/report/agingColumns'
import type { AgingRow } from '@yunshu/contract/report/aging'
import { BranchText } from '../../ui/BranchText.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { aged, calmColumn } from './aged.tsx'

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

function columnsOf(as: 'table' | 'narrow' | 'card'): readonly Column<AgingRow>[] {
  const isCard = as === 'card'
  const singles = drawn(isCard)
  const pair = pairing(singles)
  const amounts = { align: 'right', isNamed: true, isKept: true } as const
  return withDefaults(
    [
      pair('shipper', ['shipperName', 'branchName'], {
        width: as === 'narrow' ? 160 : 200,
        fixed: 'start',
        card: 'title',
      }),
      pair('total', ['total', 'items'], { title: '应收(元) / 运单', width: 120, align: 'right', card: 'figure' }),
      ...(isCard
        ? ['due']
        : [pair('due', ['due', 'oldestAt'], { ...amounts, title: '未到期 / 最早到期', width: 125 })]),
      // from what is not due to what is worst; in a narrow window two ages stand in a cell, so that none is left out
      ...(as === 'narrow'
        ? [
            pair('late', ['d30', 'd60'], { ...amounts, title: '逾期 1–30 / 31–60 天', width: 145 }),
            pair('later', ['d90', 'older'], { ...amounts, title: '61–90 / 90 天以上', width: 140 }),
          ]
        : ['d30', 'd60', 'd90', 'older']),
      pair('left', ['left', 'prepaid'], { title: '净额 / 预收(元)', width: 120, align: 'right', card: 'hide' }),
      ...(isCard ? [calmColumn<AgingRow>(({ d30, d60, d90, older }) => [d30, d60, d90, older])] : []),
    ],
    singles,
  )
}

/** The aging as a table, as one in a narrow window, and as cards. */
export const agingColumns = { table: columnsOf('table'), narrow: columnsOf('narrow'), card: columnsOf('card') } as const
