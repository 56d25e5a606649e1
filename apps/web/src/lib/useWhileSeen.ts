// Something done again and again, while its page is in front and the window is seen.
import { useEffect } from 'react'

/** Does something every so many milliseconds; undefined: not now. A kept tab in the back and a hidden window rest. */
export function useWhileSeen(act: () => void, everyMs: number | undefined): void {
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') act()
    }, everyMs)
    return () => clearInterval(timer)
  }, [act, everyMs])
}
