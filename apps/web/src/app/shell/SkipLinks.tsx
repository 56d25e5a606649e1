// The first stops of the Tab key: past header, tabs and menu to what the page is about, or to the menu.
import type { MouseEvent } from 'react'
import { contentOf, panelInFront } from '../tabs/pageFocus.ts'

const skipTo = (find: () => HTMLElement | undefined) => (event: MouseEvent) => {
  event.preventDefault()
  find()?.focus()
}

/** Seen while they have the focus. */
export function SkipLinks({ hasMenu }: { hasMenu: boolean }) {
  return (
    <div className="skips">
      <a href="#shell-pages" onClick={skipTo(() => contentOf(panelInFront()))}>
        到内容
      </a>
      {hasMenu && (
        <a
          href="#shell-menu"
          onClick={skipTo(() => document.querySelector<HTMLElement>('#shell-menu [data-walk]') ?? undefined)}
        >
          到菜单
        </a>
      )}
    </div>
  )
}
