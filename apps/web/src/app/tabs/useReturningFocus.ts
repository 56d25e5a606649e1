// Gives the keyboard back to the field it was in when a tab comes to the front again.
import { useEffect, useRef } from 'react'

/** Ref for a tab's panel; works with <Activity>, which runs effects again when the panel is shown. */
export function useReturningFocus() {
  const panel = useRef<HTMLElement>(null)
  const last = useRef<HTMLElement | undefined>(undefined)
  const scroll = useRef(0)
  useEffect(() => {
    const place = panel.current
    if (!place) return
    // keyboard users who walk along the strip stay there
    const walks = document.activeElement?.matches('[role="tab"]:focus-visible') ?? false
    // the question alone makes the browser lay out the whole page
    if (scroll.current > 0 && place.scrollTop !== scroll.current) place.scrollTop = scroll.current
    if (!walks && last.current?.isConnected) last.current.focus({ preventScroll: true })
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== place) last.current = target
    }
    const onScroll = () => {
      scroll.current = place.scrollTop
    }
    place.addEventListener('focusin', onFocus)
    place.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      place.removeEventListener('focusin', onFocus)
      place.removeEventListener('scroll', onScroll)
    }
  }, [])
  return panel
}
