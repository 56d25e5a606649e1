// The list of the product: status tabs, query form, chips, toolbar, rows that load as one scrolls, sums, chosen rows,
// keys, and cards on phones.
import { Button } from 'antd'
import { useCallback, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { usePages, type Filter, type PagedCall, type RowOf } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import type { BulkAction, Column, RowAction } from './column.tsx'
import { BulkBar, useChosen } from './BulkBar.tsx'
import type { GridHandle } from './Grid.tsx'
import { defaultDensity, useLayout } from './layout.ts'
import { ListBody } from './ListBody.tsx'
import { ListEnd } from './ListEnd.tsx'
import { ListFilter } from './ListFilter.tsx'
import { clearChosen, createListState, ListContext } from './listState.ts'
import { ListTools } from './ListTools.tsx'
import { ListViews, useFirstView } from './ListViews.tsx'
import type { QueryField } from './QueryForm.tsx'
import { sayFilter, sayUnread, type Said } from './sayFilter.ts'
import { countText } from './StatusTabs.tsx'
import { useCounts, type SumCall, type Tabs } from './useCounts.ts'
import { useExport } from './useExport.tsx'
import { useListColumns } from './useListColumns.tsx'
import { useListKeys } from './useListKeys.ts'
import { useListUpkeep } from './useListUpkeep.ts'
import '../ui.css'
import './list.css'

export interface ListPageProps<C extends PagedCall> {
  call: C
  /**
   * Columns, actions and the other functions must keep their identity: declare them outside the component or with
   * useMemo/useCallback.
   */
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => string
  /** The name of a row: its number. The column with `card: 'title'` links to the row's page. */
  rowName: (row: RowOf<C>) => string
  /** Address of a row's page: the title column links there, Enter opens it. */
  open?: (row: RowOf<C>) => string
  query?: readonly QueryField<C>[]
  tabs?: Tabs<C>
  /** Sums of all rows under the filter, for lists whose tabs do not count and sum them. */
  sums?: SumCall
  /** Part of the filter the page fixes itself. */
  fixed?: Partial<Filter<C>>
  /** False: the filter lacks what the call requires; `notReady` says what. */
  isReady?: (filter: UrlFilter<C>) => boolean
  notReady?: string
  actions?: (row: RowOf<C>) => readonly RowAction[]
  actionsWidth?: number
  bulk?: readonly BulkAction<RowOf<C>>[]
  /** Left of the toolbar: the primary button, sums. */
  head?: ReactNode
  /** Rows that change by themselves: while one is shown, the list asks again every other second. */
  isAlive?: (row: RowOf<C>) => boolean
  /** The text and the buttons of an empty list. */
  empty?: ReactNode
}

const noFields: readonly never[] = []

/** A whole list page; its filter lives in the address of the tab. Give its container a definite height. */
export function ListPage<C extends PagedCall>(props: ListPageProps<C>) {
  const { query = noFields, tabs, bulk = noFields, head, rowKey, rowName, notReady = '请先填写查询条件' } = props
  const it = useList(props)
  const { url, pages, layout, setLayout, grid, box, panelId, askExport, said, refresh } = it
  const { rows, error } = pages
  const canChoose = bulk.length > 0
  const drawn = { rows, columns: it.shown, rowKey, rowName, actions: props.actions, canChoose, onNearEnd: pages.more }
  const clear = <Button onClick={() => url.setFilter({} as UrlFilter<C>)}>清除条件</Button>
  return (
    <ListContext value={it.list}>
      <div ref={box} className="ys-list">
        <ScreenTitle />
        <ListFilter {...{ call: props.call, url, query, tabs, said, panelId }} counts={it.counts} onAgain={refresh} />
        <div className="ys-toolbar">
          <div className="ys-toolbar-head">
            {head}
            <BulkBar rows={rows} rowKey={rowKey} rowName={rowName} actions={bulk} />
          </div>
          <ListTools
            columns={it.permitted}
            layout={layout}
            onLayout={setLayout}
            onRefresh={refresh}
            onExport={askExport}
            isBusy={pages.isFetching}
            isPlain={it.isMobile}
            views={
              <ListViews
                call={props.call}
                filter={url.filter}
                onFilter={url.setFilter}
                {...{ layout }}
                onLayout={setLayout}
              />
            }
          />
        </div>
        <div id={panelId} className="ys-list-body" {...(tabs ? { role: 'tabpanel', 'aria-label': '列表' } : {})}>
          <ListBody
            notReady={it.isReady ? undefined : notReady}
            error={error}
            onRetry={refresh}
            isFirstLoad={pages.isFirstLoad}
            empty={props.empty ?? (Object.keys(url.filter).length > 0 && clear)}
            isMobile={it.isMobile}
            drawn={drawn}
            table={{
              ref: grid,
              actionsWidth: props.actionsWidth ?? 150,
              density: layout.density ?? defaultDensity,
              totals: it.totals,
              onWidth: it.onWidth,
            }}
          />
        </div>
        <ListEnd
          rows={rows}
          rowKey={rowKey}
          columns={it.shown}
          totals={it.totals}
          total={it.total}
          hasMore={pages.hasMore}
          isLoadingMore={pages.isLoadingMore}
          error={error}
          onMore={pages.more}
        />
        <ExportOfList list={props} it={it} />
      </div>
    </ListContext>
  )
}

/** The dialog that asks for the file of the list, while it is open. */
function ExportOfList<C extends PagedCall>({
  list,
  it,
}: {
  list: ListPageProps<C>
  it: ReturnType<typeof useList<C>>
}) {
  const { call, rowKey, tabs } = list
  return (
    <>
      {it.exporting.isAsking && (
        <ChosenRows rows={it.pages.rows} rowKey={rowKey}>
          {chosen =>
            it.exporting.dialog({
              filter: it.whole,
              said: [...(tabs ? sayState(tabs, it.url.filter) : []), ...it.said],
              columns: it.shown.map(({ key }) => key),
              chosen: 'ids' in call.input._zod.def.shape ? chosen.map(rowKey) : [],
              total: it.total === undefined ? undefined : countText(it.total),
            })
          }
        </ChosenRows>
      )}
    </>
  )
}

/** The state of a list page: its filter, rows, columns and counts, with its upkeep and its keys. */
function useList<C extends PagedCall>(props: ListPageProps<C>) {
  const { call, columns, rowKey, open, query = noFields, tabs, fixed, isAlive, bulk = noFields } = props
  const listKey = call.path
  const [list] = useState(() => createListState(listKey))
  const url = useUrlFilter(call)
  const { filter, unread, setFilter } = url
  const whole = useMemo(() => ({ ...filter, ...fixed }) as Filter<C>, [filter, fixed])
  const isReady = props.isReady ? props.isReady(filter) : true
  const pages = usePages(call, whole, { enabled: isReady })
  const { rows, restart, pageCount } = pages
  const [layout, setLayout] = useLayout(listKey)
  const { permitted, shown } = useListColumns(columns, { rowKey, open, listKey }, layout)
  const { counts, total, totals } = useCounts(tabs, props.sums, whole, isReady)
  const isMobile = useMobile()
  const grid = useRef<GridHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const panelId = useId()
  // a list of contract/exporting.ts has its button by itself
  const exporting = useExport(call)
  const askExport = isReady ? exporting.ask : undefined
  useFirstView({
    call,
    filter,
    onFilter: useCallback((first: UrlFilter<C>) => setFilter(first, { replace: true }), [setFilter]),
    onLayout: setLayout,
  })
  useListUpkeep({ list, listKey, filter: whole, grid, pageCount, hasLife: isAlive !== undefined && rows.some(isAlive) })
  const refresh = useCallback(() => {
    clearChosen(list)
    grid.current?.scrollToTop()
    void restart()
  }, [list, restart])
  useListKeys({ list, listKey, rows, rowKey, open, canChoose: bulk.length > 0, grid, box, onExport: askExport })
  const onWidth = useCallback(
    (key: string, width: number) => setLayout({ ...layout, widths: { ...layout.widths, [key]: width } }),
    [layout, setLayout],
  )
  const said = useMemo(
    () => [...sayFilter<C>(query, filter, tabs ? [tabs.field] : []), ...sayUnread(unread)],
    [query, filter, tabs, unread],
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
    counts,
    total,
    totals,
    isMobile,
    grid,
    box,
    panelId,
    exporting,
    askExport,
    refresh,
    onWidth,
    said,
  }
}

/** The state chosen by a tab, in words. */
function sayState<C extends PagedCall>({ field, machine }: Tabs<C>, filter: UrlFilter<C>): readonly Said[] {
  const state: unknown = filter[field]
  const row = typeof state === 'string' ? machine.states[state] : undefined
  return row ? [{ names: [field], label: '状态', text: row.label }] : []
}

interface ChosenRowsProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  children: (chosen: readonly Row[]) => ReactNode
}

function ChosenRows<Row>({ rows, rowKey, children }: ChosenRowsProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  return <>{children(chosen)}</>
}
