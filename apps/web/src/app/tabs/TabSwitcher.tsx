// The tabs of a narrow window: the page in front by name, and all open pages in a list.
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { askClosing } from './actions.ts'
import { OpenTabList } from './OpenTabList.tsx'
import { closeAll } from './rules.ts'
import { useShown } from './shown.ts'

/** Compact switcher of mobile mode. */
export default function TabSwitcher() {
  const { tabs, activeKey } = useShown()
  const [isOpen, setOpen] = useState(false)
  return (
    <nav className="switcher" aria-label="标签页">
      <button
        type="button"
        className="switcher-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="switcher-title">{tabs.find(({ key }) => key === activeKey)?.meta.title ?? '页面'}</span>
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
        <OpenTabList onPick={() => setOpen(false)} />
      </Drawer>
    </nav>
  )
}
