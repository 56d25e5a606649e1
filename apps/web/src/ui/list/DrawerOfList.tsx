// The drawer of the row that stands in the address, with its neighbours in the order of the list.
import { useMemo, useState, type ReactNode } from 'react'
import type { PagedCall, RowOf } from '../../lib/useCall.ts'
import { DrawerWalkContext } from './drawerWalk.ts'
import { markVisited } from './listState.ts'
import { useShownRow } from './shownRow.ts'
import type { useList } from './useList.ts'

/** So many rows before the last one loaded the next page is asked for. */
const near = 3

interface DrawerOfListProps<C extends PagedCall> {
  draw: (id: string, onClose: () => void) => ReactNode
  rowKey: (row: RowOf<C>) => string
  listKey: string
  it: ReturnType<typeof useList<C>>
}

export function DrawerOfList<C extends PagedCall>({ draw, rowKey, listKey, it }: DrawerOfListProps<C>) {
  const [id, show] = useShownRow()
  const { rows, more } = it.pages
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  // a step may take the row out of the list: its place among the others stays
  const [kept, setKept] = useState(ids)
  const isHere = id !== undefined && ids.includes(id)
  if (isHere && kept !== ids) setKept(ids)
  const order = isHere ? ids : kept
  const index = id === undefined ? -1 : order.indexOf(id)
  const step = (by: number): (() => void) | undefined => {
    const next = order[index + by]
    if (next === undefined) return undefined
    return () => {
      show(next)
      markVisited(it.list, listKey, next)
      it.list.setState({ hot: next })
      it.scrollTo(next)
      if (index + by > order.length - near) more()
    }
  }
  if (id === undefined) return null
  const walk = { place: `${index + 1} / ${order.length}`, onPrevious: step(-1), onNext: step(1) }
  return (
    <DrawerWalkContext value={index < 0 || order.length < 2 ? undefined : walk}>
      {draw(id, () => show(undefined))}
    </DrawerWalkContext>
  )
}
