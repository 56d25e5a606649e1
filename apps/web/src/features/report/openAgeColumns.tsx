// Ages of open accounts as they are drawn.
import type { OpenAgeRow } from '@yunshu/contract/report/openAge'
import { openAgeListColumns } from '@yunshu/contract/report/openAgeColumns'
import type { OpenAgeFigure } from '@yunshu/domain/amount/explained'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import type { ReactNode } from 'react'
import { BranchText } from '../../ui/BranchText.tsx'
import { Money, nothing, Time } from '../../ui/Figures.tsx'
import type { Column } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { agedAmount, askedAge } from './aged.tsx'

/** A figure of a row as of the day of the list, drawn and asked about. */
const asks =
  (at: number | undefined) =>
  (row: OpenAgeRow, figure: OpenAgeFigure, shown: ReactNode): ReactNode => {
    const { partyId, partyName, branchCompanyId: branchId } = row
    const party = partyId === undefined ? { payer: partyName } : { carrierId: partyId }
    return askedAge(
      row[figure],
      { amountOf: 'openAge', ...party, branchId, figure, ...(at === undefined ? {} : { at }) },
      shown,
    )
  }

const drawn = (isCard: boolean, ask: ReturnType<typeof asks>) =>
  drawColumns(openAgeListColumns, {
    partyName: { width: 220, fixed: 'start', card: 'title' },
    kind: { width: 100, card: 'hide' },
    branchName: { width: 200, card: 'hide', render: row => <BranchText name={row.branchName} /> },
    items: { width: 80, isNamed: true },
    d30: { width: 120, isNamed: true, render: row => ask(row, 'd30', agedAmount(row.d30, isCard)) },
    d60: { width: 120, isNamed: true, render: row => ask(row, 'd60', agedAmount(row.d60, isCard, 'late')) },
    d90: { width: 120, isNamed: true, render: row => ask(row, 'd90', agedAmount(row.d90, isCard, 'late')) },
    older: { width: 120, isNamed: true, render: row => ask(row, 'older', agedAmount(row.older, isCard, 'worst')) },
    total: { width: 130, card: 'figure', render: row => ask(row, 'total', <Money value={row.total} />) },
    oldestAt: { width: 110, isNamed: true },
    urges: { width: 90, card: 'hide' },
    urgedAt: { width: 150, isNamed: true },
  })

/** The ages of a day as a table or as cards; carriers are asked for invoices, nobody is asked about money unclaimed. */
export function openAgeColumnsOf(
  kind: OpenAgeRow['kind'],
  isCard: boolean,
  at: number | undefined,
): readonly Column<OpenAgeRow>[] {
  const singles = drawn(isCard, asks(at))
  const isEstimate = kind === 'estimate'
  const pair = pairing(singles)
  const items = factOf(singles, 'items', { render: row => `${groupThousands(String(row.items))} 笔` })
  /** The times a party was asked, and the last of them. */
  const urged = factOf(singles, 'urgedAt', {
    render: ({ urges, urgedAt }) =>
      urgedAt === undefined ? (
        nothing
      ) : (
        <>
          <Time value={urgedAt} dayOnly />（{urges} 次）
        </>
      ),
    holds: ['urgedAt', 'urges'],
  })
  return withDefaults(
    [
      pair('party', ['partyName', 'branchName'], {
        title: isEstimate ? '承运商 / 分公司' : '付款方 / 分公司',
        width: 220,
        fixed: 'start',
        card: 'title',
      }),
      pair('total', ['total', items], { width: 140, align: 'right', card: 'figure' }),
      'd30',
      'd60',
      'd90',
      'older',
      isEstimate
        ? pair('when', ['oldestAt', urged], { title: '最早日期 / 最近催票', width: 160, isNamed: true })
        : pair('when', ['oldestAt'], { width: 160, isNamed: true }),
    ],
    singles,
  )
}
