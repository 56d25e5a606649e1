// The state of a list page: its filter, rows, columns and counts, with its upkeep and its keys.
import { useCallback, useEffect, useId, useMemo, useState, type RefObject } from 'react'
import { useLocation } from 'react-router'
import { keepOrder } from '../../lib/neighbours.ts'
import { toast } from '../../lib/toast.ts'
import { usePages, type Filter, type PagedCall } from '../../lib/useCall.ts'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { sumsOf, type Totals } from './Foot.tsx'
import type { GridHandle } from './Grid.tsx'
import { hasOwnColumns, type Layout } from './layout.ts'
import { panelFields, useFilterPanel } from './ListFilter.tsx'
import type { ListPageProps } from './listProps.ts'
import { clearChosen, createListState } from './listState.ts'
import { useFirstView, filterText } from './ListViews.tsx'
import { sayFilter, sayUnread, type Said } from './sayFilter.ts'
import { searchOf } from './SearchField.tsx'
import { useCounts } from './useCounts.ts'
import { useExport } from './useExport.tsx'
import { useListColumns } from './useListColumns.tsx'
import { useListKeys } from './useListKeys.ts'
import { useListUpkeep } from './useListUpkeep.ts'
import { useLayoutOfToday } from './useOldLayout.ts'
import { addView, freeName, useViews, viewFault } from './views.ts'

const noFields: readonly never[] = []

/** Fields no chip says: the order, the tab, and those the page fixes itself, which nobody can take away. */
const unsaid = (fixed: object | undefined, tab: string | undefined): string[] => [
  'sort',
  ...Object.keys(fixed ?? {}),
  ...(tab === undefined ? [] : [tab]),
]

interface Refs {
  readonly grid: RefObject<GridHandle | null>
  /** The whole list. */
  readonly box: RefObject<HTMLElement | null>
}

/** The state of a list page: its filter, rows, columns and counts, with its upkeep and its keys. */
export function useList<C extends PagedCall>(props: ListPageProps<C>, { grid, box }: Refs) {
  const { call, columns, rowKey, open, onOpen, query = noFields, tabs, fixed, isAlive, bulk = noFields } = props
  const listKey = call.path
  const { pathname } = useLocation()
  const [list] = useState(() => createListState(listKey))
  const url = useUrlFilter(call)
  const { filter, unread, setFilter } = url
  const whole = useMemo(() => ({ ...filter, ...fixed }) as Filter<C>, [filter, fixed])
  const isReady = props.isReady ? props.isReady(filter) : true
  const pages = usePages(call, whole, { enabled: isReady, keepPrevious: true, rowKey })
  const { rows, restart, pageCount } = pages
  const { layout, setLayout, told } = useLayoutOfToday(listKey, columns)
  const { permitted, shown } = useListColumns(columns, { rowKey, open, onOpen, listKey }, layout)
  const { totals: asked, ...counted } = useCounts(tabs, props.sums, whole, isReady)
  const totals = useOwnSums(props, pages) ?? asked
  const isMobile = useMobile()
  // a person who chose columns sees them all and scrolls
  const isFitted = useNarrow() && !hasOwnColumns(layout)
  const panelId = useId()
  // a list of contract/exporting.ts has its button by itself
  const exporting = useExport(call)
  const askExport = isReady ? exporting.ask : undefined
  useFirstView({
    call,
    columns,
    filter,
    onFilter: useCallback((first: UrlFilter<C>) => setFilter(first, { replace: true }), [setFilter]),
    onLayout: setLayout,
  })
  useListUpkeep({ list, listKey, filter: whole, grid, pageCount, hasLife: isAlive !== undefined && rows.some(isAlive) })
  useEffect(() => {
    if (open) keepOrder(listKey, rows.map(open), pathname)
  }, [listKey, rows, open, pathname])
  const refresh = useCallback(() => {
    clearChosen(list)
    grid.current?.scrollToTop()
    void restart()
  }, [list, restart, grid])
  useListKeys({ list, listKey, rows, rowKey, open, onOpen, canChoose: bulk.length > 0, grid, box, onExport: askExport })
  const onWidth = useCallback(
    (key: string, width: number) => setLayout({ ...layout, widths: { ...layout.widths, [key]: width } }),
    [layout, setLayout],
  )
  const search = useMemo(() => props.search ?? searchOf(query), [props.search, query])
  const fields = useMemo(() => panelFields(query, search), [query, search])
  const panel = useFilterPanel(!isReady)
  const scrollTo = useCallback((id: string) => grid.current?.scrollTo(id), [grid])
  const said = useMemo(
    () => [...sayFilter<C>(query, filter, unsaid(fixed, tabs?.field)), ...sayUnread(unread)],
    [query, filter, fixed, tabs, unread],
  )
  return {
    list,
    url,
    whole,
    isReady,
    pages,
    layout,
    setLayout,
    permitted,
    shown,
    ...counted,
    totals,
    isMobile,
    isFitted,
    panelId,
    exporting,
    askExport,
    refresh,
    onWidth,
    said,
    search,
    fields,
    panel,
    scrollTo,
    told,
    keep: useKeep(call, filter, layout, said),
  }
}

/** The sums of a list of few rows once all of them are here; undefined before, and of other lists. */
function useOwnSums<C extends PagedCall>(
  { hasOwnSums = false, columns }: Pick<ListPageProps<C>, 'hasOwnSums' | 'columns'>,
  { rows, hasMore, isOutdated }: Pick<ReturnType<typeof usePages<C>>, 'rows' | 'hasMore' | 'isOutdated'>,
): Totals | undefined {
  const isWhole = hasOwnSums && !hasMore && !isOutdated
  return useMemo(
    () => (isWhole ? { sums: sumsOf(rows, columns), summed: rows.length } : undefined),
    [isWhole, rows, columns],
  )
}

/** Saves the conditions as a view named by their words, at one press. */
function useKeep<C extends PagedCall>(
  call: C,
  filter: UrlFilter<C>,
  layout: Layout,
  said: readonly Said[],
): (() => void) | undefined {
  const [all, change] = useViews(call.path)
  const text = filterText(call, filter)
  if (all.views.some(view => view.filter === text)) return undefined
  return () => {
    const name = freeName(all, said.map(({ text: words }) => words).join(' '))
    const fault = viewFault(all, name, text)
    if (fault !== undefined) return toast.warning(fault)
    change(old => addView(old, { name, filter: text, layout }))
    toast.success(`已存为视图“${name}”，可在视图中改名`)
  }
}
