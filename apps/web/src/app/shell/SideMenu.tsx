// The side menu: 200 px with groups that fold, or 65 px with icons whose pages open beside them.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { Dropdown, Tooltip } from 'antd'
import { useState, type MouseEvent } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { isPlainPress } from '../followLinks.ts'
import { prefer } from '../preferences.ts'
import { Icon, menuIcon } from './Icon.tsx'
import { choose, groupOf, hrefOf, isCurrent } from './menu.ts'

interface SideMenuProps {
  menus: readonly AccessMenu[]
  pathname: string
  isCollapsed: boolean
}

/** Navigation of the whole portal; entries are links, so that they open in new windows too. */
export function SideMenu({ menus, pathname, isCollapsed }: SideMenuProps) {
  const { version, releaseVersion, release } = loadedConfig()
  const versionText = `版本 ${version}${releaseVersion && ` · 发行版 ${releaseVersion}`}`
  return (
    <aside className="side" data-collapsed={isCollapsed}>
      <nav className="side-menu" aria-label="侧边菜单">
        {isCollapsed ? <IconMenu menus={menus} pathname={pathname} /> : <MenuTree menus={menus} pathname={pathname} />}
      </nav>
      <div className="side-foot">
        <button
          type="button"
          className="side-fold"
          aria-label={isCollapsed ? '展开菜单' : '收起菜单'}
          aria-expanded={!isCollapsed}
          onClick={() => prefer({ collapsed: !isCollapsed })}
        >
          <Icon name={isCollapsed ? 'unfold' : 'fold'} />
        </button>
        <span className="side-version" title={release ? `${versionText} · 构建 ${release}` : versionText}>
          {isCollapsed ? version : versionText}
        </span>
      </div>
    </aside>
  )
}

/** Follows a menu link unless the person wants a new window. */
export function onLink(path: string, done?: () => void) {
  return (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    choose(path)
    done?.()
  }
}

/** The whole menu with groups that fold; also the body of the mobile drawer. */
export function MenuTree({
  menus,
  pathname,
  done,
}: {
  menus: readonly AccessMenu[]
  pathname: string
  done?: () => void
}) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const active = groupOf(menus, pathname)
  const toggle = (title: string) =>
    setFolded(now => {
      const next = new Set(now)
      if (!next.delete(title)) next.add(title)
      return next
    })
  return (
    <ul>
      {menus.map((menu, at) => {
        const { title, icon, children } = menu
        if (!children || children.length === 0)
          return (
            <li key={title}>
              <MenuLink title={title} path={menu.path} icon={menuIcon(title, icon)} pathname={pathname} done={done} />
            </li>
          )
        const isOpen = !folded.has(title)
        return (
          <li key={title}>
            <button
              type="button"
              className="menu-group"
              aria-expanded={isOpen}
              data-active={at === active}
              onClick={() => toggle(title)}
            >
              <Icon name={menuIcon(title, icon)} />
              <span>{title}</span>
              <Icon name="down" size={14} />
            </button>
            {isOpen && (
              <ul>
                {children.map(child => (
                  <li key={child.title}>
                    <MenuLink title={child.title} path={child.path} pathname={pathname} done={done} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function MenuLink({
  title,
  path,
  icon,
  pathname,
  done,
}: {
  title: string
  path: string
  icon?: ReturnType<typeof menuIcon>
  pathname: string
  done: (() => void) | undefined
}) {
  const href = hrefOf(path)
  const isHere = isCurrent(path, pathname)
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{title}</span>
    </>
  )
  // a placeholder leads nowhere, so it is a button that says so
  if (href === undefined)
    return (
      <button type="button" className="menu-link" data-top={icon !== undefined} onClick={() => choose(path)}>
        {content}
      </button>
    )
  return (
    <a
      className="menu-link"
      data-top={icon !== undefined}
      href={href}
      aria-current={isHere ? 'page' : undefined}
      onClick={onLink(path, done)}
    >
      {content}
    </a>
  )
}

function IconMenu({ menus, pathname }: { menus: readonly AccessMenu[]; pathname: string }) {
  const active = groupOf(menus, pathname)
  return (
    <ul>
      {menus.map(({ title, icon, path, children }, at) => {
        const face = <Icon name={menuIcon(title, icon)} size={20} />
        const isHere = at === active
        return (
          <li key={title}>
            {children && children.length > 0 ? (
              <Dropdown
                align={{ points: ['tl', 'tr'], offset: [10, 0] }}
                trigger={['hover', 'click']}
                menu={{
                  items: children.map(child => ({ key: child.path || child.title, label: child.title })),
                  selectedKeys: children.filter(child => isCurrent(child.path, pathname)).map(child => child.path),
                  onClick: ({ key }) => choose(children.some(child => child.path === key) ? key : ''),
                }}
              >
                <button type="button" className="menu-icon" aria-label={title} data-active={isHere}>
                  {face}
                </button>
              </Dropdown>
            ) : (
              <Tooltip title={title} placement="right">
                <button
                  type="button"
                  className="menu-icon"
                  aria-label={title}
                  data-active={isHere}
                  onClick={() => choose(path)}
                >
                  {face}
                </button>
              </Tooltip>
            )}
          </li>
        )
      })}
    </ul>
  )
}
