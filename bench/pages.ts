// The speed of pages at 4× CPU slow-down in Chromium: cold first row, back to a kept tab, a row checkbox, heap of six
// tabs.
import type { CDPSession, Page } from 'playwright-core'
import type { Bench, Figure } from './figure.ts'
import { pageAt, startPortal, type Portal } from './portal.ts'
import { actToPaint, mustMiss, slow, spentBy, timed, type Took } from './slowed.ts'

const rounds = 5
const row = '.ys-grid [data-row-key]'

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

/**
 * From the first page back to the list; `isCold`: as pages behind once were, out of the layout and drawn by React in the
 * press.
 */
async function backToList(page: Page, devtools: CDPSession, isCold: boolean): Promise<Took> {
  await page.click('#tab-index')
  await page.waitForTimeout(800)
  await page.evaluate(is => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: is ? 'hidden' : 'visible' })
    const slot = document.querySelector<HTMLElement>('[data-slot=WaybillList]')
    slot?.toggleAttribute('data-cold', is)
    slot?.checkVisibility()
    slot?.removeAttribute('data-cold')
  }, isCold)
  await page.waitForTimeout(200)
  const back = actToPaint(page, devtools, {
    kind: 'press',
    at: '#tab-WaybillList',
    until: `[data-slot=WaybillList] ${row}`,
  })
  return back
}

/** The quickest of several: other work on the machine only ever adds to it. */
function least(name: string, took: readonly Took[], most: number): Figure {
  const value = Math.min(...took.map(({ wall }) => wall))
  return { name, value, unit: 'ms', goal: `≤ ${most}`, reached: value <= most }
}

/** The work of the main thread while a tab comes back. */
const cpuOf = (took: readonly Took[]): Figure => timed('回到最近五个标签的主线程 CPU（4×）', took, 60, { by: 'cpu' })

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
        boxes.push(await actToPaint(page, devtools, { kind: 'press', at: `${row} input[type=checkbox]`, until: row }))
      for (const path of [
        '/settlement/list',
        '/waybill/list',
        '/voucher/list',
        '/vehicle/list',
        '/driver/list',
        '/GoodsMy',
        '/index',
      ]) {
        await page.evaluate(to => {
          window.history.pushState({}, '', to)
          window.dispatchEvent(new PopStateEvent('popstate'))
        }, path)
        await page.waitForTimeout(1500)
      }
      const back: Took[] = []
      const coldBack: Took[] = []
      for (let i = 0; i < rounds; i++) {
        back.push(await backToList(page, devtools, false))
        coldBack.push(await backToList(page, devtools, true))
      }
      await devtools.send('HeapProfiler.collectGarbage')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      const heap = usedSize / 1_048_576
      return [
        timed('冷启动到首行（4×）', first, 1500, { baseline: '同类产品 2700–4300' }),
        least('冷启动到首行（4×，各次最小）', first, 1400),
        timed('冷启动到首行的主线程 CPU（4×）', first, 1000, { by: 'cpu' }),
        timed('勾选一行（4×）', boxes, 50),
        timed('回到最近五个标签（4×）', back, 60, { baseline: '同类产品 580–820' }),
        cpuOf(back),
        mustMiss(cpuOf(coldBack), cpuOf(back)),
        { name: '六个列表标签的堆', value: heap, unit: 'MB', goal: '≤ 40', reached: heap <= 40 },
      ]
    } finally {
      await portal.stop()
    }
  },
}
