// The aging of payables as it is drawn.
import type { PayableRow } from '@yunshu/contract/report/payable'
import { payableListColumns } from '@yunshu/contract/report/payableColumns'
import type { PayableFigure } from '@yunshu/domain/amount/explained'
import type { ReactNode } from 'react'
import { BranchText } from '../../ui/BranchText.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { Money } from '../../ui/Figures.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { agedAmount, askedAge, calmColumn, oldestOf } from './aged.tsx'

/** A figure of a row as of the day of the list, drawn and asked about. */
const asks =
  (at: number | undefined) =>
  (row: PayableRow, figure: PayableFigure, shown: ReactNode): ReactNode => {
    const { carrierId, branchCompanyId: branchId } = row
    const day = at === undefined ? {} : { at }
    return askedAge(row[figure], { amountOf: 'payable', carrierId, branchId, figure, ...day }, shown)
  }

const drawn = (isCard: boolean, ask: ReturnType<typeof asks>) =>
  drawColumns(payableListColumns, {
    carrierName: { width: 220, fixed: 'start', card: 'title' },
    branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
    parts: { width: 80, isNamed: true },
    due: { width: 125, isKept: true, isNamed: true, render: row => ask(row, 'due', agedAmount(row.due, isCard)) },
    d7: { width: 120, isNamed: true, render: row => ask(row, 'd7', agedAmount(row.d7, isCard, 'late')) },
    d30: { width: 120, isNamed: true, render: row => ask(row, 'd30', agedAmount(row.d30, isCard, 'worst')) },
    older: {
      width: 130,
      isNamed: true,
      isKept: true,
      render: row => ask(row, 'older', agedAmount(row.older, isCard, 'worst')),
    },
    rest: { width: 110, card: 'hide', render: row => ask(row, 'rest', agedAmount(row.rest, isCard)) },
    total: { width: 130, card: 'figure', render: row => ask(row, 'total', <Money value={row.total} />) },
    oldestAt: { width: 110, card: 'hide' },
  })

const lateAges = ['older', 'd30', 'd7'] as const
type LateAge = (typeof lateAges)[number]
/** The oldest age a carrier is owed of; undefined where nothing is late. */
const oldestAgeOf = (row: PayableRow): LateAge | undefined => lateAges.find(age => row[age] !== 0)

/** The aging of a day as a table, as one in a narrow window, or as cards. */
export function payableColumnsOf(
  as: 'table' | 'narrow' | 'card',
  at: number | undefined,
): readonly Column<PayableRow>[] {
  const isCard = as === 'card'
  const singles = drawn(isCard, asks(at))
  const pair = pairing(singles)
  const oldest = (age: LateAge) =>
    oldestOf(factOf(singles, 'oldestAt', age === 'd7' ? {} : { holds: [] }), row =>
      oldestAgeOf(row) === age ? [row[age]] : [],
    )
  const amounts = { align: 'right', isNamed: true, isKept: true } as const
  return withDefaults(
    [
      pair(
        'carrier',
        [
          as === 'narrow'
            ? factOf(singles, 'carrierName', { render: row => shortCompany(row.carrierName) })
            : 'carrierName',
          'branchName',
        ],
        {
          width: as === 'narrow' ? 160 : 200,
          fixed: 'start',
          card: 'title',
        },
      ),
      pair('total', ['total', factOf(singles, 'parts', { render: row => `${groupThousands(String(row.parts))} 期` })], {
        title: '应付(元) / 分期',
        width: 125,
        align: 'right',
        card: 'figure',
      }),
      'due',
      // from what is not due to what is worst; in a narrow window two ages stand in a cell, so that none is left out
      ...(as === 'narrow'
        ? [
            pair('late', ['d7', 'd30'], { ...amounts, title: '逾期 1–7 / 8–30 天', width: 140 }),
            pair('later', ['older', 'rest'], { ...amounts, title: '30 天以上 / 待拆分', width: 140 }),
          ]
        : isCard
          ? ['d7', 'd30', 'older', 'rest']
          : [
              // the earliest due day stands below the oldest age there is
              pair('d7', ['d7', oldest('d7')], { ...amounts, title: '逾期 1–7 天(元)', width: 135 }),
              pair('d30', ['d30', oldest('d30')], { ...amounts, title: '逾期 8–30 天(元)', width: 135 }),
              pair('older', ['older', oldest('older')], { ...amounts, title: '逾期 30 天以上(元)', width: 140 }),
              'rest',
            ]),
      ...(isCard ? [calmColumn<PayableRow>(({ d7, d30, older }) => [d7, d30, older])] : []),
    ],
    singles,
  )
}
