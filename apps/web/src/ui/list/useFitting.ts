// The tabs of a strip there is room for: the rest stand under 更多.
import { useLayoutEffect, useState } from 'react'

/** Room 更多 takes beside the tabs, px. */
const moreWidth = 72

/** The numbers of the tabs there is room for, the chosen one among them; undefined while all fit. */
export function useFitting(
  bar: { readonly current: HTMLElement | null },
  chosen: number,
  content: string,
): ReadonlySet<number> | undefined {
  const [fitting, setFitting] = useState<ReadonlySet<number>>()
  useLayoutEffect(() => {
    const holder = bar.current?.parentElement
    if (!bar.current || !holder) return
    const tabs = [...bar.current.querySelectorAll<HTMLElement>('[role=tab]')]
    const fit = (): void => {
      const room = holder.clientWidth
      // a hidden tab measures 0: it keeps what it had
      if (room === 0) return
      const gap = 4
      const widths = tabs.map(tab => tab.offsetWidth + gap)
      const whole = widths.reduce((sum, width) => sum + width, 0)
      const isScrolled = getComputedStyle(holder).overflowX === 'auto'
      if (isScrolled || whole <= room) return setFitting(undefined)
      let left = room - moreWidth - (widths[chosen] ?? 0)
      const next = new Set([chosen])
      widths.forEach((width, index) => {
        if (index === chosen || left < 0) return
        left -= width
        if (left >= 0) next.add(index)
      })
      setFitting(old => (old && [...old].join() === [...next].join() ? old : next))
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(holder)
    return () => observer.disconnect()
  }, [bar, chosen, content])
  return fitting
}
