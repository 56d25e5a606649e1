// The clock of a playback: moment and speed, running or held; the moment stands in the address whenever it is held.
import { useEffect, useEffectEvent, useState } from 'react'

/** The least step of the seek bar, ms. */
export const seekStepMs = 1000

interface Span {
  readonly fromAt: number
  readonly toAt: number
}

/** The clock over a span; `onHold` is told the moment whenever it is held or set by hand. */
export function usePlayer({ fromAt, toAt }: Span, begun: number, speed: number, onHold: (at: number) => void) {
  const [at, setAt] = useState(begun)
  const [isPlaying, setPlaying] = useState(false)
  const now = Math.min(Math.max(at, fromAt), toAt)
  const step = useEffectEvent((passedMs: number): void => {
    const next = now + passedMs * speed
    if (next < toAt) return setAt(next)
    setAt(toAt)
    setPlaying(false)
    onHold(toAt)
  })
  useEffect(() => {
    if (!isPlaying) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(function run(time) {
      // a window that was hidden goes on where it was
      step(Math.min(1000, time - last))
      last = time
      frame = requestAnimationFrame(run)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  return {
    at: now,
    isPlaying,
    seek: (next: number): void => {
      setAt(next)
      onHold(next)
    },
    toggle: (): void => {
      if (!isPlaying && now >= toAt) setAt(fromAt)
      if (isPlaying) {
        // a step that is not drawn yet does not count: the moment of the address is the one that was seen, to the second
        const seen = Math.min(fromAt + Math.round((now - fromAt) / seekStepMs) * seekStepMs, toAt)
        setAt(seen)
        onHold(seen)
      }
      setPlaying(!isPlaying)
    },
  }
}
