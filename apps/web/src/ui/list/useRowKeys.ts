// Keys of a list: j and k walk the rows, x ticks one and shift x all from the last tick, Enter opens, / asks, e
// exports; silent while somebody types or a dialog is open.
import { useEffect } from 'react'
import { choose, type ListState } from './listState.ts'

interface RowKeys {
  ids: readonly string[]
  canChoose: boolean
  onMove: (id: string) => void
  onOpen: ((id: string) => void) | undefined
  onSearch?: (() => void) | undefined
  onExport?: (() => void) | undefined
}

// Enter belongs to the button or link that has the focus
const busyWith =
  'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]'

/** The rows from the last tick to this one. */
function between(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** Effects of hidden tabs are paused, so only the list in view listens. */
export function useRowKeys(list: ListState, { ids, canChoose, onMove, onOpen, onSearch, onExport }: RowKeys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (target instanceof Element && target.closest(busyWith)) return
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return
      const { active, chosen, anchor } = list.getState()
      const index = active === undefined ? -1 : ids.indexOf(active)
      if (event.key === 'j' || event.key === 'k') {
        const next = ids[Math.min(ids.length - 1, Math.max(0, index + (event.key === 'j' ? 1 : -1)))]
        if (next === undefined) return
        list.setState({ active: next })
        onMove(next)
      } else if (active !== undefined && event.key === 'x' && canChoose) choose(list, [active], !chosen.has(active))
      else if (active !== undefined && event.key === 'X' && canChoose) choose(list, between(ids, anchor, active), true)
      else if (
        active !== undefined &&
        event.key === 'Enter' &&
        onOpen &&
        !(target instanceof Element && target.closest('a, button'))
      )
        onOpen(active)
      else if (event.key === '/' && onSearch) onSearch()
      else if (event.key === 'e' && onExport) onExport()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [list, ids, canChoose, onMove, onOpen, onSearch, onExport])
}
