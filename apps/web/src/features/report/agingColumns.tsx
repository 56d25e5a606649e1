// The aging of receivables as it is drawn.
import { agingListColumns } from '@yunshu/contract/report/agingColumns'
import type { AgingRow } from '@yunshu/contract/report/aging'
import type { AgingFigure } from '@yunshu/domain/amount/explained'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import type { ReactNode } from 'react'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { agedAmount, askedAge, calmColumn, oldestOf } from './aged.tsx'

/** A figure of a row as of the day of the list, drawn and asked about. */
const asks =
  (at: number | undefined) =>
  (row: AgingRow, figure: AgingFigure, shown: ReactNode): ReactNode => {
    const { shipperId, branchCompanyId: branchId } = row
    const day = at === undefined ? {} : { at }
    return askedAge(row[figure], { amountOf: 'aging', shipperId, branchId, figure, ...day }, shown)
  }

const drawn = (isCard: boolean, ask: ReturnType<typeof asks>) =>
  drawColumns(agingListColumns, {
    shipperName: { width: 220, fixed: 'start', card: 'title' },
    branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
    items: { width: 80, isNamed: true },
    due: { width: 125, isNamed: true, isKept: true, render: row => ask(row, 'due', agedAmount(row.due, isCard)) },
    d30: { width: 120, isNamed: true, render: row => ask(row, 'd30', agedAmount(row.d30, isCard, 'late')) },
    d60: { width: 120, isNamed: true, render: row => ask(row, 'd60', agedAmount(row.d60, isCard, 'worst')) },
    d90: { width: 120, isNamed: true, render: row => ask(row, 'd90', agedAmount(row.d90, isCard, 'worst')) },
    older: {
      width: 130,
      isNamed: true,
      isKept: true,
      render: row => ask(row, 'older', agedAmount(row.older, isCard, 'worst')),
    },
    total: { width: 130, card: 'figure', render: row => ask(row, 'total', <Money value={row.total} />) },
    prepaid: { width: 120, card: 'hide', render: row => ask(row, 'prepaid', <Money value={row.prepaid} />) },
    left: { width: 130, card: 'hide', render: row => ask(row, 'left', <Money value={row.left} />) },
    oldestAt: { width: 110, card: 'hide' },
    urges: { width: 90, card: 'hide' },
    urgedAt: { width: 150, card: 'hide' },
  })

const lateAges = ['older', 'd90', 'd60', 'd30'] as const
type LateAge = (typeof lateAges)[number]
/** The oldest age a shipper owes of; undefined where nothing is late. */
const oldestAgeOf = (row: AgingRow): LateAge | undefined => lateAges.find(age => row[age] !== 0)

/** The aging of a day as a table, as one in a narrow window, or as cards. */
export function agingColumnsOf(as: 'table' | 'narrow' | 'card', at: number | undefined): readonly Column<AgingRow>[] {
  const isCard = as === 'card'
  const singles = drawn(isCard, asks(at))
  const pair = pairing(singles)
  const oldest = (age: LateAge) =>
    oldestOf(factOf(singles, 'oldestAt', age === 'd30' ? {} : { holds: [] }), row =>
      oldestAgeOf(row) === age ? [row[age]] : [],
    )
  const amounts = { align: 'right', isNamed: true, isKept: true } as const
  const columns = withDefaults(
    [
      pair(
        'shipper',
        [
          as === 'narrow'
            ? factOf(singles, 'shipperName', { render: row => shortCompany(row.shipperName) })
            : 'shipperName',
          'branchName',
        ],
        {
          width: as === 'narrow' ? 160 : 200,
          fixed: 'start',
          card: 'title',
        },
      ),
      pair('total', ['total', factOf(singles, 'items', { render: row => `${groupThousands(String(row.items))} 单` })], {
        title: '应收(元) / 运单',
        width: 120,
        align: 'right',
        card: 'figure',
      }),
      pair('due', ['due'], { ...amounts, width: 125 }),
      // from what is not due to what is worst; in a narrow window two ages stand in a cell, so that none is left out
      ...(as === 'narrow'
        ? [
            pair('late', ['d30', 'd60'], { ...amounts, title: '逾期 1–30 / 31–60 天', width: 145 }),
            pair('later', ['d90', 'older'], { ...amounts, title: '61–90 / 90 天以上', width: 140 }),
          ]
        : isCard
          ? ['d30', 'd60', 'd90', 'older']
          : [
              // the earliest due day stands below the oldest age there is
              pair('d30', ['d30', oldest('d30')], { ...amounts, title: '逾期 1–30 天(元)', width: 125 }),
              pair('d60', ['d60', oldest('d60')], { ...amounts, title: '逾期 31–60 天(元)', width: 125 }),
              pair('d90', ['d90', oldest('d90')], { ...amounts, title: '逾期 61–90 天(元)', width: 125 }),
              pair('older', ['older', oldest('older')], { ...amounts, title: '逾期 90 天以上(元)', width: 130 }),
            ]),
      pair('left', ['left', 'prepaid'], { title: '净额 / 预收(元)', width: 120, align: 'right', card: 'hide' }),
      ...(isCard ? [calmColumn<AgingRow>(({ d30, d60, d90, older }) => [d30, d60, d90, older])] : []),
    ],
    singles,
  )
  // the total leads the facts of a shipper in its peek
  return columns.toSorted((a, b) => Number(b.key === 'total') - Number(a.key === 'total'))
}
