// An inbox keeps a row in view: the first one when it opens, and the next one when the row in view has left the list.
import { use, useEffect, useLayoutEffect, useRef } from 'react'
import { keptInView, type SeenRow } from './keptInView.ts'
import { ListContext, useListState } from './listState.ts'

interface InboxKeeperProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** The whole filter; keeps its identity while it is the same. */
  filter: unknown
  /** The rows are those of the former filter, or not there yet. */
  isOutdated: boolean
  /** False: the window is too narrow for both. */
  isOn: boolean
  /** The list has rows behind those that are loaded. */
  hasMore: boolean
  /** A row in view left the list, though the person did nothing to it. */
  onLeft: ((row: Row) => void) | undefined
}

interface Seen<Row> extends SeenRow {
  readonly row: Row
}

/** Draws nothing. A row stays in view while a dialog about it is open, so that nothing typed is lost. */
export function InboxKeeper<Row>({ rows, rowKey, filter, isOutdated, isOn, hasMore, onLeft }: InboxKeeperProps<Row>) {
  const list = use(ListContext)
  const active = useListState(marks => marks.active)
  const isHeld = useListState(marks => marks.isHeld)
  const seen = useRef<Seen<Row>>(undefined)
  useLayoutEffect(() => {
    if (!isOn) return list.setState({ isPinned: false })
    list.setState({ isPinned: true, isPeeking: true })
    // in a window that became too narrow for both it would cover the list, unasked for
    return () => list.setState({ isPeeking: list.getState().isHeld })
  }, [list, isOn])
  useEffect(() => {
    if (!isOn || isOutdated) return
    const kept = keptInView({ rows: rows.map(rowKey), active, isHeld, hasMore, filter, was: seen.current })
    if (kept === 'stays') return
    const row = rows[kept.index]
    if (kept.isSeen && row !== undefined) {
      seen.current = { row, id: rowKey(row), index: kept.index, filter }
      return
    }
    const was = seen.current
    seen.current = undefined
    if (kept.hasLeft && was !== undefined && list.getState().done !== active) onLeft?.(was.row)
    const id = row && rowKey(row)
    // a key meant for the one that left must not mean the next one
    list.setState({ active: id, hot: id, ...(kept.hasLeft ? { isResting: true } : {}) })
  }, [list, rows, rowKey, filter, isOutdated, isOn, hasMore, active, isHeld, onLeft])
  return null
}
