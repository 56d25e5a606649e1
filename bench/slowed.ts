// Acts in a page at 4× CPU slow-down: the time from the act until it is painted, and what of it the main thread worked.
import type { CDPSession, Page } from 'playwright-core'
import { median, type Figure } from './figure.ts'

/** Time until it is painted, and what of it the main thread of the page worked, ms. */
export interface Took {
  readonly wall: number
  readonly cpu: number
}

/** A press on the first match of `at`, or one character typed into it; `until` can be seen afterwards. */
export interface Act {
  readonly kind: 'press' | 'type'
  readonly at: string
  readonly until: string
}

/** Slows a page down, and has it count the work of its main thread. */
export async function slow(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return devtools
}

/** Processor time the main thread has spent on tasks so far, ms; slowed down like everything on it. */
export async function spentBy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

/** Timers set meanwhile are held back this long: what a page does behind the paint is not part of it, ms. */
const heldMs = 600

/** Does it inside the page and waits until it is painted. */
export async function actToPaint(page: Page, devtools: CDPSession, act: Act): Promise<Took> {
  const before = await spentBy(devtools)
  const wall = await page.evaluate(
    ({ kind, at, until, heldMs }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(at)
        if (!target) {
          reject(new Error(`no ${at}`))
          return
        }
        if (kind === 'type') target.focus()
        const timer = globalThis.setTimeout.bind(globalThis)
        Reflect.set(globalThis, 'setTimeout', (run: () => void, ms = 0) => timer(run, ms + heldMs))
        const start = performance.now()
        const painted = (): void => {
          Reflect.set(globalThis, 'setTimeout', timer)
          resolve(performance.now() - start)
        }
        const look = (): void => {
          requestAnimationFrame(() => {
            const isSeen = [...document.querySelectorAll(until)].some(found => found.checkVisibility())
            if (isSeen) timer(painted)
            else if (performance.now() - start < 20_000) look()
            else reject(new Error(`${until} is not seen`))
          })
        }
        if (kind === 'press') target.click()
        else {
          target.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))
          document.execCommand('insertText', false, '1')
        }
        look()
      }),
    { ...act, heldMs },
  )
  const cpu = (await spentBy(devtools)) - before
  // work held back is done before the next act begins, or it would be part of that one
  await page.waitForTimeout(2 * heldMs)
  return { wall, cpu }
}

/** Puts so many ms of work into every press and every character from now on; 0 takes it away. */
export function burden(page: Page, ms: number): Promise<void> {
  return page.evaluate(most => {
    const known = Reflect.has(globalThis, 'benchBurden')
    Reflect.set(globalThis, 'benchBurden', most)
    if (known) return
    const weigh = (): void => {
      const end = performance.now() + Number(Reflect.get(globalThis, 'benchBurden'))
      while (performance.now() < end);
    }
    for (const name of ['click', 'input']) addEventListener(name, weigh, { capture: true })
  }, ms)
}

/** A figure of acts: the middle of the walls, or of the work of the main thread, against the most it may be. */
export function timed(
  name: string,
  took: readonly Took[],
  most: number,
  { by = 'wall', baseline }: { readonly by?: keyof Took; readonly baseline?: string } = {},
): Figure {
  const value = median(took.map(each => each[by]))
  const other = by === 'wall' ? 'cpu' : 'wall'
  const said = { wall: '总时长', cpu: '主线程 CPU' }
  return {
    name,
    value,
    unit: 'ms',
    goal: `≤ ${most}`,
    reached: value <= most,
    ...(baseline === undefined ? {} : { baseline }),
    detail: `${said[other]} ${median(took.map(each => each[other])).toFixed(0)} ms；各次 ${took.map(({ wall, cpu }) => `${wall.toFixed(0)}/${cpu.toFixed(0)}`).join(' ')}`,
  }
}

/** The control of a figure: the same acts made slow on purpose must miss the goal, or the bench measures nothing. */
export function mustMiss(figure: Figure, plain: Figure): Figure {
  return {
    ...figure,
    name: `${figure.name}（故意放慢，应超标）`,
    goal: `> ${figure.goal.replace('≤ ', '')}`,
    baseline: `平常 ${plain.value.toFixed(1)}`,
    // one that misses without being slower proves nothing
    reached: !figure.reached && figure.value > plain.value,
  }
}
