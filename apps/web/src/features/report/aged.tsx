// Ages of receivables and payables as both lists draw them: their amounts, the word for nothing overdue, and the
// sentence that sets the sums beside the ledger.
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { formatDate } from '@yunshu/domain/figures/time'
import type { ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { Asked } from '../../parts/explain/AskedMoney.tsx'
import type { BooksAmount } from '../../parts/explain/askedAmount.ts'
import { nothing, Time } from '../../ui/Figures.tsx'
import type { Fact } from '../../ui/list/column.tsx'
import { twoLines } from '../../ui/list/twoLines.tsx'

const inks = { late: ' ys-amber', worst: ' ys-fault' } as const

/** An amount of an age: zeros are quiet, and left out on a card, where facts stand one behind the other; a late one is coloured. */
export const agedAmount = (value: Fen, isCard: boolean, ink?: keyof typeof inks) =>
  value === 0 && isCard ? (
    nothing
  ) : (
    <span className={`ys-figure${value === 0 ? ' ys-weak' : ink ? inks[ink] : ''}`}>{printMoney(value)}</span>
  )

/** An amount of a row of ages that says how it came; zeros have nothing to say. */
export const askedAge = (value: Fen, asked: BooksAmount, shown: ReactNode): ReactNode =>
  value === 0 ? shown : <Asked asked={asked}>{shown}</Asked>

/** Said once on a card in place of zeros. */
export const calmColumn = <Row,>(overdue: (row: Row) => readonly Fen[]) =>
  twoLines<Row>(
    'two-calm',
    [
      {
        title: '逾期',
        holds: [],
        render: row => (overdue(row).every(value => value === 0) ? '没有逾期' : nothing),
      },
    ],
    { width: 100 },
  )

/** The earliest due day, below what is late; said where something is. */
export const oldestOf = <Row extends { readonly oldestAt?: number | undefined }>(
  fact: Fact<Row>,
  overdue: (row: Row) => readonly Fen[],
): Fact<Row> => ({
  ...fact,
  render: row =>
    row.oldestAt === undefined || overdue(row).every(value => value === 0) ? (
      nothing
    ) : (
      <>
        最早 <Time value={row.oldestAt} dayOnly />
      </>
    ),
})

/** The day of the figures, and whether they come to the ledger; `lacks` says by what they do not. */
export function AgingCheck({ at, lacks }: { at: number | undefined; lacks: string | undefined }) {
  return (
    <output className={lacks === undefined ? undefined : 'ys-fault'}>
      {`截至 ${formatDate(at ?? serverNow()).slice(5)}，${lacks ?? '与总账一致'}`}
    </output>
  )
}
