// The list of the product: one bar, conditions, rows that load as one scrolls, a row shown beside them, sums, chosen
// rows, keys, and cards on phones.
import { Button } from 'antd'
import { useRef } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import type { UrlFilter } from '../../lib/urlState.ts'
import { ScreenTitle } from '../ScreenTitle.tsx'
import { EmptyState } from '../States.tsx'
import type { GridHandle } from './Grid.tsx'
import { ListBody } from './ListBody.tsx'
import { ListFilter } from './ListFilter.tsx'
import { BarOfList, EndOfList, ExportOfList, NoticesOfList } from './listParts.tsx'
import type { ListPageProps } from './listProps.ts'
import { ListContext } from './listState.ts'
import { Peek } from './Peek.tsx'
import { RecordOfList } from './RecordOfList.tsx'
import { useDrawerOpening } from './shownRow.ts'
import { orderOf } from './SortMenu.tsx'
import { useInbox } from './useInbox.tsx'
import { useList } from './useList.ts'
import '../ui.css'
import './list.css'

const noFields: readonly never[] = []

/** A whole list page; its filter lives in the address of the tab. Give its container a definite height. */
export function ListPage<C extends PagedCall>(given: ListPageProps<C>) {
  const props = useDrawerOpening(given)
  const { tabs, bulk = noFields, rowKey, rowName, notReady = '请先填写查询条件', open, peek, inbox } = props
  const grid = useRef<GridHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const it = useList(props, { grid, box })
  const { url, pages, layout, panelId, panel } = it
  const { rows, error } = pages
  const { isInbox, columns, keeper } = useInbox(props, it)
  const drawn = {
    rows,
    columns,
    rowKey,
    rowName,
    actions: props.actions,
    canChoose: bulk.length > 0,
    onNearEnd: pages.more,
  }
  const clear = Object.keys(url.filter).some(name => name !== 'sort') && (
    <Button onClick={() => url.setFilter({} as UrlFilter<C>)}>清除条件</Button>
  )
  const isBare = it.isReady && !error && !pages.isFirstLoad && rows.length === 0 && !clear
  const end = <EndOfList list={props} it={it} isBare={isBare} />
  return (
    <ListContext value={it.list}>
      <div ref={box} className={isInbox && rows.length > 0 ? 'ys-list ys-inbox' : 'ys-list'}>
        <ScreenTitle />
        <BarOfList list={props} it={it} isInbox={isInbox} />
        <ListFilter
          {...{ call: props.call, url, tabs, fields: it.fields, said: it.said, onAgain: it.refresh, onKeep: it.keep }}
          isOpen={panel.isOpen}
          onClose={panel.close}
        />
        <NoticesOfList it={it} />
        {it.isMobile && rows.length === 0 && <div className="ys-cards-top">{end}</div>}
        <div id={panelId} className="ys-list-body" {...(tabs ? { role: 'tabpanel', 'aria-label': '列表' } : {})}>
          <ListBody
            notReady={it.isReady ? undefined : notReady}
            error={error}
            onRetry={it.refresh}
            isFirstLoad={pages.isFirstLoad}
            empty={
              typeof props.empty === 'string' ? (
                <EmptyState text={props.empty}>{props.primary}</EmptyState>
              ) : (
                (props.empty ?? <EmptyState text="还没有记录">{props.primary}</EmptyState>)
              )
            }
            clear={clear}
            isMobile={it.isMobile}
            drawn={drawn}
            table={{
              ref: grid,
              order: orderOf(url.filter),
              density: layout.density === 'small' ? 'small' : 'medium',
              canPeek: true,
              isFitted: it.isFitted,
              isOutdated: pages.isOutdated,
              onWidth: it.onWidth,
              joins: props.joins,
            }}
            cards={{ open, onOpen: props.onTap, top: end }}
          />
        </div>
        {keeper}
        {!it.isMobile && (
          <Peek
            {...{ rows, rowKey, rowName, open, content: peek, total: it.total, actions: props.actions }}
            columns={it.permitted}
            onMove={it.scrollTo}
            said={inbox?.said}
          />
        )}
        {!it.isMobile && end}
        <ExportOfList list={props} it={it} />
        <RecordOfList list={props} it={it} />
      </div>
    </ListContext>
  )
}
