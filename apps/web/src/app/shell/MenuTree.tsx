// The whole menu with groups that fold, after what is opened every day: the body of the drawer of a phone.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { useState, type ReactNode } from 'react'
import { useShown } from '../tabs/shown.ts'
import { isFavourite, useFavourites } from './favourites.ts'
import { Icon, menuIcon } from './Icon.tsx'
import { dailyPages, dailyTitle, groupOf, hrefOf, isCurrent, listOf, menuPartsOf } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import { MenuPart } from './MenuPart.tsx'

interface MenuTreeProps {
  menus: readonly AccessMenu[]
  pathname: string
  done: () => void
}

/** All groups, open until they are folded. */
export function MenuTree({ menus, pathname, done }: MenuTreeProps) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const query = useShown(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.query ?? '')
  const active = groupOf(menus, pathname)
  const pages = menus[active]?.children ?? []
  const list = pages.some(({ path }) => isCurrent(path, pathname)) ? undefined : listOf(pages, pathname, query)
  const isMarked = ({ path }: { path: string }): boolean =>
    isCurrent(path, pathname) || (list !== undefined && isCurrent(path, list))
  const entry = ({ title, path }: Pick<AccessMenu, 'title' | 'path'>) => (
    <li key={title}>
      <MenuLink
        title={title}
        path={path}
        isHere={isCurrent(path, pathname)}
        isList={list !== undefined && isCurrent(path, list)}
        done={done}
      />
    </li>
  )
  const toggle = (title: string): void =>
    setFolded(now => {
      const next = new Set(now)
      if (!next.delete(title)) next.add(title)
      return next
    })
  return (
    <>
      <Nearest menus={menus}>{entry}</Nearest>
      <ul>
        {menus.map(({ title, icon, path, children }, at) => {
          if (!children || children.length === 0)
            return (
              <li key={title}>
                <MenuLink {...{ title, path, done }} icon={menuIcon(title, icon)} isHere={isCurrent(path, pathname)} />
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
                <Pages pages={children} isMarked={isMarked}>
                  {entry}
                </Pages>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

type Page = Pick<AccessMenu, 'title' | 'path'>

/** The pages a person keeps, and those of long groups that are opened every day, in reach of the first look. */
function Nearest({ menus, children }: { menus: readonly AccessMenu[]; children: (page: Page) => ReactNode }) {
  const [favourites] = useFavourites()
  const daily = dailyPages(menus).filter(({ path }) => !isFavourite(favourites, hrefOf(path) ?? path))
  const lists = [
    ['收藏', favourites],
    [dailyTitle, daily],
  ] as const
  return lists.map(
    ([title, pages]) =>
      pages.length > 0 && (
        <section key={title} className="drawer-open" aria-label={title}>
          <p className="side-title" aria-hidden="true">
            {title}
          </p>
          <ul>{pages.map(children)}</ul>
        </section>
      ),
  )
}

interface PagesProps {
  pages: readonly Page[]
  isMarked: (page: Page) => boolean
  children: (page: Page) => ReactNode
}

/** The pages of a group, under headings where they are many; those of every day stand at the top of the drawer. */
function Pages({ pages, isMarked, children }: PagesProps) {
  const parts = menuPartsOf(pages).filter(({ title }) => title !== dailyTitle)
  return parts.map(({ title, pages: own }) => (
    <div key={title ?? ''} className="menu-children">
      {title === undefined ? (
        <ul>{own.map(children)}</ul>
      ) : (
        <MenuPart title={title} pages={own} isMarked={isMarked}>
          {children}
        </MenuPart>
      )}
    </div>
  ))
}
