// One entry of a menu: a link, so that it opens in a new window too, or a button where it leads nowhere yet.
import type { MouseEvent } from 'react'
import { isPlainPress } from '../followLinks.ts'
import { Icon, type IconName } from './Icon.tsx'
import { chooseMenuEntry, hrefOf } from './menu.ts'
import { useMenuCount } from './useMenuCount.ts'

/** Follows a menu link unless the person wants a new window. */
function onLink(path: string, done?: () => void) {
  return (event: MouseEvent) => {
    if (!isPlainPress(event)) return
    event.preventDefault()
    chooseMenuEntry(path)
    done?.()
  }
}

interface MenuLinkProps {
  title: string
  path: string
  icon?: IconName | undefined
  isHere: boolean
  /** The record in front stands in its list. */
  isList?: boolean
  /** Shows the icon alone. */
  isNameless?: boolean
  done?: (() => void) | undefined
}

/** Choosing a placeholder says so (SH-13). */
export function MenuLink({ title, path, icon, isHere, isList = false, isNameless = false, done }: MenuLinkProps) {
  const href = hrefOf(path)
  const count = useMenuCount([path])
  const content = (
    <>
      {icon && <Icon name={icon} size={isNameless ? 20 : 18} />}
      <span className={isNameless ? 'visually-hidden' : undefined}>{title}</span>
      {count && (
        <span className="menu-count" aria-hidden="true">
          {count.shown}
        </span>
      )}
    </>
  )
  const shown = { className: 'menu-link', 'data-walk': true, 'data-nameless': isNameless } as const
  if (href === undefined)
    return (
      <button type="button" {...shown} onClick={() => chooseMenuEntry(path)}>
        {content}
      </button>
    )
  return (
    <a
      {...shown}
      href={href}
      title={count?.said}
      aria-current={isHere ? 'page' : isList ? 'true' : undefined}
      onClick={onLink(path, done)}
    >
      {content}
    </a>
  )
}
