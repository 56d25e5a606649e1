// Boxes that choose rows: each listens for its own row only, so a tick costs one cell.
import { use, useEffect, useRef } from 'react'
import { chooseRows, ListContext, useListState } from './listState.ts'

/** The box of one row; a stop of the Tab key in the row that is walked on. */
export function Pick({ id, name }: { id: string; name: string }) {
  const list = use(ListContext)
  const isChosen = useListState(({ chosen }) => chosen.has(id))
  const isStop = useListState(({ active, isWalked }) => !isWalked || active === id)
  return (
    <input
      type="checkbox"
      className="ys-pick"
      tabIndex={isStop ? 0 : -1}
      aria-label={`选择 ${name}`}
      checked={isChosen}
      onChange={event => chooseRows(list, [id], event.target.checked)}
    />
  )
}

/** The box in the heading: all loaded rows. */
export function PickAll({ ids }: { ids: readonly string[] }) {
  const list = use(ListContext)
  const box = useRef<HTMLInputElement>(null)
  const count = useListState(({ chosen }) => chosen.size)
  const isAll = ids.length > 0 && count >= ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  }, [count, isAll])
  return (
    <input
      ref={box}
      type="checkbox"
      className="ys-pick"
      aria-label="选择全部已加载的行"
      checked={isAll}
      onChange={event => chooseRows(list, ids, event.target.checked)}
    />
  )
}
