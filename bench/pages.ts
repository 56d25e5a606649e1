// The speed of pages at 4× CPU slow-down in Chromium: cold first row, back to a kept tab, a row checkbox, heap of six
// tabs.
import type { CDPSession, Page } from 'playwright-core'
import { median, type Bench, type Figure } from './figure.ts'
import { pageAt, startPortal, type Portal } from './portal.ts'

const rounds = 5
/** Time from doing something until it is painted, and what of it the main thread of the page worked, ms. */
interface Took {
  readonly wall: number
  readonly cpu: number
}
const row = '.ys-grid [data-row-key]'

/** Processor time the main thread has spent on tasks since `slow`, ms; slowed down like everything on it. */
async function spentBy(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000
}

/** Time from a click until the awaited rows are painted, measured inside the page. */
async function clickToPaint(page: Page, devtools: CDPSession, click: string, until: string): Promise<Took> {
  const before = await spentBy(devtools)
  const wall = await page.evaluate(
    ({ click, until }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(click)
        if (!target) {
          reject(new Error(`no ${click}`))
          return
        }
        const start = performance.now()
        const look = (): void => {
          const seen = [...document.querySelectorAll(until)].some(found => found.checkVisibility())
          if (seen) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
          else requestAnimationFrame(look)
        }
        target.click()
        look()
      }),
    { click, until },
  )
  return { wall, cpu: (await spentBy(devtools)) - before }
}

async function coldFirstRow(portal: Portal): Promise<Took[]> {
  const times: Took[] = []
  for (let i = 0; i < rounds; i++) {
    const page = await pageAt(portal, 'admin')
    const devtools = await slow(page)
    const start = performance.now()
    await page.goto(`${portal.url}/waybill/list`, { waitUntil: 'commit' })
    await page.waitForSelector(row)
    const wall = performance.now() - start
    times.push({ wall, cpu: await spentBy(devtools) })
    const count = Number(await page.locator('.ys-grid table').getAttribute('aria-rowcount'))
    if (count !== 51) throw new Error(`a page of 50 rows was to be measured, this list has ${count - 1}`)
    await devtools.detach()
    await page.context().close()
  }
  return times
}

async function slow(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return devtools
}

export const pagesBench: Bench = {
  name: 'pages',
  run: async () => {
    const portal = await startPortal()
    try {
      const first = await coldFirstRow(portal)
      const page = await pageAt(portal, 'admin')
      await page.goto(`${portal.url}/waybill/list`)
      await page.waitForSelector(row)
      // work behind the first rows is not part of a tick
      await page.waitForTimeout(1500)
      const devtools = await slow(page)
      const boxes: Took[] = []
      for (let i = 0; i < rounds; i++)
        boxes.push(await clickToPaint(page, devtools, `${row} input[type=checkbox]`, row))
      await page.goto(`${portal.url}/settlement/list`)
      for (const path of [
        '/waybill/list',
        '/voucher/list',
        '/vehicle/list',
        '/driver/list',
        '/GoodsMy',
        '/settlement/list',
      ]) {
        await page.evaluate(to => {
          window.history.pushState({}, '', to)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await page.waitForTimeout(1500)
      }
      const back: Took[] = []
      for (let i = 0; i < rounds; i++) {
        await page.click('#tab-index')
        await page.waitForTimeout(600)
        back.push(await clickToPaint(page, devtools, '#tab-WaybillList', row))
      }
      await devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      const heap = usedSize / 1_048_576
      const figure = (name: string, value: number, unit: string, most: number, baseline?: string): Figure => ({
        name,
        value,
        unit,
        goal: `≤ ${most}`,
        reached: value <= most,
        ...(baseline ? { baseline } : {}),
      })
      const timed = (name: string, took: readonly Took[], most: number, baseline?: string): Figure => ({
        ...figure(name, median(took.map(({ wall }) => wall)), 'ms', most, baseline),
        detail: `主线程 CPU ${median(took.map(({ cpu }) => cpu)).toFixed(0)} ms；各次 ${took.map(({ wall, cpu }) => `${wall.toFixed(0)}/${cpu.toFixed(0)}`).join(' ')}`,
      })
      return [
        timed('冷启动到首行（4×）', first, 1500, '同类产品 2700–4300'),
        timed('勾选一行（4×）', boxes, 50),
        timed('回到已开标签（4×）', back, 60, '同类产品 580–820'),
        figure('六个列表标签的堆', heap, 'MB', 40),
      ]
    } finally {
      await portal.stop()
    }
  },
}
