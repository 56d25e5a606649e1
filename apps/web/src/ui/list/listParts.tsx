// The parts of a list page that read its whole state: bar, foot, the notice of new columns, and the file.
import { toWire } from '@yunshu/contract/wire'
import type { Input } from '@yunshu/contract/call'
import { lazy, Suspense, type ReactNode } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { BulkBar, useChosen } from './BulkBar.tsx'
import type { Column } from './column.tsx'
import { ListBar } from './ListBar.tsx'
import { ListEnd } from './ListEnd.tsx'
import type { ListPageProps } from './listProps.ts'
import { ListTools } from './ListTools.tsx'
import { ListViews } from './ListViews.tsx'
import { orderOf, SortMenu, type Sorts } from './SortMenu.tsx'
import type { Said } from './sayFilter.ts'
import { countText } from './StatusTabs.tsx'
import type { Tabs } from './useCounts.ts'
import type { useList } from './useList.ts'
import { oldColumns } from './useOldLayout.ts'

const Unfound = lazy(async () => ({ default: (await import('./Unfound.tsx')).Unfound }))

const noFields: readonly never[] = []

interface PartProps<C extends PagedCall> {
  list: ListPageProps<C>
  it: ReturnType<typeof useList<C>>
}

/** The bar with its tools. */
export function BarOfList<C extends PagedCall>({ list, it, isInbox }: PartProps<C> & { isInbox: boolean }) {
  const { tabs, bulk = noFields, head, rowKey, rowName, sorts, extra, primary } = list
  const { url, pages, layout, setLayout, panel } = it
  return (
    <ListBar
      call={list.call}
      url={url}
      tabs={tabs}
      counts={it.counts}
      own={it.own}
      search={it.search}
      panelId={it.panelId}
      head={head}
      bulk={
        <BulkBar
          rows={pages.rows}
          rowKey={rowKey}
          rowName={rowName}
          actions={bulk}
          total={it.total}
          filter={() => toWire(list.call, it.whole as Input<C>)}
        />
      }
      extra={extra}
      primary={primary}
      onAgain={it.refresh}
      isMobile={it.isMobile}
      tools={
        <ListTools
          columns={it.permitted}
          layout={layout}
          onLayout={setLayout}
          onRefresh={it.refresh}
          onExport={it.askExport}
          more={list.more}
          isPlain={it.isMobile || isInbox}
          conditions={it.fields.length === 0 ? undefined : it.said.length}
          isFilterOpen={panel.isOpen}
          onFilter={panel.toggle}
          sort={sorts && <SortOfList sorts={sorts} list={list} it={it} />}
          views={!it.isMobile && <ViewsOfList list={list} it={it} />}
        />
      }
    />
  )
}

/** Another order is another question: what was chosen is dropped with it. */
function SortOfList<C extends PagedCall>({ sorts, list: { tabs }, it }: PartProps<C> & { sorts: Sorts }) {
  const { filter, put } = it.url
  const textAt = (name: string): string | undefined => {
    const value: unknown = Reflect.get(filter, name)
    return typeof value === 'string' ? value : undefined
  }
  return (
    <SortMenu
      sorts={sorts}
      value={orderOf(filter)}
      state={tabs && textAt(tabs.field)}
      total={it.total}
      onChange={order => put('sort' as keyof typeof filter, order)}
    />
  )
}

function ViewsOfList<C extends PagedCall>({ list: { call, columns }, it }: PartProps<C>) {
  const { url, layout, setLayout } = it
  return <ListViews {...{ call, columns, layout }} filter={url.filter} onFilter={url.setFilter} onLayout={setLayout} />
}

/** The foot with its sums; `isBare`: there is no row to say anything of, and the act stands in the middle of the list. */
export function EndOfList<C extends PagedCall>({ list, it, isBare }: PartProps<C> & { isBare: boolean }) {
  const { pages } = it
  if (isBare && !it.isMobile && !list.foot) return null
  const isActShown = isBare && (list.empty === undefined || typeof list.empty === 'string')
  return (
    <ListEnd
      rows={pages.rows}
      rowKey={list.rowKey}
      columns={it.shown}
      totals={it.totals}
      total={it.total}
      hasMore={pages.hasMore}
      isLoadingMore={pages.isLoadingMore}
      isOutdated={pages.isOutdated}
      error={pages.error}
      onMore={pages.more}
      foot={list.foot}
      extra={
        it.isMobile && (
          <span className="ys-list-extra">
            {list.extra}
            <ViewsOfList list={list} it={it} />
            {!isActShown && list.primary}
          </span>
        )
      }
    />
  )
}

/** Pasted numbers that lead to no row; its code comes with the first search by numbers. */
function MissingOfList<C extends PagedCall>({ it: { url, pages } }: Pick<PartProps<C>, 'it'>) {
  const { missing } = pages.first ?? {}
  if (missing === undefined || pages.isOutdated) return null
  const { filter, drop } = url
  const others = Object.keys(filter).filter(name => name !== 'numbers' && name !== 'sort')
  return (
    <Suspense>
      <Unfound missing={missing} onAlone={others.length === 0 ? undefined : () => drop(others)} />
    </Suspense>
  )
}

/** Notices above the rows: pasted numbers without a row, and new columns. */
export function NoticesOfList<C extends PagedCall>({ it }: Pick<PartProps<C>, 'it'>) {
  return (
    <>
      <MissingOfList it={it} />
      {it.told && <OldLayoutNotice {...it.told} />}
    </>
  )
}

/** Says once that the list has other columns than the person chose, and brings theirs back. */
function OldLayoutNotice({ restore, dismiss }: { restore: () => void; dismiss: () => void }) {
  return (
    <output className="ys-strip-line">
      <span>列表换成了新的列，一格两行；您原来的列存为视图“{oldColumns}”</span>
      <button type="button" className="ys-link ys-chip-act" onClick={restore}>
        恢复
      </button>
      <button type="button" className="ys-link ys-chip-act" onClick={dismiss}>
        知道了
      </button>
    </output>
  )
}

/** The dialog that asks for the file of the list, while it is open. */
export function ExportOfList<C extends PagedCall>({ list, it }: PartProps<C>) {
  const { call, rowKey, tabs } = list
  return (
    <>
      {it.exporting.isAsking && (
        <ChosenRows rows={it.pages.rows} rowKey={rowKey}>
          {chosen =>
            it.exporting.dialog({
              filter: it.whole,
              said: [...(tabs ? sayState(tabs, it.url.filter) : []), ...it.said],
              columns: filedColumns(it.shown),
              chosen: 'ids' in call.input._zod.def.shape ? chosen.map(rowKey) : [],
              total: it.total === undefined ? undefined : countText(it.total),
            })
          }
        </ChosenRows>
      )}
    </>
  )
}

/** The state chosen by a tab, in words. */
function sayState<C extends PagedCall>({ field, machine }: Tabs<C>, filter: UrlFilter<C>): readonly Said[] {
  const state: unknown = filter[field]
  const row = typeof state === 'string' ? machine.states[state] : undefined
  return row ? [{ names: [field], label: '状态', text: row.label }] : []
}

/** Keys of the single facts the columns shown say, each once: files hold those. */
export const filedColumns = <Row,>(columns: readonly Column<Row>[]): readonly string[] => [
  ...new Set(columns.flatMap(({ key, holds }) => holds ?? [key])),
]

interface ChosenRowsProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  children: (chosen: readonly Row[]) => ReactNode
}

function ChosenRows<Row>({ rows, rowKey, children }: ChosenRowsProps<Row>) {
  const chosen = useChosen(rows, rowKey)
  return <>{children(chosen)}</>
}
