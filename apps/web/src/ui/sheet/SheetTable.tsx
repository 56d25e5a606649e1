// The cells of a sheet as a table: its columns, its rows, and what is chosen and wrong among them.
import { memo, type ReactNode } from 'react'
import { chosenBox, type Sheet, type SheetFaults, type SheetRow } from './sheet.ts'

/** A column people fill in. */
export interface SheetColumn {
  readonly key: string
  readonly title: string
  /** Headings a pasted block may call it by. */
  readonly names: readonly string[]
  /** Pixels. */
  readonly width: number
  readonly isRequired?: boolean
  /** Advice on filling it in; shown when its heading is pointed at. */
  readonly hint?: string
  /** Values to choose from while typing. */
  readonly options?: readonly string[]
  readonly align?: 'right'
}

/** A column that says what was found or worked out; it cannot be written. */
export interface SheetInfo {
  readonly key: string
  readonly title: string
  readonly width: number
  readonly align?: 'right'
  readonly render: (row: SheetRow) => ReactNode
}

interface SheetTableProps {
  title: string
  sheet: Sheet
  columns: readonly SheetColumn[]
  info: readonly SheetInfo[]
  faults: SheetFaults
  /** In a narrow window a row is a card, whose cells say their titles. */
  isCards?: boolean
}

/** Cells say where they stand by `data-cell`: row and column, -1 for headings. */
export function SheetTable({ title, sheet, columns, info, faults, isCards = false }: SheetTableProps) {
  const box = chosenBox(sheet)
  return (
    <table className={isCards ? 'sg-table sg-cards' : 'sg-table'} aria-label={title}>
      <colgroup>
        <col style={{ width: 48 }} />
        {columns.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
        {info.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">行</th>
          {columns.map(({ key, title: name, align, isRequired = false, hint }, n) => (
            <th
              key={key}
              scope="col"
              data-cell={`-1 ${n}`}
              className={align === 'right' ? 'sg-right' : undefined}
              title={hint}
            >
              {name}
              {isRequired && (
                <span className="ys-fault" aria-label="必填">
                  *
                </span>
              )}
            </th>
          ))}
          {info.map(({ key, title: name }) => (
            <th key={key} scope="col" className="sg-info">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((each, n) => (
          <Row
            key={each.id}
            row={each}
            n={n}
            columns={columns}
            info={info}
            isCards={isCards}
            faults={faults.get(each.id)}
            left={n >= box.top && n <= box.bottom ? box.left : -1}
            right={n >= box.top && n <= box.bottom ? box.right : -1}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  row: SheetRow
  n: number
  columns: readonly SheetColumn[]
  info: readonly SheetInfo[]
  isCards: boolean
  faults: ReadonlyMap<number, string> | undefined
  left: number
  right: number
}

/** A row is drawn anew only when it, its faults or its part of the choice have changed. */
const Row = memo(function Row({ row, n, columns, info, isCards, faults, left, right }: RowProps) {
  return (
    <tr>
      <th scope="row" data-cell={`${n} -1`} className={faults ? 'sg-row-bad' : undefined}>
        {n + 1}
      </th>
      {columns.map(({ key, title, align, isRequired = false }, at) => {
        const fault = faults?.get(at)
        const names = [
          fault === undefined ? '' : 'sg-bad',
          at >= left && at <= right ? 'sg-chosen' : '',
          align === 'right' ? 'sg-right' : '',
        ]
          .filter(name => name !== '')
          .join(' ')
        return (
          <td
            key={key}
            data-cell={`${n} ${at}`}
            data-title={isCards ? title : undefined}
            data-required={(isCards && isRequired) || undefined}
            title={fault}
            className={names === '' ? undefined : names}
          >
            {row.cells[at]}
          </td>
        )
      })}
      {info.map(({ key, align, render }) => (
        <td key={key} className={`sg-info${align === 'right' ? ' sg-right' : ''}`}>
          {render(row)}
        </td>
      ))}
    </tr>
  )
})
