// Keys of the list of today: j and k or arrows walk from act to act, h puts off; silent while somebody types.
import { useEffect, type RefObject } from 'react'

const busyWith = 'input, textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox]'

/** Rows are elements of class `today-row` in `place`, with their key as `data-key`. Effects of hidden tabs are paused. */
export function useTodayKeys(place: RefObject<HTMLElement | null>, onPutOff: (key: string) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
      if (target instanceof Element && target.closest(busyWith)) return
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return
      const rows = [...(place.current?.querySelectorAll<HTMLElement>('.today-row') ?? [])]
      const at = rows.findIndex(row => row.contains(document.activeElement))
      const isArrow = at >= 0 && (key === 'ArrowDown' || key === 'ArrowUp')
      if (key === 'j' || key === 'k' || isArrow) {
        const step = key === 'j' || key === 'ArrowDown' ? 1 : -1
        const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
        const act = next?.querySelector<HTMLElement>('.today-act') ?? next?.querySelector<HTMLElement>('.today-later')
        act?.focus()
      } else if (key === 'h' && at >= 0 && !event.repeat) {
        // the act goes with it: the way back keeps the focus
        rows[at]?.querySelector<HTMLElement>('.today-later')?.focus()
        onPutOff(rows[at]?.dataset['key'] ?? '')
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [place, onPutOff])
}
