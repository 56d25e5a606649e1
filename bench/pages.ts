// How fast pages feel at 4× CPU slow-down in Chromium: cold first row, back to a kept tab, a row checkbox, heap of six
// tabs.
import type { CDPSession, Page } from 'playwright-core'
import { median, type Bench, type Figure } from './figure.ts'
import { pageAt, startPortal, type Portal } from './portal.ts'

const rounds = 5
const row = '.ys-grid [data-row-key]'

/** Time from a click until the awaited rows are painted, measured inside the page. */
async function clickToPaint(page: Page, click: string, until: string): Promise<number> {
  return page.evaluate(
    ({ click, until }) =>
      new Promise<number>((resolve, reject) => {
        const target = document.querySelector<HTMLElement>(click)
        if (!target) {
          reject(new Error(`no ${click}`))
          return
        }
        const start = performance.now()
        const look = (): void => {
          const seen = [...document.querySelectorAll<HTMLElement>(until)].some(found => found.offsetParent !== null)
          if (seen) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
          else requestAnimationFrame(look)
        }
        target.click()
        look()
      }),
    { click, until },
  )
}

async function coldFirstRow(portal: Portal): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < rounds; i++) {
    const page = await pageAt(portal, 'admin')
    const devtools = await slow(page)
    const start = performance.now()
    await page.goto(`${portal.url}/waybill/list`, { waitUntil: 'commit' })
    await page.waitForSelector(row)
    times.push(performance.now() - start)
    const count = Number(await page.locator('.ys-grid table').getAttribute('aria-rowcount'))
    if (count !== 51) throw new Error(`a page of 50 rows was to be measured, this list has ${count - 1}`)
    await devtools.detach()
    await page.context().close()
  }
  return median(times)
}

async function slow(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
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
      const boxes: number[] = []
      for (let i = 0; i < rounds; i++) boxes.push(await clickToPaint(page, `${row} input[type=checkbox]`, row))
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
      const back: number[] = []
      for (let i = 0; i < rounds; i++) {
        await page.click('#tab-index')
        await page.waitForTimeout(600)
        back.push(await clickToPaint(page, '#tab-WaybillList', row))
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
      return [
        figure('冷启动到首行（4×）', first, 'ms', 1500, '同类产品 2700–4300'),
        figure('勾选一行（4×）', median(boxes), 'ms', 50),
        figure('回到已开标签（4×）', median(back), 'ms', 60, '同类产品 580–820'),
        figure('六个列表标签的堆', heap, 'MB', 40),
      ]
    } finally {
      await portal.stop()
    }
  },
}
