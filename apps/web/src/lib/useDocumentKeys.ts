// Keys pressed anywhere in the document, heard from the moment the component can be seen.
import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `press` for each key while the component is on the screen and `isOn`; parts of hidden tabs hear nothing. The
 * listener stands before the first paint: one made behind it would miss a key pressed at once.
 */
export function useDocumentKeys(press: (event: KeyboardEvent) => void, isOn = true): void {
  const hear = useEffectEvent(press)
  useLayoutEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent): void => hear(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
