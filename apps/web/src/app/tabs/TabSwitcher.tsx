// The tabs of a narrow window: the page in front by name, and all open pages in a list.
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { activate } from '../navigation.ts'
import { Icon } from '../shell/Icon.tsx'
import { askClosing } from './actions.ts'
import { closeAll, closeTab } from './rules.ts'
import { activeTab, useTabs } from './store.ts'

/** Compact switcher of mobile mode. */
export default function TabSwitcher() {
  const { tabs, activeKey } = useTabs()
  const [isOpen, setOpen] = useState(false)
  const pick = (key: string): void => {
    activate(key)
    setOpen(false)
  }
  return (
    <nav className="switcher" aria-label="标签页">
      <button
        type="button"
        className="switcher-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="switcher-title">{activeTab()?.meta.title ?? '页面'}</span>
        <span className="switcher-count" aria-label={`打开了 ${tabs.length} 个页面`}>
          {tabs.length}
        </span>
      </button>
      <Drawer
        open={isOpen}
        onClose={() => setOpen(false)}
        placement="bottom"
        size="auto"
        title="打开的页面"
        className="switcher-drawer"
        extra={
          <Button
            type="text"
            onClick={() => {
              void askClosing(closeAll)
              setOpen(false)
            }}
          >
            关闭全部
          </Button>
        }
      >
        <ul className="switcher-list">
          {tabs.map(({ key, meta, isPinned }) => (
            <li key={key} data-active={key === activeKey}>
              <button type="button" aria-current={key === activeKey ? 'page' : undefined} onClick={() => pick(key)}>
                {meta.title}
              </button>
              {!isPinned && (
                <button
                  type="button"
                  aria-label={`关闭${meta.title}`}
                  onClick={() => {
                    void askClosing(row => closeTab(row, key))
                  }}
                >
                  <Icon name="close" size={16} />
                </button>
              )}
            </li>
          ))}
        </ul>
      </Drawer>
    </nav>
  )
}
