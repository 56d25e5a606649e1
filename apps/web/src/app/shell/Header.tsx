// The header: whose office this is, the header menu, search, notices and the person.
import { Badge, Menu, type MenuProps } from 'antd'
import { loadedConfig } from '../../lib/config.ts'
import { useSession } from '../../lib/session.ts'
import { useSettled } from '../../lib/settled.ts'
import { isOutsidePlatform } from '../../lib/side.ts'
import { openSearch } from '../search/open.ts'
import { visit } from '../navigation.ts'
import { Icon } from './Icon.tsx'
import { choose, groupOf, hrefOf, isCurrent } from './menu.ts'
import { officeName } from './officeName.ts'
import { onLink } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** `onMenu` opens the drawer in mobile mode. */
export function Header({ pathname, isMobile, onMenu }: { pathname: string; isMobile: boolean; onMenu: () => void }) {
  const info = useSession(session => session.info)
  const branch = useSession(
    session => session.selectBranchCompany?.branchCompanyByName ?? session.info?.branchCompanyName,
  )
  const name = officeName(info, loadedConfig().product)
  return (
    <header className="header">
      <a className="header-name" href="/index">
        <img src="/favicon.svg" alt="" width="26" height="26" />
        <strong title={name}>{name}</strong>
      </a>
      {branch && !isMobile && (
        <span className="header-branch" title="当前分公司">
          {branch}
        </span>
      )}
      {isMobile ? <span className="header-gap" /> : <HeaderMenu pathname={pathname} />}
      <button
        type="button"
        className="header-button"
        aria-label="搜索"
        title="搜索（S 或 Ctrl K）"
        onClick={openSearch}
      >
        <Icon name="search" />
      </button>
      {isOutsidePlatform(info) && <NoticeButton />}
      <Coupons />
      {!isMobile && <UserMenu />}
      {isMobile && (
        <button type="button" className="header-button" aria-label="打开菜单目录" onClick={onMenu}>
          <Icon name="menu" size={20} />
        </button>
      )}
    </header>
  )
}

function HeaderMenu({ pathname }: { pathname: string }) {
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? []
  const isSettled = useSettled()
  const group = menus[groupOf(menus, pathname)]
  if (!isSettled)
    return (
      <nav className="header-menu header-links" aria-label="顶部菜单">
        {menus.map(({ title, path }) => (
          <a key={title} data-active={title === group?.title} href={hrefOf(path)} onClick={onLink(path)}>
            {title}
          </a>
        ))}
      </nav>
    )
  const items: MenuProps['items'] = menus.map(({ title, path, children }) =>
    children && children.length > 0
      ? {
          key: title,
          label: title,
          popupClassName: 'header-popup',
          children: children.map(child => ({ key: `${title} ${child.path}`, label: child.title })),
        }
      : { key: title + ' ' + path, label: title },
  )
  const child = group?.children?.find(({ path }) => isCurrent(path, pathname))
  const selected = group ? [`${group.title} ${child?.path ?? group.path}`] : []
  return (
    <Menu
      className="header-menu"
      mode="horizontal"
      items={items}
      selectedKeys={selected}
      onClick={({ key }) => choose(key.slice(key.indexOf(' ') + 1))}
      triggerSubMenuAction="hover"
      aria-label="顶部菜单"
    />
  )
}

/** Notices with the unread badge; not for the platform's own accounts (SH-02). */
function NoticeButton() {
  const unread = useSession(session => session.messageUnRead)
  const count = useSession(session => session.messageCount)
  return (
    <button
      type="button"
      className="header-button"
      aria-label={count > 0 ? `消息，${count} 条未读` : '消息'}
      onClick={() => visit('/notice')}
    >
      <Badge count={count} dot={unread && count === 0} size="small" overflowCount={99}>
        <Icon name="bell" />
      </Badge>
    </button>
  )
}

/** Oil coupons confirmed since the page was loaded (push code PCOIL01). */
function Coupons() {
  const count = useSession(session => session.couponCount)
  if (count === 0) return null
  return (
    <output className="header-button" title="油券已确认">
      <Badge count={count} size="small">
        <Icon name="coupon" />
      </Badge>
      <span className="visually-hidden">油券已确认 {count} 张</span>
    </output>
  )
}
