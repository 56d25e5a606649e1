// The bar of actions on chosen rows; it covers the head of the toolbar while rows are chosen, so that the rows do not
// jump.
import { batchLimits } from '@yunshu/domain/batch'
import { printCount } from '@yunshu/domain/figures/decimal'
import { lazy, Suspense, use, useMemo, useState } from 'react'
import { canAll } from '../../lib/can.ts'
import { Reopens } from '../form/Reopens.tsx'
import type { BulkJob } from './BulkDialog.tsx'
import type { BulkAction, BulkEach } from './column.tsx'
import { chooseWhole, clearChosen, ListContext, useListState } from './listState.ts'
import { countText } from './StatusTabs.tsx'

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
  /** Rows under the filter, as far as they are counted. */
  total?: number | undefined
  /** The filter as it travels on the wire. */
  filter?: () => Readonly<Record<string, string>>
}

/** The reason all rows cannot be chosen. */
const mostAtOnce = `一次最多 ${batchLimits.rows.toLocaleString('en')} 条`

/** An action that was pressed, and the rows chosen then. */
interface Asked<Row> {
  readonly action: BulkAction<Row>
  readonly rows: readonly Row[]
}

export function BulkBar<Row>({ rows, rowKey, rowName, actions, total, filter }: BulkBarProps<Row>) {
  const list = use(ListContext)
  const chosen = useChosen(rows, rowKey)
  const [asked, setAsked] = useState<Asked<Row>>()
  const isWhole = useListState(marks => marks.isWhole)
  const offered = actions.filter(
    ({ permit, isFor }) => (permit === undefined || canAll([permit])) && (!isFor || chosen.some(isFor)),
  )
  const press = (action: BulkAction<Row>): void => {
    if (isWhole) action.all?.(filter?.() ?? {})
    else if ('run' in action) action.run(chosen)
    else setAsked({ action, rows: chosen })
  }
  return (
    <>
      {chosen.length > 0 && (
        <section className="ys-bulk" aria-label="批量操作">
          <span aria-live="polite">
            {isWhole && total !== undefined
              ? `已选全部 ${countText(total)} 条`
              : `已选 ${printCount(chosen.length)} 条`}
          </span>
          {!isWhole && offered.some(({ all }) => all) && total !== undefined && total > chosen.length && (
            <button
              type="button"
              className="ys-link"
              disabled={total > batchLimits.rows}
              title={total > batchLimits.rows ? mostAtOnce : undefined}
              onClick={() => chooseWhole(list)}
            >
              {total > batchLimits.rows
                ? `全部 ${countText(total)} 条，${mostAtOnce}`
                : `选择全部 ${printCount(total)} 条`}
            </button>
          )}
          {offered
            .filter(({ all }) => !isWhole || all)
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
          <Reopens by={() => setAsked(asked)}>
            <BulkDialog
              label={asked.action.label}
              danger={asked.action.danger ?? false}
              {...jobOf(asked.action.each, { asked: asked.rows, rows, rowKey, rowName })}
              onClose={() => setAsked(undefined)}
            />
          </Reopens>
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
  const { call, text, needsReason = false, invalidates } = each
  return {
    call,
    text,
    needsReason,
    invalidates,
    asked: asked.map(row => ({ id: rowKey(row), name: rowName(row), fault: each.fits?.(row) })),
    // a row the list shows meanwhile takes the place of the one that was chosen
    writes: () => new Map([...asked, ...rows].map(row => [rowKey(row), how => each.send(row, how)])),
  }
}
