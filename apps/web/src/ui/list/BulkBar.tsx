// The bar of actions on chosen rows; it covers the head of the toolbar while rows are chosen, so that the rows do not
// jump.
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { canAll } from '../../lib/can.ts'
import type { BulkJob } from './BulkDialog.tsx'
import type { BulkAction, BulkEach } from './column.tsx'
import { clearChosen, ListContext, useListState } from './listState.ts'

const BulkDialog = lazy(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }))

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

/** An action that was pressed, and the rows chosen then. */
interface Asked<Row> {
  readonly action: BulkAction<Row>
  readonly rows: readonly Row[]
}

export function BulkBar<Row>({ rows, rowKey, rowName, actions }: BulkBarProps<Row>) {
  const list = use(ListContext)
  const chosen = useChosen(rows, rowKey)
  const [asked, setAsked] = useState<Asked<Row>>()
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
            danger={asked.action.danger ?? false}
            {...jobOf(asked.action.each, { asked: asked.rows, rows, rowKey, rowName })}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

interface JobRows<Row> extends Pick<BulkBarProps<Row>, 'rows' | 'rowKey' | 'rowName'> {
  asked: readonly Row[]
}

/** The writes of an action, told to the dialog by the ids of rows. */
function jobOf<Row>(each: BulkEach<Row>, { asked, rows, rowKey, rowName }: JobRows<Row>): BulkJob {
  const { text, needsReason = false, invalidates } = each
  return {
    text,
    needsReason,
    invalidates,
    asked: asked.map(row => ({ id: rowKey(row), name: rowName(row), fault: each.fits?.(row) })),
    // a row the list shows meanwhile takes the place of the one that was chosen
    writes: () => new Map([...asked, ...rows].map(row => [rowKey(row), how => each.send(row, how)])),
  }
}
