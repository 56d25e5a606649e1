// Pages of a group under a heading, which folds them; the page in front stays in view.
import type { ReactNode } from 'react'
import { changePreferences, usePreferences } from '../preferences.ts'
import { Icon } from './Icon.tsx'

interface MenuPartProps<P extends { readonly path: string }> {
  title: string
  pages: readonly P[]
  /** Whether a page is the one in front, or the list its record stands in: shown though its heading is folded. */
  isMarked: (page: P) => boolean
  /** Says the heading to readers alone, and folds nothing. */
  isBare?: boolean
  children: (page: P) => ReactNode
}

/** Folding is kept with the person's preferences. */
export function MenuPart<P extends { readonly path: string }>({
  title,
  pages,
  isMarked,
  isBare = false,
  children,
}: MenuPartProps<P>) {
  const folded = usePreferences(({ folded: titles }) => titles)
  const isOpen = isBare || !folded.includes(title)
  const toggle = (): void =>
    changePreferences({ folded: isOpen ? [...folded, title] : folded.filter(each => each !== title) })
  return (
    <>
      {!isBare && (
        <button type="button" className="menu-part" data-walk aria-expanded={isOpen} onClick={toggle}>
          <span>{title}</span>
          <Icon name="down" size={14} />
        </button>
      )}
      <ul aria-label={title}>{pages.filter(page => isOpen || isMarked(page)).map(children)}</ul>
    </>
  )
}
