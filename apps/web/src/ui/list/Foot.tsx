// The sums of a list: of all rows under the filter, or of the chosen ones while some are.
import { wordOfHeading } from '@yunshu/domain/headingWords'
import { printCount } from '@yunshu/domain/figures/decimal'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useMobile } from '../../lib/useMobile.ts'
import { useChosen } from './BulkBar.tsx'
import type { Column } from './column.tsx'
import { HeadWords } from './HeadWords.tsx'

/**
 * The server's sums by key, and the number of rows summed: beyond ten thousand only the newest. `summed` absent: all
 * rows, uncounted.
 */
export interface Totals {
  readonly sums: Readonly<Record<string, number | undefined>>
  readonly summed?: number | undefined
  readonly note?: string
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
const totalsText = (totals: Totals, isWhole: boolean): string =>
  (isWhole && (totals.summed ?? 0) <= most ? '合计' : countedText(totals)) +
  (totals.note === undefined ? '' : `（${totals.note}）`)

/** The title of the sums of the chosen rows. */
const chosenText = (count: number): string => `所选 ${printCount(count)} 条合计`

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

interface TotalsLineProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  totals: Totals | undefined
  /** The sums are of the rows that were just counted. */
  isWhole?: boolean
}

/** The figure a card says at its edge comes first: the foot leaves out whole sums it has no room for, the last ones first. */
const figureFirst = <Row,>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.toSorted((a, b) => Number(b.card === 'figure') - Number(a.card === 'figure'))

/** Whether a line of sums has more of them than it has room for; `content` is what it says. */
function useCutLine(content: string) {
  const line = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const { current } = line
    if (!current) return
    const look = (): void => setCut(current.scrollHeight > current.clientHeight + 2)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [content])
  return { line, isCut }
}

/** The sums of the figures shown, each once; a press shows those that had no room. */
export function TotalsLine<Row>({ rows, rowKey, columns, totals, isWhole = false }: TotalsLineProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  const sums = chosen.length > 0 ? sumsOf(chosen, columns) : (totals?.sums ?? {})
  const said = new Set<string>()
  const isMobile = useMobile()
  // a word its heading explains needs no second question mark
  const isSaid = (label: string): boolean => {
    const word = wordOfHeading(label)
    return word !== undefined && !isMobile && columns.some(({ title }) => title.includes(word))
  }
  const [isOpen, setOpen] = useState(false)
  const { line, isCut } = useCutLine(`${isOpen} ${columns.length} ${JSON.stringify(sums)}`)
  const figures = figureFirst(columns).flatMap(column =>
    shownSums(column.totals, sums).flatMap(({ key, label, shown }) => {
      if (said.has(key)) return []
      said.add(key)
      const heading = label || column.title
      // the line has begun with the word
      if (heading.startsWith('合计'))
        return (
          <span key={key}>
            <strong>{shown}</strong> {/\((.+)\)/.exec(heading)?.[1]}
          </span>
        )
      return (
        <span key={key}>
          {isSaid(heading) ? heading : <HeadWords title={heading} />} <strong>{shown}</strong>
        </span>
      )
    }),
  )
  if (figures.length === 0) return null
  const of = chosen.length > 0 || !totals ? chosenText(chosen.length) : totalsText(totals, isWhole)
  return (
    <p ref={line} className={isOpen ? 'ys-totals is-open' : 'ys-totals'}>
      {isCut || isOpen ? (
        <button type="button" className="ys-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {of}
        </button>
      ) : (
        <span>{of}</span>
      )}
      {figures}
    </p>
  )
}
