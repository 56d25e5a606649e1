// The foot of a list: sums of all rows under the filter, and of the chosen ones, under their columns; it stays in view
// while rows scroll.
import type { ReactNode } from 'react'
import { useChosen } from './BulkBar.tsx'
import type { Gap } from './columnsInView.ts'
import type { Column } from './column.tsx'

/**
 * The server's sums by key, and the number of rows summed: beyond ten thousand only the newest. `summed` absent: all
 * rows, uncounted.
 */
export interface Totals {
  readonly sums: Readonly<Record<string, number | undefined>>
  readonly summed?: number | undefined
  readonly note?: string
}

interface FootPlace<Row> {
  readonly key: string
  readonly fixed: 'start' | 'end' | undefined
  readonly className: string | undefined
  readonly style: React.CSSProperties | undefined
  readonly totals: Column<Row>['totals']
}

interface FootProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  places: readonly (FootPlace<Row> | Gap)[]
  /** All columns, in view or not. */
  columns: readonly Column<Row>[]
  totals: Totals | undefined
}

const most = 10_000

/** The number of rows in the sums, in words short enough for a column. */
const countedText = ({ summed }: Totals): string =>
  summed === undefined
    ? '合计'
    : summed > most
      ? `最新 ${summed.toLocaleString('en')} 条合计`
      : `合计 ${summed.toLocaleString('en')} 条`

/** The rows in the sums, and the parts left out. */
const totalsText = (totals: Totals): string =>
  countedText(totals) + (totals.note === undefined ? '' : `（${totals.note}）`)

/** The title of the sums of the chosen rows. */
const chosenText = (count: number): string => `所选 ${count} 条合计`

/** Sums of rows by the columns that have figures; a figure no row shows is not summed. */
export function sumsOf<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, 'totals'>[],
): Record<string, number | undefined> {
  return Object.fromEntries(
    columns.flatMap(({ totals = [] }) =>
      totals.map(({ key, read }) => {
        const figures = rows.flatMap(row => read(row) ?? [])
        return [key, figures.length === 0 ? undefined : figures.reduce((sum, figure) => sum + figure, 0)]
      }),
    ),
  )
}

/** The sums of one column, each with what it is of. */
const shownSums = <Row,>(
  totals: Column<Row>['totals'],
  sums: Readonly<Record<string, number | undefined>>,
): readonly { key: string; label: string; shown: ReactNode }[] =>
  (totals ?? []).flatMap(({ key, label = '', show }) => {
    const sum = sums[key]
    return sum === undefined ? [] : [{ key, label, shown: show(sum) }]
  })

export function Foot<Row>({ rows, rowKey, places, columns, totals }: FootProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  const hasFigures = columns.some(({ totals: figures }) => figures !== undefined)
  const hasChosen = chosen.length > 0 && hasFigures
  if (!totals && !hasChosen) return null
  return (
    <tfoot>
      {hasChosen && (
        <SumRow
          label={chosenText(chosen.length)}
          hint={chosenText(chosen.length)}
          places={places}
          sums={sumsOf(chosen, columns)}
        />
      )}
      {totals && <SumRow label={countedText(totals)} hint={totalsText(totals)} places={places} sums={totals.sums} />}
    </tfoot>
  )
}

function SumRow<Row>({
  label,
  hint,
  places,
  sums,
}: {
  label: string
  hint: string
  places: readonly (FootPlace<Row> | Gap)[]
  sums: Readonly<Record<string, number | undefined>>
}) {
  // the words stand in the first column that is no box
  const first = places.find(place => !('gap' in place) && !place.key.startsWith('-'))?.key
  return (
    <tr>
      {places.map(place =>
        'gap' in place ? (
          <td key={place.key} aria-hidden="true" />
        ) : (
          <td key={place.key} className={place.className} style={place.style}>
            {place.key === first ? <span title={hint}>{label}</span> : sumOf(place, sums)}
          </td>
        ),
      )}
    </tr>
  )
}

const sumOf = <Row,>({ totals }: FootPlace<Row>, sums: Readonly<Record<string, number | undefined>>): ReactNode =>
  shownSums(totals, sums).map(({ key, shown }) => (
    <span key={key} className="ys-sum">
      {shown}
    </span>
  ))

interface TotalsLineProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  totals: Totals | undefined
}

/**
 * The same sums as one line, those of the chosen rows while some are: for cards, and beside a table whose figures are
 * out of view.
 */
export function TotalsLine<Row>({ rows, rowKey, columns, totals }: TotalsLineProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  const sums = chosen.length > 0 ? sumsOf(chosen, columns) : (totals?.sums ?? {})
  const figures = columns.flatMap(column =>
    shownSums(column.totals, sums).map(({ key, label, shown }) => (
      <span key={key}>
        {label || column.title} <strong>{shown}</strong>
      </span>
    )),
  )
  if (figures.length === 0) return null
  return (
    <p className="ys-totals">
      <span>{chosen.length > 0 || !totals ? chosenText(chosen.length) : totalsText(totals)}</span>
      {figures}
    </p>
  )
}
