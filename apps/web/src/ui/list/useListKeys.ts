// The keys of a list page: up and down, opening a row, the query form, the file of the list.
import { useCallback, useMemo, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import type { GridHandle } from './Grid.tsx'
import { markVisited, type createListState } from './listState.ts'
import { useRowKeys } from './useRowKeys.ts'

interface ListKeys<Row> {
  readonly list: ReturnType<typeof createListState>
  readonly listKey: string
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Address of a row's page. */
  readonly open: ((row: Row) => string) | undefined
  readonly onOpen: ((row: Row) => void) | undefined
  readonly canChoose: boolean
  readonly grid: RefObject<GridHandle | null>
  /** The list with its query form. */
  readonly box: RefObject<HTMLElement | null>
  readonly onExport: (() => void) | undefined
}

export function useListKeys<Row>(keys: ListKeys<Row>): void {
  const { list, listKey, rows, rowKey, open, onOpen, canChoose, grid, box, onExport } = keys
  const navigate = useNavigate()
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const openRow = useCallback(
    (id: string) => {
      const row = rows.find(each => rowKey(each) === id)
      if (!row) return
      markVisited(list, listKey, id)
      if (open) void navigate(open(row))
      else onOpen?.(row)
    },
    [rows, rowKey, open, onOpen, list, listKey, navigate],
  )
  useRowKeys(list, {
    ids,
    canChoose,
    onMove: useCallback((id: string) => grid.current?.scrollTo(id), [grid]),
    onOpen: open || onOpen ? openRow : undefined,
    onSearch: useCallback(() => box.current?.querySelector<HTMLElement>('.ys-search input')?.focus(), [box]),
    onExport,
  })
}
