// The button of a list's views, and what a bare address opens with.
import { DownOutlined } from '@ant-design/icons'
import type { Call } from '@yunshu/contract/call'
import { Button, Popover } from 'antd'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSettingsLoaded } from '../../lib/settings.ts'
import { readFilter, writeFilter, type UrlFilter } from '../../lib/urlState.ts'
import type { Layout } from './layout.ts'
import { useViews, type View } from './views.ts'

const ViewMenu = lazy(async () => ({ default: (await import('./ViewMenu.tsx')).ViewMenu }))

interface ListViewsProps<C extends Call> {
  call: C
  filter: UrlFilter<C>
  onFilter: (filter: UrlFilter<C>) => void
  layout: Layout
  onLayout: (layout: Layout) => void
}

/** A filter as an address carries it, without what other parts of the page keep there. */
const written = <C extends Call>(call: C, filter: UrlFilter<C>): string =>
  writeFilter(call, filter, new URLSearchParams()).toString()

/** Shows a view: its filter in the address, its columns in the list. */
function show<C extends Call>(
  call: C,
  view: View,
  onFilter: (filter: UrlFilter<C>) => void,
  onLayout: (layout: Layout) => void,
): void {
  onFilter(readFilter(call, new URLSearchParams(view.filter)))
  onLayout(view.layout)
}

/**
 * Opens a list with the person's first view: once per opened list, and only where nothing is asked for; a link and a
 * query come first.
 */
export function useFirstView<C extends Call>({
  call,
  filter,
  onFilter,
  onLayout,
}: Omit<ListViewsProps<C>, 'layout'>): void {
  const [{ views, first }] = useViews(call.path)
  const isOpened = useRef(false)
  const isLoaded = useSettingsLoaded()
  useEffect(() => {
    if (isOpened.current) return
    const view = views.find(({ id }) => id === first)
    if (written(call, filter) !== '') isOpened.current = true
    else if (view) {
      isOpened.current = true
      show(call, view, onFilter, onLayout)
      // a view made the first one while the list is open does not move the person
    } else if (isLoaded) isOpened.current = true
  })
}

export function ListViews<C extends Call>({ call, filter, onFilter, layout, onLayout }: ListViewsProps<C>) {
  const [all, change] = useViews(call.path)
  const { pathname } = useLocation()
  const shown = written(call, filter)
  const current = all.views.find(view => view.filter === shown && sameLayout(view.layout, layout))
  const choose = (view: View | undefined): void =>
    view ? show(call, view, onFilter, onLayout) : onFilter({} as UrlFilter<C>)
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
      <Button type="text" aria-label={`视图${current ? `：${current.name}` : ''}`} title="视图">
        <span className="ys-view-current">{current?.name ?? '视图'}</span>
        <DownOutlined />
      </Button>
    </Popover>
  )
}

const writtenLayout = (layout: Layout): string =>
  JSON.stringify(Object.entries(layout).sort(([a], [b]) => a.localeCompare(b)))
/** Whether two layouts show the same columns in the same way. */
const sameLayout = (a: Layout, b: Layout): boolean => writtenLayout(a) === writtenLayout(b)
