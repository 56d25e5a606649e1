// An inbox keeps a row in view: the first one when it opens, and the next one when the row in view has left the list.
import { use, useEffect, useLayoutEffect, useRef } from 'react'
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

interface Seen<Row> {
  readonly row: Row
  readonly index: number
  readonly filter: unknown
}

/** Draws nothing. A row stays in view while a dialog about it is open, so that nothing typed is lost. */
export function InboxKeeper<Row>({ rows, rowKey, filter, isOutdated, isOn, hasMore, onLeft }: InboxKeeperProps<Row>) {
  const list = use(ListContext)
  const active = useListState(marks => marks.active)
  const isHeld = useListState(marks => marks.isHeld)
  const seen = useRef<Seen<Row>>(undefined)
  useLayoutEffect(() => {
    list.setState({ isPinned: isOn, ...(isOn ? { isPeeking: true } : {}) })
  }, [list, isOn])
  useEffect(() => {
    if (!isOn || isOutdated) return
    const index = rows.findIndex(row => rowKey(row) === active)
    const row = rows[index]
    if (row !== undefined) {
      seen.current = { row, index, filter }
      return
    }
    if (isHeld) return
    const was = seen.current
    const hasLeft = was !== undefined && was.filter === filter && rowKey(was.row) === active
    // a list asked anew comes with its first rows: one that stood behind them has not left
    if (hasLeft && hasMore && was.index >= rows.length) return
    seen.current = undefined
    if (hasLeft && list.getState().done !== active) onLeft?.(was.row)
    const next = rows[Math.min(hasLeft ? was.index : 0, rows.length - 1)]
    const id = next && rowKey(next)
    // a key meant for the one that left must not mean the next one
    list.setState({ active: id, hot: id, ...(hasLeft ? { isResting: true } : {}) })
  }, [list, rows, rowKey, filter, isOutdated, isOn, hasMore, active, isHeld, onLeft])
  return null
}
