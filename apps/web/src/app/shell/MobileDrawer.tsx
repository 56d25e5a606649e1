// The menu of mobile mode: a drawer from the right, 80 % wide, with the way out under it (SH-10).
import { Button, Drawer } from 'antd'
import { useSession } from '../../lib/session.ts'
import { askLogout } from '../logout.ts'
import { MenuTree } from './MenuTree.tsx'
import { OpenTabs } from './OpenTabs.tsx'
import { useUserItems } from './UserMenu.tsx'

/** 菜单目录. */
export default function MobileDrawer({
  isOpen,
  pathname,
  close,
}: {
  isOpen: boolean
  pathname: string
  close: () => void
}) {
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? []
  const info = useSession(session => session.info)
  const { items, onClick } = useUserItems()
  const tools = items.flatMap(item =>
    item && 'label' in item && !('children' in item) && item.key !== 'logout' && item.key !== 'help'
      ? [{ key: String(item.key), label: item.label }]
      : [],
  )
  const footer = (
    <Button
      danger
      block
      size="large"
      onClick={() => {
        close()
        void askLogout()
      }}
    >
      退出登录（{info?.name || info?.account}）
    </Button>
  )
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      placement="right"
      size="80%"
      title="菜单目录"
      footer={footer}
      className="menu-drawer"
    >
      <OpenTabs done={close} />
      <nav className="side-menu" aria-label="菜单目录">
        <MenuTree menus={menus} pathname={pathname} done={close} />
      </nav>
      <div className="drawer-tools">
        {tools.map(({ key, label }) => (
          <Button
            key={key}
            type="text"
            onClick={() => {
              close()
              onClick(key)
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </Drawer>
  )
}
