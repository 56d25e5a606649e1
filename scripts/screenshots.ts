// Takes the pictures of the README and, with a folder given, every page at 1440 and 390 px.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { pageAt, startPortal } from '../bench/portal.ts'

const folder = process.argv[2]
const portal = await startPortal()

async function firstLink(page: Page, list: string, link: string): Promise<string> {
  await page.goto(portal.url + list)
  return (await page.locator(link).first().getAttribute('href')) ?? list
}

try {
  const shipper = await pageAt(portal, 'shipper')
  const waybill = await firstLink(shipper, '/waybill/list?state=signed', 'a[href^="/waybill/details/"]')
  const goods = await firstLink(shipper, '/GoodsMy', 'a[href^="/goods/details/"]')
  const sheet = await firstLink(shipper, '/settlement/list?state=paid', 'a[href^="/manage/Normal/"]')
  const shots: readonly [name: string, account: string, at: string][] = folder
    ? [
        ['login', '', '/login'],
        ['index', 'shipper', '/index'],
        ['goods', 'shipper', '/GoodsMy'],
        ['publish', 'shipper', '/goods/publish'],
        ['goods-details', 'shipper', goods],
        ['tasks', 'carrier', '/TaskList'],
        ['waybills', 'shipper', '/waybill/list'],
        ['waybill', 'shipper', waybill],
        ['settlements', 'shipper', '/settlement/list'],
        ['settlement-make', 'shipper-freight', '/settlement/make'],
        ['settlement', 'shipper', sheet],
        ['vouchers', 'platform-finance', '/voucher/list'],
        ['ledger', 'platform-finance', '/ledger/trial'],
        ['vehicles', 'carrier', '/vehicle/list'],
        ['drivers', 'carrier', '/driver/list'],
        ['notice', 'shipper', '/notice'],
      ]
    : [
        ['goods', 'shipper', '/GoodsMy'],
        ['waybill', 'shipper', waybill],
        ['settlement', 'shipper', sheet],
      ]
  const target = folder ?? path.resolve(import.meta.dirname, '../docs/screenshots')
  mkdirSync(target, { recursive: true })
  for (const [name, account, at] of shots)
    for (const width of folder ? [1440, 390] : [1440]) {
      const page = await pageAt(portal, account === '' ? undefined : account)
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.goto(portal.url + at)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(400)
      await page.screenshot({ path: path.join(target, folder ? `${name}-${width}.png` : `${name}.png`) })
      await page.context().close()
    }
} finally {
  await portal.stop()
}
