// The tabs of a narrow window, in its header: the page in front by name with the office it belongs to, and all open
// pages in a list.
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { lostTitle } from '../knownRoutes.ts'
import { useLost } from '../navigation.ts'
import { askClosing } from './actions.ts'
import { tabFaces } from './faces.ts'
import { OpenTabList } from './OpenTabList.tsx'
import { closeAll } from './rules.ts'
import { useShown } from './shown.ts'

/** Compact switcher of mobile mode. */
export default function TabSwitcher({ office }: { office: string }) {
  const { tabs, activeKey } = useShown()
  const lost = useLost(state => state.pathname)
  const [isOpen, setOpen] = useState(false)
  const title = tabs.find(({ key }) => key === activeKey)?.meta.title ?? lostTitle(lost ?? '')
  return (
    <nav className="switcher" aria-label="标签页">
      <button
        type="button"
        className="switcher-button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className="switcher-names">
          <span className="switcher-title" title={title}>
            {tabFaces(tabs).get(activeKey ?? '') ?? title}
          </span>
          <small className="switcher-office">{office}</small>
        </span>
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
