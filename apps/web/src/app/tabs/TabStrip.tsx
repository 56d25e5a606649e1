// The row of tabs: keyboard, wheel, menu, middle click, and dragging once somebody reaches for it.
import { Dropdown, Popover } from 'antd'
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent as KeyPress,
  type MouseEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { isDirty } from '../../lib/dirty.ts'
import { keepInView } from '../../lib/keepInView.ts'
import { keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { activateTab } from '../navigation.ts'
import { shellPart } from '../script.ts'
import { Icon } from '../shell/Icon.tsx'
import { askClosing, tabActions } from './actions.ts'
import { askRefresh } from './asking.ts'
import { closeTab, handleId, indexKey, type TabEntry } from './rules.ts'
import { tabFaces } from './faces.ts'
import { TabHandle } from './TabHandle.tsx'
import { useShown } from './shown.ts'

/**
 * Draws at once where no handle is pressed, else after the click: one that is drawn anew between press and release
 * never hears it.
 */
function whenReleased(draw: () => void): void {
  if (!document.querySelector('.tabs-list:active')) return flushSync(draw)
  // the click follows the release
  globalThis.addEventListener('pointerup', () => setTimeout(() => whenReleased(draw)), { once: true })
}

const SortableTabs = shellPart(() => import('./SortableTabs.tsx'), {
  fallback: ({ children }) => children(TabHandle),
  hold: whenReleased,
})

const TabList = shellPart(() => import('./TabList.tsx'))

/** Key of the tab an event happened on. */
const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[role="tab"]')?.dataset['key'] : undefined

/** The tabs of a wide window. */
export function TabStrip() {
  const row = useShown()
  const { tabs, activeKey } = row
  const [menuKey, setMenuKey] = useState<string>()
  const [isSortable, setSortable] = useState(false)
  const strip = useRef<HTMLDivElement>(null)

  const { onClick, onAuxClick, onKeyDown } = tabEvents(tabs)
  const faces = useMemo(() => tabFaces(tabs), [tabs])
  // a name that arrives later makes its handle wider
  useStripScroll(strip, activeKey, [...faces.values()].join('\n'))
  const handles = (Handle: typeof TabHandle) =>
    tabs.map(tab => (
      <Handle
        key={tab.key}
        tab={tab}
        face={faces.get(tab.key) ?? tab.meta.title}
        isActive={tab.key === activeKey}
        isStop={tab.key === (activeKey ?? indexKey)}
      />
    ))

  return (
    <nav className="tabs" aria-label="标签页">
      <Dropdown
        trigger={['contextMenu']}
        onOpenChange={isOpen => {
          if (!isOpen) setMenuKey(undefined)
        }}
        menu={menuKey === undefined ? { items: [] } : menuOf(tabActions(row, menuKey))}
      >
        <div
          className="tabs-list"
          ref={strip}
          role="tablist"
          aria-label="打开的页面"
          tabIndex={-1}
          onClick={onClick}
          onAuxClick={onAuxClick}
          onMouseDown={event => {
            if (event.button === 1) event.preventDefault()
          }}
          onDoubleClick={({ target }) => {
            const key = keyAt(target)
            if (key !== undefined && key === activeKey) void askRefresh(key)
          }}
          onKeyDown={onKeyDown}
          onContextMenuCapture={({ target }) => setMenuKey(keyAt(target))}
          onPointerEnter={() => whenReleased(() => setSortable(true))}
        >
          {isSortable ? <SortableTabs tabs={tabs}>{handles}</SortableTabs> : handles(TabHandle)}
        </div>
      </Dropdown>
      <AllTabs count={tabs.length} />
    </nav>
  )
}

/** ▾: all open tabs in a list. */
function AllTabs({ count }: { count: number }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const done = useCallback((): void => {
    setOpen(false)
    button.current?.focus()
  }, [])
  useDocumentKeys(event => {
    if (keyOf(event, 'all') === 'close') done()
  }, isOpen)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<TabList done={done} />}
    >
      <button
        ref={button}
        type="button"
        className="tabs-more"
        aria-label={`全部标签页（${count}）`}
        title="全部标签页"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        <Icon name="down" size={16} />
      </button>
    </Popover>
  )
}

/** Keeps the active tab in view, and turns the wheel into scrolling sideways. */
function useStripScroll(strip: { readonly current: HTMLElement | null }, activeKey: string | undefined, names: string) {
  useEffect(() => {
    if (activeKey === undefined) return
    const showActive = (): void => {
      const handle = document.getElementById(handleId(activeKey))
      if (handle && strip.current) keepInView(strip.current, handle, 'x')
    }
    // with the frame's own layout: asked for now, the page that comes to the front would be laid out twice
    const frame = requestAnimationFrame(showActive)
    addEventListener('resize', showActive)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('resize', showActive)
    }
  }, [strip, activeKey, names])
  useEffect(() => {
    const place = strip.current
    const onWheel = (event: WheelEvent) => {
      if (!place || event.deltaY === 0 || place.scrollWidth <= place.clientWidth) return
      event.preventDefault()
      place.scrollLeft += event.deltaY
    }
    // React's own wheel listener is passive and could not keep the page from scrolling
    place?.addEventListener('wheel', onWheel, { passive: false })
    return () => place?.removeEventListener('wheel', onWheel)
  }, [strip])
}

/** Clicks and keys on the tabs: the event stands on the list, its target says which tab is meant. */
function tabEvents(tabs: readonly TabEntry[]) {
  const close = (key: string): void => {
    void askClosing(now => closeTab(now, key))
  }
  const onClick = (event: MouseEvent): void => {
    const key = keyAt(event.target)
    if (key === undefined) return
    if (event.target instanceof Element && event.target.closest('[data-close]')) close(key)
    else activateTab(key)
  }
  const onAuxClick = (event: MouseEvent): void => {
    const key = keyAt(event.target)
    if (key === undefined || event.button !== 1) return
    event.preventDefault()
    close(key)
  }
  const onKeyDown = (event: KeyPress): void => {
    const key = keyAt(event.target)
    if (key === undefined) return
    const at = tabs.findIndex(tab => tab.key === key)
    const to: TabEntry | undefined = {
      ArrowRight: tabs[at + 1] ?? tabs[0],
      ArrowLeft: tabs.at(at - 1),
      Home: tabs[0],
      End: tabs.at(-1),
    }[event.key]
    if (to) document.getElementById(handleId(to.key))?.focus()
    else if (event.key === 'Enter' || event.key === ' ') activateTab(key)
    else if (event.key === 'Delete') {
      close(key)
      const beside = tabs[at + 1] ?? tabs[at - 1]
      requestAnimationFrame(() => {
        if (!isDirty([key])) document.getElementById(handleId(beside?.key ?? indexKey))?.focus()
      })
    } else return
    event.preventDefault()
  }
  return { onClick, onAuxClick, onKeyDown }
}

const menuOf = (actions: ReturnType<typeof tabActions>) => ({
  items: actions.flatMap(({ key, label, isOff }) => [
    ...(key === 'close' || key === 'window' ? [{ type: 'divider' as const }] : []),
    { key, label, disabled: isOff },
  ]),
  onClick: ({ key }: { key: string }) => actions.find(action => action.key === key)?.run(),
})
