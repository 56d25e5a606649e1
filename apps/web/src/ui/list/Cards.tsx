// The rows of a list as cards, below the mobile breakpoint.
import { useEffect, useRef } from 'react'
import { nothing } from '../Figures.tsx'
import type { Column, RowAction } from './column.tsx'
import { Pick } from './Pick.tsx'
import { RowActions } from './RowActions.tsx'

interface CardsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  canChoose: boolean
  onNearEnd: () => void
}

/** One card per row; cards far away cost no layout (content-visibility). */
export function Cards<Row>({ rows, columns, rowKey, rowName, actions, canChoose, onNearEnd }: CardsProps<Row>) {
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNearEnd()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onNearEnd, rows.length])
  const as = (kind: Column<Row>['card']) => columns.filter(column => (column.card ?? 'line') === kind)
  const [title, tags, lines] = [as('title'), as('tag'), as('line')]
  return (
    <ul className="ys-cards">
      {rows.map(row => (
        <li key={rowKey(row)} className="ys-card">
          <div className="ys-card-head">
            {canChoose && <Pick id={rowKey(row)} name={rowName(row)} />}
            <strong>
              {title.map(column => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
            </strong>
            <span className="ys-card-tags">
              {tags.map(column => (
                <span key={column.key}>{column.render(row)}</span>
              ))}
            </span>
          </div>
          <dl>
            {lines.map(column => {
              const shown = column.render(row)
              return shown === nothing ? null : (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{shown}</dd>
                </div>
              )
            })}
          </dl>
          {actions && <RowActions actions={actions(row)} />}
        </li>
      ))}
      <li ref={end} className="ys-card-end" aria-hidden="true" />
    </ul>
  )
}
