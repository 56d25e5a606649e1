// Gives the keyboard back to the row or link it was on when a tab comes to the front again, else to the page's title.
import { useCallback, useEffect, useRef } from 'react'
import { focusTitle } from './pageFocus.ts'
import { stayLaidOut } from './shown.ts'

/** Nobody has gone anywhere yet: the first page of a window takes the keyboard from nobody. */
let isFirst = true

/** The row an element stood in, drawn anew meanwhile. */
function sameRow(page: HTMLElement, rowKey: string | undefined): HTMLElement | null {
  const row = rowKey === undefined ? null : page.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(rowKey)}"]`)
  return row?.matches('[tabindex]') ? row : (row?.querySelector<HTMLElement>('a[href], button, input') ?? null)
}

/** Ref for a tab's panel; works with <Activity>, which runs effects again when the panel is shown. */
export function useReturningFocus() {
  const panel = useRef<HTMLElement>(null)
  const last = useRef<HTMLElement | undefined>(undefined)
  const lastRow = useRef<string | undefined>(undefined)
  const scroll = useRef(0)
  useEffect(() => {
    const place = panel.current
    if (!place) return
    // keyboard users who walk along the strip stay there
    const walks = document.activeElement?.matches('[role="tab"]:focus-visible') ?? false
    // the question alone makes the browser lay out the whole page
    if (scroll.current > 0 && place.scrollTop !== scroll.current) place.scrollTop = scroll.current
    const before = last.current?.isConnected ? last.current : sameRow(place, lastRow.current)
    let endWaiting = (): void => undefined
    if (!walks && before) before.focus({ preventScroll: true })
    else if (!walks && !isFirst) endWaiting = focusTitle(place)
    isFirst = false
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === place) return
      last.current = target
      lastRow.current = target.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey']
    }
    const onScroll = () => {
      scroll.current = place.scrollTop
    }
    place.addEventListener('focusin', onFocus)
    place.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      endWaiting()
      place.removeEventListener('focusin', onFocus)
      place.removeEventListener('scroll', onScroll)
    }
  }, [])
  return useCallback((place: HTMLElement | null) => {
    panel.current = place
    if (place) stayLaidOut(place)
  }, [])
}
