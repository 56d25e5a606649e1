// The foot of a list: sums of all rows under the filter, and of the chosen ones, under their columns; it stays in view while rows scroll.
import type { ReactNode } from 'react'
import { useChosen } from './BulkBar.tsx'
import type { Gap } from './columnsInView.ts'
import type { Column } from './column.tsx'

/** What the server summed: by column key, of how many rows; beyond ten thousand only the newest. */
export interface Totals {
  readonly sums: Readonly<Record<string, number | undefined>>
  readonly summed: number
}

interface FootPlace<Row> {
  readonly key: string
  readonly fixed: 'start' | 'end' | undefined
  readonly className: string | undefined
  readonly style: React.CSSProperties
  readonly total: Column<Row>['total']
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

/** What the sums are of, in words. */
export const totalsText = ({ summed }: Totals): string => (summed > most ? `最新 ${summed.toLocaleString('en')} 条合计` : `合计 ${summed.toLocaleString('en')} 条`)

/** What the sums of the chosen rows are called. */
const chosenText = (count: number): string => `所选 ${count} 条合计`

/** Sums of rows by the columns that have figures; a figure no row shows is not summed. */
export function sumsOf<Row>(rows: readonly Row[], columns: readonly { readonly key: string; readonly total?: Column<Row>['total'] }[]): Record<string, number | undefined> {
  return Object.fromEntries(columns.map(({ key, total }) => {
    const figures = total ? rows.flatMap((row) => total.read(row) ?? []) : []
    return [key, figures.length === 0 ? undefined : figures.reduce((sum, figure) => sum + figure, 0)]
  }))
}

export function Foot<Row>({ rows, rowKey, places, columns, totals }: FootProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  const hasFigures = columns.some(({ total }) => total !== undefined)
  const hasChosen = chosen.length > 0 && hasFigures
  if (!totals && !hasChosen) return null
  return (
    <tfoot>
      {hasChosen && <SumRow label={chosenText(chosen.length)} places={places} sums={sumsOf(chosen, columns)} />}
      {totals && <SumRow label={totalsText(totals)} places={places} sums={totals.sums} />}
    </tfoot>
  )
}

function SumRow<Row>({ label, places, sums }: { label: string; places: readonly (FootPlace<Row> | Gap)[]; sums: Readonly<Record<string, number | undefined>> }) {
  // the words stand in the first column that is no box
  const first = places.find((place) => !('gap' in place) && !place.key.startsWith('-'))?.key
  return (
    <tr>
      {places.map((place) => ('gap' in place
        ? <td key={place.key} aria-hidden="true" style={{ flex: `0 0 ${place.gap}px` }} />
        : <td key={place.key} className={place.className} style={place.style}>{place.key === first ? <span title={label}>{label}</span> : sumOf(place, sums)}</td>))}
    </tr>
  )
}

const sumOf = <Row,>({ key, total }: FootPlace<Row>, sums: Readonly<Record<string, number | undefined>>): ReactNode => {
  const sum = sums[key]
  return total && sum !== undefined ? total.show(sum) : null
}

interface TotalsLineProps<Row> { rows: readonly Row[]; rowKey: (row: Row) => string; columns: readonly Column<Row>[]; totals: Totals | undefined }

/** The same sums as one line, those of the chosen rows while some are: for cards, and beside a table whose figures are out of view. */
export function TotalsLine<Row>({ rows, rowKey, columns, totals }: TotalsLineProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  const sums = chosen.length > 0 ? sumsOf(chosen, columns) : totals?.sums ?? {}
  const figures = columns.flatMap((column) => {
    const sum = sums[column.key]
    return column.total && sum !== undefined ? [<span key={column.key}>{column.title} <strong>{column.total.show(sum)}</strong></span>] : []
  })
  if (figures.length === 0) return null
  return <p className="ys-totals"><span>{chosen.length > 0 || !totals ? chosenText(chosen.length) : totalsText(totals)}</span>{figures}</p>
}
