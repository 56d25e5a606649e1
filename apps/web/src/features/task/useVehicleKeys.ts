// Keys of the fleet to choose from: j and k or arrows walk the vehicles that can go, x chooses, / searches.
import type { RefObject } from 'react'
import { keyOf } from '../../lib/keys.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'

/** Arrows scroll the page until the list has the focus. */
export function useVehicleKeys(list: RefObject<HTMLUListElement | null>, onSearch: () => void): void {
  useDocumentKeys(event => {
    const key = keyOf(event, 'row')
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const at = buttons.findIndex(button => button === document.activeElement)
    if (key === 'ask') onSearch()
    else if (key === 'tick' && at >= 0) buttons[at]?.click()
    else if ((key === 'next' || key === 'previous') && (at >= 0 || !event.key.startsWith('Arrow'))) {
      const step = key === 'next' ? 1 : -1
      buttons[at < 0 ? 0 : Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
    } else return
    event.preventDefault()
  })
}
