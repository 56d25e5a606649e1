// A short table inside a page: lines of a record, drawn whole, with optional sums.
import type { ReactNode } from 'react'
import { useMobile, useNarrow } from '../lib/useMobile.ts'
import type { Column } from './list/column.tsx'
import { EmptyState } from './States.tsx'
import { useDrawnRows, type RowPages } from './useDrawnRows.tsx'
import './ui.css'
import './look/wideTable.css'

interface SimpleTableProps<Row> {
  /** Read aloud as the table's name. */
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row, index: number) => string
  /** Cells of the sum line by column key. */
  sums?: Readonly<Record<string, ReactNode>>
  /** The page is this table: lines between rows alone, as in a list, and a head that stays. */
  isPlain?: boolean
  /** Rows are asked for by pages: how many there are, and the way to the next of them. */
  pages?: RowPages
}

// a box that scrolls must be reachable by keyboard (WCAG 2.1.1), though it is no control; a group, for the section
// around it often has the same name
const scrolledByKeys = { tabIndex: 0, role: 'group' } as const

/** Columns together wider than this, px: each row is a card; the table that is a page scrolls on a tablet. */
const phoneWidth = 340,
  tabletWidth = 620
/** Rows beyond which the cards of a phone scroll in a box of their own. */
const longMost = 20

const classOf = <Row,>({ isCut, card = 'line' }: Column<Row>, isLined: boolean): string | undefined =>
  isLined ? `ys-on-${card}` : isCut ? 'ys-cut' : undefined

/** Thousands of rows are drawn some hundred at a time; long lists are ListPage's. */
export function SimpleTable<Row>(props: SimpleTableProps<Row>) {
  const { rows, more } = useDrawnRows(props.rows, props.pages)
  return (
    <>
      <Rows {...props} rows={rows} />
      {more}
    </>
  )
}

function Rows<Row>({ title, rows, columns, rowKey, sums, isPlain = false }: SimpleTableProps<Row>) {
  const isMobile = useMobile()
  const isNarrow = useNarrow()
  if (rows.length === 0) return <EmptyState />
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const isStacked = isMobile ? width > phoneWidth : isNarrow && !isPlain && width > tabletWidth
  // those whose columns have places on a card are two lines each
  const isLined = isStacked && columns.some(({ card }) => card === 'title')
  const isWide = !isMobile && isNarrow && isPlain && width > tabletWidth
  return (
    <div
      className={[
        'ys-table-box',
        isStacked && 'ys-table-stacked',
        isLined && 'ys-table-lined',
        isWide && 'ys-table-wide',
        rows.length > longMost && 'ys-table-long',
        isPlain && 'ys-table-plain',
      ]
        .filter(Boolean)
        .join(' ')}
      aria-label={title}
      {...scrolledByKeys}
    >
      <table className="ys-table" style={isWide ? { minWidth: width } : undefined}>
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.key} scope="col" style={{ width: column.width, textAlign: column.align }}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={rowKey(row, index)}>
              {columns.map(column => (
                <td
                  key={column.key}
                  data-title={(isLined ? column.cardTitle : undefined) ?? column.title}
                  className={classOf(column, isLined)}
                  style={{ textAlign: column.align }}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td key={column.key} data-title={column.title} style={{ textAlign: column.align }}>
                  {sums[column.key] ?? (index === 0 ? '合计' : '')}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
