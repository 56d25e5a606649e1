// Loaded into a process before its own code: watches its event loop and its memory, and tells them when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Questions of a figure to the watched process; `stall` keeps it busy, as a control. */
export type WatchAsk =
  | { readonly ask: 'reset' }
  | { readonly ask: 'seen' }
  | { readonly ask: 'stall'; readonly ms: number }

/** The longest the loop stood still, ms, and the most memory, MB, since the last reset; and the memory at this moment. */
export interface Seen {
  readonly stallMs: number
  readonly mostMb: number
  readonly nowMb: number
}

/** Time between looks, ms. */
const everyMs = 5
const mb = (): number => process.memoryUsage.rss() / 1_048_576
const delay = monitorEventLoopDelay({ resolution: everyMs })
delay.enable()
let most = 0
setInterval(() => {
  most = Math.max(most, mb())
}, 20).unref()

const answerTo = (asked: WatchAsk): Seen | null => {
  if (asked.ask === 'seen') return { stallMs: Math.max(0, delay.max / 1e6 - everyMs), mostMb: most, nowMb: mb() }
  if (asked.ask === 'reset') {
    delay.reset()
    most = mb()
  } else {
    const end = performance.now() + asked.ms
    while (performance.now() < end);
  }
  return null
}

/** Time for the watch to look at least once, ms: after a reset, before a question, and between a stall and its figure. */
const settleMs = 30

process.on('message', (asked: { id?: number } & WatchAsk) => {
  if (asked.id === undefined) return
  const answer = (): void => {
    process.send?.({ id: asked.id, value: asked.ask === 'seen' ? answerTo(asked) : null })
  }
  if (asked.ask !== 'seen') answerTo(asked)
  setTimeout(answer, settleMs)
})
