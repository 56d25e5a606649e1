// Something done again and again, while its page is in front and the window is seen.
import { useEffect, useEffectEvent } from 'react'

/** Does something every so many milliseconds; undefined: not now. A kept tab in the back and a hidden window rest. */
export function useWhileSeen(act: () => void, everyMs: number | undefined): void {
  // the time runs on while the page is drawn anew: a page with a clock is drawn each second
  const due = useEffectEvent(act)
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') due()
    }, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
