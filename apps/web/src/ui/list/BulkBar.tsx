// The bar of actions on chosen rows; it covers the head of the toolbar while rows are chosen, so that the rows do not jump.
import { Button } from 'antd'
import { use, useMemo } from 'react'
import { canAll } from '../../lib/session.ts'
import type { BulkAction } from './column.tsx'
import { clearChosen, ListContext, useListState } from './listState.ts'

/** The chosen rows, in the order of the list. */
export function useChosen<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const ids = useListState(({ chosen }) => chosen)
  return useMemo(() => (ids.size === 0 ? [] : rows.filter((row) => ids.has(rowKey(row)))), [ids, rows, rowKey])
}

interface BulkBarProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  actions: readonly BulkAction<Row>[]
}

export function BulkBar<Row>({ rows, rowKey, actions }: BulkBarProps<Row>) {
  const list = use(ListContext)
  const chosen = useChosen(rows, rowKey)
  if (chosen.length === 0) return null
  return (
    <section className="ys-bulk" aria-label="批量操作">
      <span aria-live="polite">已选 {chosen.length} 条</span>
      {actions.filter(({ permit }) => permit === undefined || canAll([permit])).map(({ label, run, danger = false }) => (
        <Button key={label} size="small" danger={danger} onClick={() => run(chosen)}>{label}</Button>
      ))}
      <Button size="small" type="link" onClick={() => clearChosen(list)}>取消选择</Button>
    </section>
  )
}
