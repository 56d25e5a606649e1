// The list of the product: status tabs, query form, chips, toolbar, rows that load as one scrolls, sums, chosen rows,
// keys, and cards on phones.
import { Button } from 'antd'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { refreshCalls } from '../../lib/queryClient.ts'
import { canAll } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { keptPages, usePages, type Filter, type PagedCall, type RowOf } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { Cards } from './Cards.tsx'
import { Chips } from './Chips.tsx'
import type { BulkAction, Column, RowAction } from './column.tsx'
import { BulkBar, useChosen } from './BulkBar.tsx'
import { TotalsLine } from './Foot.tsx'
import { Grid, type GridHandle } from './Grid.tsx'
import { defaultDensity, useLayout, useShownColumns } from './layout.ts'
import { clearChosen, createListState, ListContext, markVisited } from './listState.ts'
import { ListTools } from './ListTools.tsx'
import { ListViews, useFirstView } from './ListViews.tsx'
import { OpenLink } from './OpenLink.tsx'
import { QueryForm, type QueryField } from './QueryForm.tsx'
import { sayFilter, sayUnread, type Said } from './sayFilter.ts'
import { countText, StatusTabs } from './StatusTabs.tsx'
import { useCounts, type SumCall, type Tabs } from './useCounts.ts'
import { useExport } from './useExport.tsx'
import { useRowKeys } from './useRowKeys.ts'
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
  /** What a row is called: its number. The column with `card: 'title'` links to the row's page. */
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
  /** What an empty list says and offers. */
  empty?: ReactNode
}

const noFields: readonly never[] = []
/** How often a list with rows that change by themselves asks again, ms. */
const aliveMs = 2000

/** A whole list page; its filter lives in the address of the tab. Give its container a definite height. */
export function ListPage<C extends PagedCall>(props: ListPageProps<C>) {
  type Row = RowOf<C>
  const {
    call,
    columns,
    rowKey,
    rowName,
    open,
    query = noFields,
    tabs,
    sums,
    fixed,
    isReady,
    notReady = '请先填写查询条件',
    actions,
    actionsWidth = 150,
    bulk = noFields,
    head,
    isAlive,
    empty,
  } = props
  const listKey = call.path
  const [list] = useState(() => createListState(listKey))
  const { filter, unread, setFilter, patch } = useUrlFilter(call)
  const whole = useMemo(() => ({ ...filter, ...fixed }) as Filter<C>, [filter, fixed])
  const enabled = isReady ? isReady(filter) : true
  const {
    rows: loaded,
    pageCount,
    more,
    restart,
    hasMore,
    isFirstLoad,
    isLoadingMore,
    isFetching,
    error,
  } = usePages(call, whole, { enabled })
  const rows = loaded as readonly Row[]
  const [layout, setLayout] = useLayout(listKey)
  const jurisdiction = useSession(session => session.jurisdiction)
  const permitted = useMemo(
    () => columns.filter(({ permit }) => permit === undefined || (jurisdiction && canAll([permit]))),
    [columns, jurisdiction],
  )
  const linked = useMemo(
    () => (open ? permitted.map(column => linkedTo(column, rowKey, open, listKey)) : permitted),
    [permitted, rowKey, open, listKey],
  )
  const shown = useShownColumns(linked, layout)
  const { counts, total, totals } = useCounts(tabs, sums, whole, enabled)
  const isMobile = useMobile()
  const grid = useRef<GridHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const navigate = useNavigate()
  // a list of contract/exporting.ts has its button by itself
  const { ask, isAsking, dialog } = useExport(call)
  const askExport = enabled ? ask : undefined
  useFirstView({
    call,
    filter,
    onFilter: useCallback((first: UrlFilter<C>) => setFilter(first, { replace: true }), [setFilter]),
    onLayout: setLayout,
  })

  const chosenUnder = useRef(whole)
  useEffect(() => {
    // people must not act on rows they can no longer see; coming back to the tab is no other filter
    if (chosenUnder.current !== whole) clearChosen(list)
    chosenUnder.current = whole
  }, [list, whole])
  const pagesBefore = useRef(pageCount)
  useEffect(() => {
    // a long list that was asked anew has started over
    if (pagesBefore.current > keptPages && pageCount === 1) grid.current?.scrollToTop()
    pagesBefore.current = pageCount
  }, [pageCount])
  const hasLife = isAlive !== undefined && rows.some(isAlive)
  useEffect(() => {
    if (!hasLife) return
    const timer = setInterval(() => {
      void refreshCalls([listKey])
    }, aliveMs)
    return () => clearInterval(timer)
  }, [hasLife, listKey])
  const refresh = useCallback(() => {
    clearChosen(list)
    grid.current?.scrollToTop()
    void restart()
  }, [list, restart])
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const openRow = useCallback(
    (id: string) => {
      const row = rows.find(each => rowKey(each) === id)
      if (!row || !open) return
      markVisited(list, listKey, id)
      void navigate(open(row))
    },
    [rows, rowKey, open, list, listKey, navigate],
  )
  useRowKeys(list, {
    ids,
    canChoose: bulk.length > 0,
    onMove: useCallback((id: string) => grid.current?.scrollTo(id), []),
    onOpen: open ? openRow : undefined,
    onSearch: useCallback(
      () => box.current?.querySelector<HTMLElement>('.ys-query input, .ys-query textarea')?.focus(),
      [],
    ),
    onExport: askExport,
  })
  const draw = useCallback(
    (key: string, width: number) => setLayout({ ...layout, widths: { ...layout.widths, [key]: width } }),
    [layout, setLayout],
  )

  const onQuery = (next: UrlFilter<C>): void => {
    const kept = tabs ? { ...next, [tabs.field]: filter[tabs.field] } : next
    setFilter(kept)
    if (JSON.stringify(kept) === JSON.stringify(filter)) refresh()
  }
  const remove = (names: readonly string[]): void =>
    patch(Object.fromEntries(names.map(name => [name, undefined])) as never)
  const said = useMemo(
    () => [...sayFilter<C>(query, filter, tabs ? [tabs.field] : []), ...sayUnread(unread)],
    [query, filter, tabs, unread],
  )
  const state = tabs && sayState(tabs, filter)
  const common = { rows, columns: shown, rowKey, rowName, actions, canChoose: bulk.length > 0, onNearEnd: more }
  return (
    <ListContext value={list}>
      <div ref={box} className="ys-list">
        <ScreenTitle />
        {tabs && (
          <StatusTabs
            machine={tabs.machine}
            {...(tabs.states ? { states: tabs.states } : {})}
            counts={counts}
            value={filter[tabs.field] as string | undefined}
            panelId={panelId}
            onChange={state => patch({ [tabs.field]: state } as never)}
          />
        )}
        {query.length > 0 && (
          <QueryForm
            call={call}
            fields={query}
            filter={filter}
            onQuery={onQuery}
            onReset={() => onQuery({} as UrlFilter<C>)}
          />
        )}
        <Chips said={said} onRemove={remove} onClear={() => onQuery({} as UrlFilter<C>)} />
        <div className="ys-toolbar">
          <div className="ys-toolbar-head">
            {head}
            <BulkBar rows={rows} rowKey={rowKey} rowName={rowName} actions={bulk} />
          </div>
          <ListTools
            columns={permitted}
            layout={layout}
            onLayout={setLayout}
            onRefresh={refresh}
            onExport={askExport}
            isBusy={isFetching}
            isPlain={isMobile}
            views={<ListViews call={call} filter={filter} onFilter={setFilter} layout={layout} onLayout={setLayout} />}
          />
        </div>
        <div id={panelId} className="ys-list-body" {...(tabs ? { role: 'tabpanel', 'aria-label': '列表' } : {})}>
          {!enabled ? (
            <EmptyState text={notReady} />
          ) : error && rows.length === 0 ? (
            <ErrorState error={error} retry={refresh} />
          ) : isFirstLoad ? (
            <Skeleton lines={12} />
          ) : rows.length === 0 ? (
            <EmptyState text="没有符合条件的记录">
              {empty ??
                (Object.keys(filter).length > 0 && (
                  <Button onClick={() => setFilter({} as UrlFilter<C>)}>清除条件</Button>
                ))}
            </EmptyState>
          ) : isMobile ? (
            <Cards {...common} />
          ) : (
            <Grid
              ref={grid}
              {...common}
              actionsWidth={actionsWidth}
              density={layout.density ?? defaultDensity}
              totals={totals}
              onWidth={draw}
            />
          )}
        </div>
        <div className="ys-list-end">
          <footer className="ys-list-foot" aria-live="polite">
            {rows.length > 0 && (
              <>
                已加载 {rows.length} 条{total !== undefined && hasMore ? `，共 ${countText(total)} 条` : ''}
                {hasMore ? (isLoadingMore ? '，加载中…' : '，向下滚动加载更多') : '，已全部加载'}
              </>
            )}
            {error && rows.length > 0 && (
              <span className="ys-fault">
                {' '}
                刷新失败：{error.message}{' '}
                <Button type="link" size="small" onClick={more}>
                  重试
                </Button>
              </span>
            )}
          </footer>
          {rows.length > 0 && <TotalsLine rows={rows} rowKey={rowKey} columns={shown} totals={totals} />}
        </div>
        {isAsking && (
          <ChosenRows rows={rows} rowKey={rowKey}>
            {chosen =>
              dialog({
                filter: whole,
                said: state === undefined ? said : [state, ...said],
                columns: shown.map(({ key }) => key),
                chosen: 'ids' in call.input._zod.def.shape ? chosen.map(rowKey) : [],
                total: total === undefined ? undefined : countText(total),
              })
            }
          </ChosenRows>
        )}
      </div>
    </ListContext>
  )
}

/** The state chosen by a tab, in words. */
function sayState<C extends PagedCall>({ field, machine }: Tabs<C>, filter: UrlFilter<C>): Said | undefined {
  const state: unknown = filter[field]
  const row = typeof state === 'string' ? machine.states[state] : undefined
  return row && { names: [field], label: '状态', text: row.label }
}

function linkedTo<Row>(
  column: Column<Row>,
  rowKey: (row: Row) => string,
  open: (row: Row) => string,
  listKey: string,
): Column<Row> {
  if (column.card !== 'title') return column
  return {
    ...column,
    render: row => (
      <OpenLink id={rowKey(row)} to={open(row)} listKey={listKey}>
        {column.render(row)}
      </OpenLink>
    ),
  }
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
