// Work that follows the paint of what it comes from: a character is seen before sums, drafts and checks are made of it.
import { useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A window that is not seen has no frames: its work waits this long, ms. */
const unseenMs = 200

/** Work that was asked for and not done yet. */
const waiting = new Set<() => void>()
let isListening = false

export interface Behind {
  /** Behind the next paint, once however often it is asked for until then. */
  readonly later: () => void
  /** At once, if it waits. */
  readonly now: () => void
  /** Not at all, if it waits. */
  readonly drop: () => void
}

/** Work that can be put behind the paint; `becomes` puts other work in its place. */
export function behindPaint(first: () => void): Behind & { readonly becomes: (next: () => void) => void } {
  let run = first
  let frame = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const drop = (): void => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    waiting.delete(now)
  }
  const now = (): void => {
    if (!waiting.has(now)) return
    drop()
    run()
  }
  // a key between the work and its drawing would find what was drawn before
  const drawn = (): void => flushSync(now)
  const later = (): void => {
    if (waiting.has(now)) return
    listen()
    waiting.add(now)
    timer = setTimeout(drawn, unseenMs)
    frame = requestAnimationFrame(() => {
      clearTimeout(timer)
      timer = setTimeout(drawn)
    })
  }
  const becomes = (next: () => void): void => {
    run = next
  }
  return { later, now, drop, becomes }
}

/** Does all that waits: what comes next builds on it. */
export function catchUp(): void {
  for (const now of waiting) now()
}

/** A press, or a key that types nothing, finds all that was typed; and so does the end of the page. */
function listen(): void {
  if (isListening) return
  isListening = true
  for (const end of ['pagehide', 'visibilitychange', 'pointerdown', 'click'])
    addEventListener(end, catchUp, { capture: true })
  addEventListener(
    'keydown',
    ({ key, ctrlKey, metaKey }) => {
      if (key.length > 1 || ctrlKey || metaKey) catchUp()
    },
    { capture: true },
  )
}

/** The newest `run` behind the paint; done at the latest when its component goes or is hidden. */
export function useBehind(run: () => void): Behind {
  const [behind] = useState(() => behindPaint(run))
  useLayoutEffect(() => behind.becomes(run))
  useEffect(() => () => behind.now(), [behind])
  return behind
}
