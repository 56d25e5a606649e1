// The list of the product: status tabs, query form, toolbar, rows that load as one scrolls, chosen rows, keys, and cards on phones.
import type { Call, Output } from '@yunshu/contract/call'
import type { Machine } from '@yunshu/domain/states'
import { Button } from 'antd'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { canAll, useSession } from '../../lib/session.ts'
import { keptPages, useCall, usePages, type Filter, type PagedCall, type RowOf } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { useUrlFilter, type UrlFilter } from '../../lib/urlState.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { EmptyState, ErrorState, Skeleton } from '../States.tsx'
import { Cards } from './Cards.tsx'
import type { BulkAction, Column, RowAction } from './column.tsx'
import { BulkBar, useChosen } from './BulkBar.tsx'
import { Grid, type GridHandle } from './Grid.tsx'
import { useLayout, useShownColumns } from './layout.ts'
import { clearChosen, createListState, ListContext, markVisited } from './listState.ts'
import { ListTools } from './ListTools.tsx'
import { OpenLink } from './OpenLink.tsx'
import { QueryForm, type QueryField } from './QueryForm.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { useRowKeys } from './useRowKeys.ts'
import '../ui.css'

/** A call that counts rows by state under the list's filter. */
type CountCall = Call & { readonly output: { readonly _zod: { readonly output: { state: Record<string, number> } } } }

interface Tabs<C extends PagedCall> {
  /** The filter field the tabs set. */
  readonly field: keyof UrlFilter<C> & string
  readonly machine: Machine
  readonly counts?: CountCall
  /** States to offer; all of the machine unless told. */
  readonly states?: readonly string[]
}

export interface ListPageProps<C extends PagedCall> {
  call: C
  /** Columns, actions and the other functions must keep their identity: declare them outside the component or with useMemo/useCallback. */
  columns: readonly Column<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => string
  /** What a row is called: its number. The column with `card: 'title'` links to the row's page. */
  rowName: (row: RowOf<C>) => string
  /** Address of a row's page: the title column links there, Enter opens it. */
  open?: (row: RowOf<C>) => string
  query?: readonly QueryField<C>[]
  tabs?: Tabs<C>
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
  /** Right of the toolbar: the export menu gets the filter and the chosen rows. */
  exporter?: (what: { filter: UrlFilter<C>; chosen: readonly RowOf<C>[] }) => ReactNode
  /** What an empty list says and offers. */
  empty?: ReactNode
}

const noFields: readonly never[] = []

/** A whole list page; its filter lives in the address of the tab. Give its container a definite height. */
export function ListPage<C extends PagedCall>(props: ListPageProps<C>) {
  type Row = RowOf<C>
  const { call, columns, rowKey, rowName, open, query = noFields, tabs, fixed, isReady, notReady = '请先填写查询条件', actions, actionsWidth = 150, bulk = noFields, head, exporter, empty } = props
  const listKey = call.path
  const [list] = useState(() => createListState(listKey))
  const { filter, setFilter, patch } = useUrlFilter(call)
  const whole = useMemo(() => ({ ...filter, ...fixed }) as Filter<C>, [filter, fixed])
  const enabled = isReady ? isReady(filter) : true
  const { rows: loaded, pageCount, more, restart, hasMore, isFirstLoad, isLoadingMore, isFetching, error } = usePages(call, whole, { enabled })
  const rows = loaded as readonly Row[]
  const [layout, setLayout] = useLayout(listKey)
  const jurisdiction = useSession((session) => session.jurisdiction)
  const permitted = useMemo(() => columns.filter(({ permit }) => permit === undefined || (jurisdiction && canAll([permit]))), [columns, jurisdiction])
  const linked = useMemo(() => (open ? permitted.map((column) => linkedTo(column, rowKey, open, listKey)) : permitted), [permitted, rowKey, open, listKey])
  const shown = useShownColumns(linked, layout)
  const isMobile = useMobile()
  const grid = useRef<GridHandle>(null)
  const panelId = useId()
  const navigate = useNavigate()

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
  const refresh = useCallback(() => {
    clearChosen(list)
    grid.current?.scrollToTop()
    void restart()
  }, [list, restart])
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const openRow = useCallback((id: string) => {
    const row = rows.find((each) => rowKey(each) === id)
    if (!row || !open) return
    markVisited(list, listKey, id)
    void navigate(open(row))
  }, [rows, rowKey, open, list, listKey, navigate])
  useRowKeys(list, { ids, canChoose: bulk.length > 0, onMove: useCallback((id: string) => grid.current?.scrollTo(id), []), onOpen: open ? openRow : undefined })

  const onQuery = (next: UrlFilter<C>): void => {
    const kept = tabs ? { ...next, [tabs.field]: filter[tabs.field] } : next
    setFilter(kept)
    if (JSON.stringify(kept) === JSON.stringify(filter)) refresh()
  }
  const common = { rows, columns: shown, rowKey, rowName, actions, canChoose: bulk.length > 0, onNearEnd: more }
  return (
    <ListContext value={list}>
      <div className="ys-list">
        <ScreenTitle />
        {tabs && <CountedTabs tabs={tabs} filter={whole} value={filter[tabs.field] as string | undefined} panelId={panelId} onChange={(state) => patch({ [tabs.field]: state } as never)} />}
        {query.length > 0 && <QueryForm call={call} fields={query} filter={filter} onQuery={onQuery} onReset={() => onQuery({} as UrlFilter<C>)} />}
        <div className="ys-toolbar">
          <div className="ys-toolbar-head">{head}<BulkBar rows={rows} rowKey={rowKey} actions={bulk} /></div>
          {exporter && <ChosenRows rows={rows} rowKey={rowKey}>{(chosen) => exporter({ filter, chosen })}</ChosenRows>}
          <ListTools columns={permitted} layout={layout} onLayout={setLayout} onRefresh={refresh} isBusy={isFetching} isPlain={isMobile} />
        </div>
        <div id={panelId} className="ys-list-body" {...(tabs ? { role: 'tabpanel', 'aria-label': '列表' } : {})}>
          {!enabled ? <EmptyState text={notReady} />
            : error && rows.length === 0 ? <ErrorState error={error} retry={refresh} />
            : isFirstLoad ? <Skeleton lines={12} />
            : rows.length === 0 ? <EmptyState text="没有符合条件的记录">{empty ?? (Object.keys(filter).length > 0 && <Button onClick={() => setFilter({} as UrlFilter<C>)}>清除条件</Button>)}</EmptyState>
            : isMobile ? <Cards {...common} /> : <Grid ref={grid} {...common} actionsWidth={actionsWidth} density={layout.density ?? 'small'} />}
        </div>
        <footer className="ys-list-foot" aria-live="polite">
          {rows.length > 0 && <>已加载 {rows.length} 条{hasMore ? (isLoadingMore ? '，加载中…' : '，向下滚动加载更多') : '，已全部加载'}</>}
          {error && rows.length > 0 && <span className="ys-fault"> 刷新失败：{error.message} <Button type="link" size="small" onClick={more}>重试</Button></span>}
        </footer>
      </div>
    </ListContext>
  )
}

function linkedTo<Row>(column: Column<Row>, rowKey: (row: Row) => string, open: (row: Row) => string, listKey: string): Column<Row> {
  if (column.card !== 'title') return column
  return { ...column, render: (row) => <OpenLink id={rowKey(row)} to={open(row)} listKey={listKey}>{column.render(row)}</OpenLink> }
}

interface CountedTabsProps<C extends PagedCall> { tabs: Tabs<C>; filter: Filter<C>; value: string | undefined; panelId: string; onChange: (state: string | undefined) => void }

function CountedTabs<C extends PagedCall>({ tabs, ...rest }: CountedTabsProps<C>) {
  return tabs.counts ? <Counting counts={tabs.counts} tabs={tabs} {...rest} /> : <StatusTabs machine={tabs.machine} {...(tabs.states ? { states: tabs.states } : {})} counts={undefined} {...rest} />
}

function Counting<C extends PagedCall>({ counts, tabs, filter, value, panelId, onChange }: CountedTabsProps<C> & { counts: CountCall }) {
  const { [tabs.field]: _, ...others } = filter as Record<string, unknown>
  const { data } = useCall(counts, others, { keepPrevious: true, quiet: true })
  const answer = data as Output<CountCall> as { state: Record<string, number> } | undefined
  return <StatusTabs machine={tabs.machine} {...(tabs.states ? { states: tabs.states } : {})} counts={answer?.state} value={value} panelId={panelId} onChange={onChange} />
}

interface ChosenRowsProps<Row> { rows: readonly Row[]; rowKey: (row: Row) => string; children: (chosen: readonly Row[]) => ReactNode }

function ChosenRows<Row>({ rows, rowKey, children }: ChosenRowsProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  return <>{children(chosen)}</>
}
