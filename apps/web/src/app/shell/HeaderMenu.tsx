// The header menu: the groups of the menus the server supplied; those that do not fit stand under 更多.
import type { AccessMenu } from '@yunshu/contract/session/session'
import { Dropdown } from 'antd'
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { useSession } from '../../lib/session.ts'
import { isPlainPress } from '../followLinks.ts'
import { Icon } from './Icon.tsx'
import { groupTitle, hrefOf } from './menu.ts'
import { chooseGroup, firstPath, useGroup } from './pageGroup.ts'
import { useMenuCount } from './useMenuCount.ts'
import { useWalk } from '../../lib/walk.ts'

const none: readonly AccessMenu[] = []
/** Space that 更多 takes, that between two groups, and the usual one of a group that was not seen yet, px. */
const morePx = 76
const gapPx = 2
const usualPx = 52

/** 顶部菜单; arrows walk along what is marked for it in the whole header, the company's name too. */
export function HeaderMenu({ header }: { header: RefObject<HTMLElement | null> }) {
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? none
  const group = useGroup(menus)
  const box = useRef<HTMLElement>(null)
  const count = useFitting(box, menus)
  useWalk(header, 'x')
  const rest = menus.slice(count)
  return (
    <nav ref={box} className="header-menu" data-tour="menu" aria-label="顶部菜单">
      {menus.map((menu, at) => (
        <Group key={menu.title} menu={menu} isChosen={menu === group} isHidden={at >= count} />
      ))}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map(menu => ({ key: menu.title, label: groupTitle(menu) })),
            selectedKeys: group ? [group.title] : [],
            onClick: ({ key }) => {
              const menu = rest.find(({ title }) => title === key)
              if (menu) chooseGroup(menu)
            },
          }}
        >
          <button
            type="button"
            className="header-group"
            data-walk
            data-chosen={rest.some(menu => menu === group)}
            aria-haspopup="menu"
          >
            更多
            <Icon name="down" size={14} />
          </button>
        </Dropdown>
      )}
    </nav>
  )
}

function Group({ menu, isChosen, isHidden }: { menu: AccessMenu; isChosen: boolean; isHidden: boolean }) {
  const href = hrefOf(firstPath(menu))
  const count = useMenuCount((menu.children ?? []).map(({ path }) => path))
  const props = {
    className: 'header-group',
    'data-walk': true,
    'data-group': menu.title,
    'data-chosen': isChosen,
    hidden: isHidden,
  } as const
  // a placeholder leads nowhere, so it is a button that says so
  if (href === undefined)
    return (
      <button type="button" {...props} onClick={() => chooseGroup(menu)}>
        {groupTitle(menu)}
      </button>
    )
  const onClick = (event: MouseEvent): void => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    chooseGroup(menu)
  }
  return (
    <a {...props} href={href} title={count?.said} aria-current={isChosen ? 'true' : undefined} onClick={onClick}>
      {groupTitle(menu)}
      {count && <span className="header-dot" aria-hidden="true" />}
    </a>
  )
}

/** The number of groups that fit, counted from the first. */
function useFitting(box: RefObject<HTMLElement | null>, menus: readonly AccessMenu[]): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY)
  // a hidden group cannot be measured: it keeps the width it had, also when the server supplies the menus anew
  const [widths] = useState(() => new Map<string, number>())
  useEffect(() => {
    const place = box.current
    if (!place) return
    const fit = (): void => {
      for (const item of place.querySelectorAll<HTMLElement>('[data-group]'))
        if (item.offsetWidth > 0) widths.set(item.dataset['group'] ?? '', item.offsetWidth)
      let left = place.clientWidth
      const ends = menus.map(({ title }) => (left -= (widths.get(title) ?? usualPx) + gapPx))
      const isWhole = (ends.at(-1) ?? 0) >= 0
      setCount(isWhole ? menus.length : ends.filter(end => end >= morePx).length)
    }
    // told after the layout, so that nothing is laid out twice for it
    const observer = new ResizeObserver(fit)
    observer.observe(place)
    return () => observer.disconnect()
  }, [box, menus, widths])
  return count
}
