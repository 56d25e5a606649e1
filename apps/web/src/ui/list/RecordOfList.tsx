// The record of the row that stands in the address of a list without pages of its rows: as the list draws it, by its id or by the row
// itself; on a phone, which shows no row beside the list, the facts of any row.
import { lazy, Suspense } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import { DrawerOfList } from './DrawerOfList.tsx'
import type { ListPageProps } from './listProps.ts'
import { useShownRow } from './shownRow.ts'
import type { useList } from './useList.ts'

const RowSheet = lazy(() => import('./RowSheet.tsx'))
const OpenedRow = lazy(() => import('./OpenedRow.tsx'))

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
  if (rowDrawer)
    return (
      <Suspense fallback={null}>
        <OpenedRow key={id} {...{ row, more }} isLast={!isFirstLoad && !hasMore} draw={rowDrawer} />
      </Suspense>
    )
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
