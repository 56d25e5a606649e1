// Work of a page's main thread as Chromium traces it: script in each frame, all else beside it, and tasks that are long.
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'

const TraceEvent = z.object({
  name: z.string(),
  ph: z.string(),
  ts: z._default(z.number(), 0),
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  pid: z.number(),
  tid: z.number(),
  args: z.optional(z.looseObject({ name: z.optional(z.unknown()) })),
})
type TraceEvent = z.output<typeof TraceEvent>
const Trace = z.object({ traceEvents: z.array(TraceEvent) })

/** Work of script: calls of it, its promises, and the collection of its garbage. */
const isScript = ({ name }: TraceEvent): boolean =>
  ['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'v8.callFunction', 'MajorGC', 'MinorGC'].includes(name)
const isTask = ({ name }: TraceEvent): boolean => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask'
const longMs = 50

/** Work of a page for some time; ms of processor time of its main thread where nothing else is said. */
export interface Worked {
  readonly seconds: number
  /** Script of each frame. */
  readonly scriptOfFrames: readonly number[]
  /** Script of each second. */
  readonly scriptOfSeconds: readonly number[]
  /** Script of all of it, and all else the main thread did: styles, layout, painting. */
  readonly scriptMs: number
  readonly restMs: number
  /** Tasks of the main thread above 50 ms of its processor time, and those above 50 ms by the clock. */
  readonly long: readonly number[]
  readonly longByClock: number
}

/** Traces a page while it works by itself. A frame is drawn as often as the screen takes one. */
export async function traced(browser: Browser, page: Page, seconds: number): Promise<Worked> {
  await page.evaluate(() => {
    if (Reflect.has(globalThis, 'benchFrames')) return
    Reflect.set(globalThis, 'benchFrames', true)
    const next = (): void => void requestAnimationFrame(next)
    next()
  })
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  })
  await page.waitForTimeout(seconds * 1000)
  const bytes = await browser.stopTracing()
  return workedOf(z.parse(Trace, JSON.parse(bytes.toString('utf8'))).traceEvents, seconds)
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`
/** Processor time of an event, ms; by the clock where the trace has no other. */
const cpuOf = ({ tdur, dur = 0 }: TraceEvent): number => (tdur ?? dur) / 1000

function workedOf(events: readonly TraceEvent[], seconds: number): Worked {
  const frames = Map.groupBy(
    events.filter(({ name }) => name === 'FireAnimationFrame'),
    threadOf,
  )
  const [main] = [...frames].sort(([, a], [, b]) => b.length - a.length)
  if (!main) throw new Error('the trace holds no frame')
  const own = events.filter(event => threadOf(event) === main[0] && event.ph === 'X').sort((a, b) => a.ts - b.ts)
  const script = outermost(own.filter(isScript))
  const tasks = outermost(own.filter(isTask))
  if (tasks.length === 0 || script.length === 0) throw new Error('the trace holds no task or no script')
  const starts = own.filter(({ name }) => name === 'BeginMainThreadFrame' || name === 'FireAnimationFrame')
  const bounds = frameStarts(starts.length > 0 ? starts.map(({ ts }) => ts) : main[1].map(({ ts }) => ts))
  const first = bounds[0] ?? 0
  const scriptMs = sum(script.map(cpuOf))
  return {
    seconds,
    scriptOfFrames: sumsBetween(script, bounds),
    scriptOfSeconds: sumsBetween(
      script,
      Array.from({ length: seconds }, (_, n) => first + n * 1e6),
    ),
    scriptMs,
    restMs: sum(tasks.map(cpuOf)) - scriptMs,
    long: tasks.map(cpuOf).filter(ms => ms > longMs),
    longByClock: tasks.filter(({ dur = 0 }) => dur / 1000 > longMs).length,
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** Events that lie in no other of them; they come in the order of their starts. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = 0
  return events.filter(({ ts, dur = 0 }) => {
    if (ts < end) return false
    end = ts + dur
    return true
  })
}

/** Starts of frames, those of one frame taken together: no screen takes two within 5 ms. */
function frameStarts(times: readonly number[]): number[] {
  const kept: number[] = []
  for (const ts of times) if (ts - (kept.at(-1) ?? -Infinity) > 5000) kept.push(ts)
  return kept
}

/** Work between each start and the next one. */
function sumsBetween(events: readonly TraceEvent[], starts: readonly number[]): number[] {
  const sums = starts.map(() => 0)
  let at = 0
  for (const event of events) {
    while (at + 1 < starts.length && event.ts >= (starts[at + 1] ?? Infinity)) at++
    sums[at] = (sums[at] ?? 0) + cpuOf(event)
  }
  return sums
}
