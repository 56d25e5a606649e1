// The button of a list's views, and what a bare address opens with.
import type { Call } from '@yunshu/contract/call'
import { Popover } from 'antd'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSettingsLoaded } from '../../lib/settings.ts'
import { readFilter, writeFilter, type UrlFilter } from '../../lib/urlState.ts'
import type { Column } from './column.tsx'
import { layoutOfToday, type Layout } from './layout.ts'
import { opens } from './ListTools.tsx'
import { useViews, type View } from './views.ts'

const ViewMenu = lazy(async () => ({ default: (await import('./ViewMenu.tsx')).ViewMenu }))

interface ListViewsProps<C extends Call, Row> {
  call: C
  /** All columns of the list: views of before are read by them. */
  columns: readonly Column<Row>[]
  filter: UrlFilter<C>
  onFilter: (filter: UrlFilter<C>) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** A filter as an address carries it, without what other parts of the page keep there. */
export const filterText = <C extends Call>(call: C, filter: UrlFilter<C>): string =>
  writeFilter(call, filter, new URLSearchParams()).toString()

/** Shows a view: its filter in the address, its columns in the list. */
function show<C extends Call, Row>(
  { call, columns, onFilter, onLayout }: Omit<ListViewsProps<C, Row>, 'layout' | 'filter'>,
  view: View,
): void {
  onFilter(readFilter(call, new URLSearchParams(view.filter)))
  onLayout(layoutOfToday(columns, view.layout))
}

/**
 * Opens a list with the person's first view: once per opened list, and only where nothing is asked for; a link and a
 * query come first.
 */
export function useFirstView<C extends Call, Row>(list: Omit<ListViewsProps<C, Row>, 'layout'>): void {
  const { call, filter } = list
  const [{ views, first }] = useViews(call.path)
  const isOpened = useRef(false)
  const isLoaded = useSettingsLoaded()
  useEffect(() => {
    if (isOpened.current) return
    const view = views.find(({ id }) => id === first)
    if (filterText(call, filter) !== '') isOpened.current = true
    else if (view) {
      isOpened.current = true
      show(list, view)
      // a view made the first one while the list is open does not move the person
    } else if (isLoaded) isOpened.current = true
  })
}

export function ListViews<C extends Call, Row>(list: ListViewsProps<C, Row>) {
  const { call, columns, filter, onFilter, layout } = list
  const [all, change] = useViews(call.path)
  const { pathname } = useLocation()
  const shown = filterText(call, filter)
  const current = all.views.find(
    view => view.filter === shown && sameLayout(layoutOfToday(columns, view.layout), layout),
  )
  const choose = (view: View | undefined): void => (view ? show(list, view) : onFilter({} as UrlFilter<C>))
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title="视图"
      destroyOnHidden
      content={
        <Suspense fallback={null}>
          <ViewMenu
            views={all}
            onChange={change}
            filter={shown}
            layout={layout}
            current={current?.id}
            onChoose={choose}
            linkOf={query => `${location.origin}${pathname}${query === '' ? '' : `?${query}`}`}
          />
        </Suspense>
      }
    >
      <button type="button" className="ys-bar-button" aria-label={`视图${current ? `：${current.name}` : ''}`}>
        <span className="ys-view-current">{current?.name ?? '视图'}</span>
        {opens}
      </button>
    </Popover>
  )
}

// the version is not what is shown
const writtenLayout = ({ v: _v, ...layout }: Layout): string =>
  JSON.stringify(Object.entries(layout).sort(([a], [b]) => a.localeCompare(b)))
/** Whether two layouts show the same columns in the same way. */
const sameLayout = (a: Layout, b: Layout): boolean => writtenLayout(a) === writtenLayout(b)
