// The record of the row that stands in the address of a list without pages of its rows: as the list draws it, by its id or by the row
// itself; on a phone, which shows no row beside the list, the facts of any row.
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import { DrawerOfList } from './DrawerOfList.tsx'
import type { ListPageProps } from './listProps.ts'
import { useShownRow } from './shownRow.ts'
import type { useList } from './useList.ts'

const RowSheet = lazy(() => import('./RowSheet.tsx'))

interface RecordOfListProps<C extends PagedCall> {
  list: ListPageProps<C>
  it: ReturnType<typeof useList<C>>
}

export function RecordOfList<C extends PagedCall>({ list, it }: RecordOfListProps<C>) {
  const { drawer, rowDrawer, rowKey, rowName, open, onOpen, actions } = list
  const [id] = useShownRow()
  const { rows, hasMore, isFirstLoad, more } = it.pages
  const common = { rowKey, listKey: list.call.path, it }
  if (id === undefined) return null
  if (drawer) return <DrawerOfList {...common} draw={drawer} />
  const row = rows.find(each => rowKey(each) === id)
  if (rowDrawer) return <OpenedRow key={id} {...{ row, more }} isLast={!isFirstLoad && !hasMore} draw={rowDrawer} />
  if (!it.isMobile || open || onOpen || row === undefined) return null
  return (
    <DrawerOfList
      {...common}
      draw={(_, onClose) => (
        <Suspense fallback={null}>
          <RowSheet
            id={id}
            name={rowName(row)}
            row={row}
            columns={it.permitted}
            acts={actions?.(row)}
            onClose={onClose}
          />
        </Suspense>
      )}
    />
  )
}

interface OpenedRowProps<Row> {
  /** Undefined where no row that is here is it. */
  row: Row | undefined
  /** No further rows can be asked for. */
  isLast: boolean
  more: () => void
  draw: (row: Row, onClose: () => void) => ReactNode
}

/** A form keeps the version it was opened with: the row a colleague changes meanwhile is not taken. */
function OpenedRow<Row>({ row, isLast, more, draw }: OpenedRowProps<Row>) {
  const [, show] = useShownRow()
  const [opened, setOpened] = useState(row)
  if (opened === undefined && row !== undefined) setOpened(row)
  const isSought = opened === undefined && !isLast
  useEffect(() => {
    if (isSought) more()
  }, [isSought, more])
  const close = (): void => show(undefined)
  if (opened !== undefined) return draw(opened, close)
  return isLast ? (
    <Suspense fallback={null}>
      <RowSheet onClose={close} />
    </Suspense>
  ) : null
}
