// Whether the window is narrower than the breakpoints of the product, or wide enough for a list with its record beside it.
import { useSyncExternalStore } from 'react'

/** Below this width the product is in mobile mode. @source spec §9 */
export const mobileBelowPx = 768
/** From this width on, a record stands beside its list and does not cover it. */
const wideFromPx = 1200

/** Below this width a menu beside the page takes too much of it. */
const narrowBelowPx = 1024

/** A hook that says whether a condition on the window holds; changes with the window. */
function windowHook(condition: string): () => boolean {
  const query = typeof matchMedia === 'undefined' ? undefined : matchMedia(condition)
  const subscribe = (changed: () => void): (() => void) => {
    query?.addEventListener('change', changed)
    return () => query?.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => query?.matches ?? false)
}

/** True in mobile mode; changes with the window. */
export const useMobile = windowHook(`(max-width: ${mobileBelowPx - 0.02}px)`)

/** True in mobile mode and in windows like those of tablets. */
export const useNarrow = windowHook(`(max-width: ${narrowBelowPx - 0.02}px)`)

/** True where a thumb presses: on a phone, and on every screen without a mouse. */
export const useTouch = windowHook(`(max-width: ${mobileBelowPx - 0.02}px), (pointer: coarse)`)

/** True where a record has room beside its list; changes with the window. */
export const useWide = windowHook(`(min-width: ${wideFromPx}px)`)
