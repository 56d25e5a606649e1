// A list as an inbox: narrow in a wide window, with the row in view beside it.
import type { PagedCall } from '../../lib/useCall.ts'
import { useWide } from '../../lib/useMobile.ts'
import { InboxKeeper } from './InboxKeeper.tsx'
import type { ListPageProps } from './listProps.ts'
import type { useList } from './useList.ts'
import { useListColumns } from './useListColumns.tsx'

const noColumns: readonly never[] = []
const noLayout = {} as const

/** The columns that are drawn, and the keeper of the row in view: draw it inside the context of the list. */
export function useInbox<C extends PagedCall>(
  { inbox, rowKey, open, call }: ListPageProps<C>,
  { pages, shown, whole }: ReturnType<typeof useList<C>>,
) {
  const isInbox = useWide() && inbox !== undefined
  const narrow = useListColumns(inbox?.columns ?? noColumns, { rowKey, open, listKey: call.path }, noLayout)
  return {
    isInbox,
    columns: isInbox ? narrow.shown : shown,
    keeper: inbox && (
      <InboxKeeper
        rows={pages.rows}
        rowKey={rowKey}
        onLeft={inbox.onLeft}
        filter={whole}
        isOutdated={pages.isOutdated || pages.isFirstLoad}
        isOn={isInbox}
        hasMore={pages.hasMore}
      />
    ),
  }
}
