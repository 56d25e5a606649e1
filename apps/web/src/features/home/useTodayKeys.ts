// Keys of the list of today: j and k or arrows walk from act to act, a opens it, r its refusal, h puts off; silent while
// somebody types.
import type { RefObject } from 'react'
import { keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'

/** Rows are elements of class `today-row` in `place`, with their key as `data-key`. Hidden tabs hear nothing. */
export function useTodayKeys(place: RefObject<HTMLElement | null>, onPutOff: (key: string) => void): void {
  useDocumentKeys(event => {
    const key = keyOf(event, 'today')
    if (key === undefined) return
    const rows = [...(place.current?.querySelectorAll<HTMLElement>('.today-row') ?? [])]
    const at = rows.findIndex(row => row.contains(document.activeElement))
    if (key === 'act') rows[at]?.querySelector<HTMLElement>('.today-act')?.click()
    else if (key === 'refuse') rows[at]?.querySelector<HTMLElement>('.today-refuse')?.click()
    else if (key !== 'later') {
      // arrows scroll the page until somebody walks the list
      if (at < 0 && event.key.startsWith('Arrow')) return
      const step = key === 'next' ? 1 : -1
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
      const act = next?.querySelector<HTMLElement>('.today-act') ?? next?.querySelector<HTMLElement>('.today-later')
      act?.focus()
    } else if (at >= 0) {
      // the act goes with it: the way back keeps the focus
      rows[at]?.querySelector<HTMLElement>('.today-later')?.focus()
      onPutOff(rows[at]?.dataset['key'] ?? '')
    } else return
    event.preventDefault()
  })
}
