// Ten thousand waybills scrolled from the first to the last in Chromium: no task of the page may hold it for more than
// 50 ms.
import { joinPostgres } from '@yunshu/postgres/launcher'
import { withClient } from '@yunshu/postgres/withClient'
import type { Page } from 'playwright-core'
import { startProduct, browser as launch } from '../tests/e2e/product.ts'
import { quantile, type Bench } from './figure.ts'
import { pageAt, type Portal } from './portal.ts'

const wanted = Number(process.env['ROWS'] ?? 10_000)
const grid = '.ys-grid'

/** Copies waybills of the demo until there are enough of them. */
async function fillUp(dataDir: string): Promise<void> {
  const url = joinPostgres(`${dataDir}/postgres`)?.ownerUrl()
  if (!url) throw new Error('the database of the product is not running')
  await withClient(url, async client => {
    await client.query(
      `select set_config('app.reach', 'system', false), set_config('app.user', '00000000-0000-0000-0000-000000000000', false), set_config('app.company', '00000000-0000-0000-0000-000000000000', false), set_config('app.branch', '00000000-0000-0000-0000-000000000000', false)`,
    )
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'waybills' order by ordinal_position`,
    )
    const changed: Record<string, string> = {
      id: 'gen_random_uuid()',
      waybill_no: `'SC' || lpad((row_number() over ())::text, 8, '0')`,
    }
    const columns = rows.map(({ name }) => name)
    await client.query(
      `insert into waybills (${columns.join()}) select ${columns.map(name => changed[name] ?? `w.${name}`).join()} from waybills w, generate_series(1, 3) limit greatest(0, ${wanted + 100} - (select count(*) from waybills))`,
    )
    await client.query('analyze waybills')
  })
}

interface Scrolled {
  readonly rows: number
  readonly long: readonly number[]
  readonly frames: readonly number[]
}

/**
 * Scrolls the list to its end as a wheel does, watching for long tasks and for late frames; `burden` ms of work are put
 * into each scroll.
 */
async function scrollThrough(page: Page, most: number, burden = 0): Promise<Scrolled> {
  return page.evaluate(
    async ({ most, burden, grid }) => {
      const box = document.querySelector<HTMLElement>(grid)
      if (!box) throw new Error('no list')
      const long: number[] = []
      const frames: number[] = []
      const observer = new PerformanceObserver(list => {
        for (const entry of list.getEntries()) long.push(entry.duration)
      })
      observer.observe({ type: 'longtask' })
      const weigh = (): void => {
        for (const end = performance.now() + burden; performance.now() < end;);
      }
      if (burden > 0) box.addEventListener('scroll', weigh)
      const countOf = (): number => Number(box.querySelector('table')?.getAttribute('aria-rowcount')) - 1
      let last = performance.now()
      for (let still = 0; still < 240;) {
        box.scrollTop += 600
        await new Promise(requestAnimationFrame)
        const now = performance.now()
        frames.push(now - last)
        last = now
        const isEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 2
        if (isEnd && countOf() >= most) break
        still = isEnd ? still + 1 : 0
      }
      await new Promise(resolve => {
        setTimeout(resolve, 300)
      })
      observer.disconnect()
      box.removeEventListener('scroll', weigh)
      return { rows: countOf(), long, frames }
    },
    { most, burden, grid },
  )
}

export const scrollBench: Bench = {
  name: 'scroll',
  run: async () => {
    const product = await startProduct()
    const browser = await launch()
    const portal: Portal = {
      url: product.url,
      password: product.password,
      browser,
      stop: async () => {
        await browser.close()
        await product.stop()
      },
    }
    try {
      await fillUp(product.dataDir)
      const page = await pageAt(portal, 'admin')
      await page.goto(`${portal.url}/waybill/list?limit=100`)
      await page.waitForSelector(`${grid} [data-row-key]`)
      // work behind the first rows is not part of scrolling
      await page.waitForTimeout(2500)
      const { rows, long, frames } = await scrollThrough(page, wanted)
      await page.evaluate(box => {
        const found = document.querySelector(box)
        if (found) found.scrollTop = 0
      }, grid)
      const control = await scrollThrough(page, 0, 120)
      return [
        {
          name: `滚动到第 ${rows.toLocaleString('en')} 行：超过 50 ms 的任务`,
          value: long.length,
          unit: '个',
          goal: `0（至少 ${wanted.toLocaleString('en')} 行）`,
          reached: long.length === 0 && rows >= wanted,
          detail: `${frames.length} 帧，p99 ${quantile(frames, 0.99).toFixed(0)} ms${long.length > 0 ? `；最长 ${Math.max(...long).toFixed(0)} ms` : ''}`,
        },
        {
          name: '对照：每次滚动加 120 ms 的负担',
          value: control.long.length,
          unit: '个',
          goal: '> 10',
          reached: control.long.length > 10,
        },
      ]
    } finally {
      await portal.stop()
    }
  },
}
