// The side menu: favourites and the pages of the chosen group, 200 px with names or 65 px with an icon for each.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { loadedConfig } from '../../lib/config.ts'
import { keepInView } from '../../lib/keepInView.ts'
import { useShown } from '../tabs/shown.ts'
import { isFavourite, useFavourites, type Favourite } from './favourites.ts'
import { Icon } from './Icon.tsx'
import { groupTitle, hrefOf, isCurrent, listOf, menuPartsOf } from './menu.ts'
import { MenuLink } from './MenuLink.tsx'
import { MenuPart } from './MenuPart.tsx'
import { useGroup } from './pageGroup.ts'
import { pageIcon } from './pageIcon.ts'
import { useWalk } from '../../lib/walk.ts'

interface SideMenuProps {
  menus: readonly AccessMenu[]
  pathname: string
  isCollapsed: boolean
  onFold: (isCollapsed: boolean) => void
}

/** Pages of the group that is chosen in the header, with the fold button and the versions below (SH-20). */
export function SideMenu({ menus, pathname, isCollapsed, onFold }: SideMenuProps) {
  const group = useGroup(menus)
  const [favourites, toggle] = useFavourites()
  const query = useShown(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.query ?? '')
  const side = useRef<HTMLElement>(null)
  const box = useRef<HTMLElement>(null)
  useWalk(side, 'y')
  useHereInView(box, pathname)
  const tip = useTip(box, isCollapsed)
  const all = group?.children?.length ? group.children : group ? [group] : []
  const isKept = ({ path }: { path: string }): boolean => isFavourite(favourites, hrefOf(path) ?? path)
  const parts = menuPartsOf(all)
    .map(({ title, pages }) => ({ title, pages: pages.filter(page => !isKept(page)) }))
    .filter(({ pages }) => pages.length > 0)
  const list = all.some(({ path }) => isCurrent(path, pathname)) ? undefined : listOf(all, pathname, query)
  const isMarked = ({ path }: { path: string }): boolean =>
    isCurrent(path, pathname) || (list !== undefined && isCurrent(path, list))
  const entry = (page: Favourite, isFav: boolean) => {
    const href = hrefOf(page.path)
    const isHere = isFav ? page.path === pathname + query : isCurrent(page.path, pathname)
    // of favourites that are one list with different filters none is the way the record was come by
    const isWay = list !== undefined && isCurrent(page.path, list) && !(isFav && page.path.includes('?'))
    return (
      <li key={page.title + page.path} data-tip={page.title}>
        <MenuLink
          title={page.title}
          path={page.path}
          icon={isCollapsed ? pageIcon(page.path, group?.icon) : undefined}
          isHere={isHere}
          isList={isWay}
          isNameless={isCollapsed}
        />
        {!isCollapsed && href?.startsWith('/') && (
          <button
            type="button"
            className="side-star"
            data-aside
            tabIndex={-1}
            aria-pressed={isFav}
            aria-label={isFav ? `取消收藏 ${page.title}` : `收藏 ${page.title}`}
            title={isFav ? '取消收藏' : '收藏'}
            onClick={() => toggle({ title: page.title, path: href })}
          >
            <Icon name="star" size={16} />
          </button>
        )}
      </li>
    )
  }
  return (
    <aside ref={side} className="side" data-collapsed={isCollapsed}>
      <nav ref={box} id="shell-menu" className="side-menu" aria-label="侧边菜单">
        {favourites.length > 0 && (
          <Part title="收藏" isBare={isCollapsed}>
            {favourites.map(page => entry(page, true))}
          </Part>
        )}
        {parts.map(({ title, pages }) =>
          title === undefined ? (
            <Part key="" title={group ? groupTitle(group) : ''} isBare={isCollapsed || pages[0] === group}>
              {pages.map(page => entry(page, false))}
            </Part>
          ) : (
            <MenuPart key={title} title={title} pages={pages} isMarked={isMarked} isBare={isCollapsed}>
              {page => entry(page, false)}
            </MenuPart>
          ),
        )}
      </nav>
      {tip && (
        <span className="side-tip" style={{ top: tip.top }} aria-hidden="true">
          {tip.text}
        </span>
      )}
      <Foot isCollapsed={isCollapsed} onFold={onFold} />
    </aside>
  )
}

/** A list of pages under its title; `isBare` says the title to readers alone. */
function Part({ title, isBare, children }: { title: string; isBare: boolean; children: ReactNode }) {
  return (
    <>
      {!isBare && (
        <p className="side-title" aria-hidden="true">
          {title}
        </p>
      )}
      <ul aria-label={title}>{children}</ul>
    </>
  )
}

function Foot({ isCollapsed, onFold }: Pick<SideMenuProps, 'isCollapsed' | 'onFold'>) {
  const { version, releaseVersion, release } = loadedConfig()
  const said = `版本 ${version}${releaseVersion && ` · 发行版 ${releaseVersion}`}`
  return (
    <div className="side-foot">
      <button
        type="button"
        className="side-fold"
        data-walk
        aria-label={isCollapsed ? '展开菜单' : '收起菜单'}
        title={isCollapsed ? '展开菜单' : '收起菜单'}
        aria-expanded={!isCollapsed}
        onClick={() => onFold(!isCollapsed)}
      >
        <Icon name={isCollapsed ? 'unfold' : 'fold'} />
      </button>
      <span className="side-version" title={release ? `${said} · 构建 ${release}` : said}>
        {isCollapsed ? (
          <>
            <span className="visually-hidden">版本 </span>
            {version}
            {releaseVersion && (
              <>
                <span className="visually-hidden"> · 发行版 </span>
                <br />
                {releaseVersion}
              </>
            )}
          </>
        ) : (
          said
        )}
      </span>
    </div>
  )
}

/** Keeps the entry of the page in front in view, once the layout is at hand and whenever the window changes. */
function useHereInView(box: RefObject<HTMLElement | null>, pathname: string): void {
  useEffect(() => {
    const place = box.current
    if (place === null) return
    const observer = new ResizeObserver(() => {
      const here = place.querySelector('[aria-current]')
      if (here) keepInView(place, here, 'y')
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [box, pathname])
}

/** The name beside an icon that is pointed at or has the focus. */
function useTip(box: RefObject<HTMLElement | null>, isCollapsed: boolean) {
  const [tip, setTip] = useState<{ text: string; top: number }>()
  useEffect(() => {
    const place = box.current
    if (!place || !isCollapsed) return
    const show = ({ target }: Event): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (!row) return setTip(undefined)
      const { top, height } = row.getBoundingClientRect()
      setTip({ text: row.dataset['tip'] ?? '', top: top + height / 2 - place.getBoundingClientRect().top })
    }
    const hide = (): void => setTip(undefined)
    const heard = [
      ['pointerover', show],
      ['focusin', show],
      ['pointerleave', hide],
      ['focusout', hide],
    ] as const
    for (const [name, listener] of heard) place.addEventListener(name, listener)
    return () => {
      hide()
      for (const [name, listener] of heard) place.removeEventListener(name, listener)
    }
  }, [box, isCollapsed])
  return tip
}
