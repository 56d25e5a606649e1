// The bar of actions on chosen rows; it covers the head of the toolbar while rows are chosen, so that the rows do not
// jump.
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { canAll } from '../../lib/can.ts'
import type { BulkAction } from './column.tsx'
import { clearChosen, ListContext, useListState } from './listState.ts'

// lazy() would forget the type of the rows; the dialog only hands them back to the action
const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog<never> }))

/** The chosen rows, in the order of the list. */
export function useChosen<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const ids = useListState(({ chosen }) => chosen)
  return useMemo(() => (ids.size === 0 ? [] : rows.filter(row => ids.has(rowKey(row)))), [ids, rows, rowKey])
}

interface BulkBarProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  actions: readonly BulkAction<Row>[]
}

export function BulkBar<Row>({ rows, rowKey, rowName, actions }: BulkBarProps<Row>) {
  const list = use(ListContext)
  const chosen = useChosen(rows, rowKey)
  const [asked, setAsked] = useState<{ action: BulkAction<Row>; rows: readonly Row[] }>()
  const press = (action: BulkAction<Row>): void => {
    if ('run' in action) action.run(chosen)
    else setAsked({ action, rows: chosen })
  }
  return (
    <>
      {chosen.length > 0 && (
        <section className="ys-bulk" aria-label="批量操作">
          <span aria-live="polite">已选 {chosen.length} 条</span>
          {actions
            .filter(({ permit }) => permit === undefined || canAll([permit]))
            .map(action => (
              <button
                key={action.label}
                type="button"
                className={action.danger ? 'ys-danger' : undefined}
                onClick={() => press(action)}
              >
                {action.label}
              </button>
            ))}
          <button type="button" className="ys-link" onClick={() => clearChosen(list)}>
            取消选择
          </button>
        </section>
      )}
      {asked && 'each' in asked.action && (
        <Suspense fallback={null}>
          <BulkDialog
            label={asked.action.label}
            each={asked.action.each as never}
            danger={asked.action.danger ?? false}
            asked={asked.rows as readonly never[]}
            rows={rows as readonly never[]}
            rowKey={rowKey}
            rowName={rowName}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
