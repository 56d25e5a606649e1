// The cell that opens a row: a link to its page, or a button for what stands in a drawer; both remember it was followed.
import { use, type ReactNode } from 'react'
import { ListContext, markVisited, useListState } from './listState.ts'

/** A link to the row's page; rows opened before read 已看. */
export function OpenLink({
  id,
  to,
  listKey,
  children,
}: {
  id: string
  to: string
  listKey: string
  children: ReactNode
}) {
  const list = use(ListContext)
  const isVisited = useListState(({ visited }) => visited.has(id))
  const isStop = useListState(({ active, isWalked }) => !isWalked || active === id)
  return (
    <a
      href={to}
      tabIndex={isStop ? 0 : -1}
      className={isVisited ? 'ys-link ys-visited' : 'ys-link'}
      title={isVisited ? '已看' : undefined}
      onClick={() => markVisited(list, listKey, id)}
    >
      {children}
    </a>
  )
}

interface OpenButtonProps {
  id: string
  listKey: string
  onOpen: () => void
  children: ReactNode
}

/** A button that shows the row's record. */
export function OpenButton({ id, listKey, onOpen, children }: OpenButtonProps) {
  const list = use(ListContext)
  const isVisited = useListState(({ visited }) => visited.has(id))
  const isStop = useListState(({ active, isWalked }) => !isWalked || active === id)
  return (
    <button
      type="button"
      tabIndex={isStop ? 0 : -1}
      className={isVisited ? 'ys-link ys-visited' : 'ys-link'}
      title={isVisited ? '已看' : undefined}
      onClick={() => {
        markVisited(list, listKey, id)
        onOpen()
      }}
    >
      {children}
    </button>
  )
}
