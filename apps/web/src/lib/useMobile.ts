// Whether the window is narrower than the mobile breakpoint.
import { useSyncExternalStore } from 'react'

/** Below this width the product is in mobile mode. @source spec §9 */
export const mobileBelowPx = 768

const query = typeof matchMedia === 'undefined' ? undefined : matchMedia(`(max-width: ${mobileBelowPx - 0.02}px)`)

const subscribe = (changed: () => void): (() => void) => {
  query?.addEventListener('change', changed)
  return () => query?.removeEventListener('change', changed)
}

/** True in mobile mode; changes with the window. */
export const useMobile = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)
