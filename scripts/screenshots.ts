// Takes the pictures of the README and of the manual, or those named by --only=track,fences; with a folder given every page at
// 1440 and 390 px instead. The trucks of the demo are on their ways meanwhile.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { freePort } from '@yunshu/postgres/postmaster'
import { pageAt, startPortal } from '../bench/portal.ts'

/** An account, the address it looks at and the keys it presses there; an account of no letters is nobody. */
type Shot = readonly [account: string, at: string, keys?: readonly string[]]

const inCheckout = (name: string): string => path.resolve(import.meta.dirname, '..', name)
const only = process.argv
  .find(text => text.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const folder = process.argv.slice(2).find(text => !text.startsWith('--'))
const isWanted = ([name]: readonly [string, Shot]): boolean => only === undefined || only.includes(name)
const portal = await startPortal({ TRACKING: 'on', DEMO_TRUCKS: '', GATEWAY_PORT: String(await freePort()) })

async function firstLink(page: Page, list: string, link: string): Promise<string> {
  await page.goto(portal.url + list)
  return (await page.locator(link).first().getAttribute('href')) ?? list
}

async function take(
  [account, at, keys = []]: Shot,
  file: string,
  size: { width: number; height: number },
): Promise<void> {
  const page = await pageAt(portal, account === '' ? undefined : account)
  await page.setViewportSize(size)
  await page.goto(portal.url + at)
  await page.waitForLoadState('networkidle')
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForTimeout(400)
  // notices come when trucks do something wrong, and lie on the page
  for (const close of await page.locator('.ant-notification-notice-close').all()) await close.click()
  await page.locator('.ant-notification-notice').first().waitFor({ state: 'detached' })
  mkdirSync(path.dirname(file), { recursive: true })
  await page.screenshot({ path: file, ...(file.endsWith('.jpg') ? { quality: 72 } : {}) })
  await page.context().close()
}

try {
  const shipper = await pageAt(portal, 'shipper')
  const carrier = await pageAt(portal, 'carrier')
  // trucks are driving, and what is wrong with some of them is found
  await carrier.goto(`${portal.url}/track/map?state=moving`)
  await carrier.locator('.tm-rows .tm-moving').first().waitFor({ timeout: 120_000 })
  await carrier.goto(`${portal.url}/DriverLocationException`)
  await carrier.getByText('离线').first().waitFor({ timeout: 120_000 })
  const waybillLink = 'a[href^="/waybill/details/"]'
  const waybill = await firstLink(shipper, '/waybill/list?state=signed', waybillLink)
  const toSign = await firstLink(shipper, '/waybill/list?state=toSign', waybillLink)
  const onRoad = await firstLink(carrier, '/waybill/list?state=inTransit', waybillLink)
  const goods = await firstLink(shipper, '/GoodsMy', 'a[href^="/goods/details/"]')
  const sheet = await firstLink(shipper, '/settlement/list?state=paid', 'a[href^="/manage/Normal/"]')
  // by chapters of the manual; its tests ask for the picture of each
  const manual: Readonly<Record<string, Shot>> = {
    today: ['shipper', '/index'],
    finding: ['shipper', waybill],
    lists: ['shipper', '/waybill/list'],
    drafts: ['shipper', '/goods/publish'],
    account: ['shipper', '/account/security'],
    publish: ['shipper', '/goods/publish'],
    send: ['shipper', goods],
    sign: ['shipper', toSign],
    receipts: ['shipper', '/waybill/receipts'],
    sheets: ['shipper-freight', '/settlement/make'],
    paying: ['shipper-finance', '/payment/tasks'],
    take: ['carrier', '/TaskList'],
    dispatch: ['carrier', '/TaskList?state=accepted'],
    road: ['carrier', onRoad],
    receipt: ['carrier', '/waybill/list?state=toSign'],
    fleet: ['carrier', '/vehicle/list'],
    payees: ['carrier', '/payee/list'],
    relations: ['shipper', '/relation/carriers'],
    track: ['carrier', '/track/map'],
    evidence: ['carrier', '/track/stops'],
    abnormal: ['carrier', '/DriverLocationException'],
    terminals: ['carrier', '/terminal/list'],
    fences: ['carrier', '/fence/list'],
    apply: ['shipper-finance', '/invoice/make'],
    invoices: ['platform-finance', '/manage/QueryInvoice/apply'],
    inputs: ['platform-finance', '/manage/QueryInvoice/input'],
    agreements: ['shipper', '/agreement/list'],
    payFiles: ['platform-finance', '/money/payFiles'],
    recon: ['platform-finance', '/money/recon'],
    closing: ['platform-finance', '/period/list'],
    letters: ['shipper-finance', '/money/letters'],
    chain: ['platform-finance', '/chain/list'],
    reports: ['platform-finance', '/report/profit'],
    fuel: ['platform-finance', '/fuel/accounts'],
    deposits: ['platform-finance', '/money/deposits'],
    partners: ['admin', '/partner/list'],
    verify: ['admin', '/vehicle/list'],
    branch: ['admin', '/index'],
    funds: ['platform-finance', '/fund/list'],
    remittances: ['platform-finance', '/money/receipts'],
    books: ['platform-finance', '/ledger/trial'],
    accounting: ['platform-finance', '/voucher/rules'],
    people: ['shipper', '/shipper/staff/list'],
    policies: ['shipper', '/company/policies'],
  }
  const pages: Readonly<Record<string, Shot>> = {
    login: ['', '/login'],
    index: ['shipper', '/index'],
    goods: ['shipper', '/GoodsMy'],
    publish: ['shipper', '/goods/publish'],
    'goods-details': ['shipper', goods],
    tasks: ['carrier', '/TaskList'],
    waybills: ['shipper', '/waybill/list'],
    waybill: ['shipper', waybill],
    settlements: ['shipper', '/settlement/list'],
    'settlement-make': ['shipper-freight', '/settlement/make'],
    settlement: ['shipper', sheet],
    vouchers: ['platform-finance', '/voucher/list'],
    ledger: ['platform-finance', '/ledger/trial'],
    vehicles: ['carrier', '/vehicle/list'],
    drivers: ['carrier', '/driver/list'],
    inbox: ['shipper-finance', '/payment/tasks'],
    receipts: ['shipper', '/waybill/receipts'],
    notice: ['shipper', '/notice'],
    help: ['shipper', '/help'],
  }
  const readme = {
    today: ['shipper', '/index'],
    // with one row shown beside them
    list: ['shipper', '/waybill/list', ['j', 'j', 'Space']],
    waybill: ['shipper', waybill],
    inbox: ['shipper-finance', '/payment/tasks'],
    receipts: ['shipper', '/waybill/receipts'],
  } as const satisfies Readonly<Record<string, Shot>>
  if (folder !== undefined) {
    for (const [name, shot] of Object.entries(pages))
      for (const width of [1440, 390])
        await take(shot, path.join(folder, `${name}-${width}.png`), { width, height: width === 390 ? 844 : 900 })
  } else {
    for (const [name, shot] of Object.entries(readme).filter(isWanted))
      await take(shot, inCheckout(`docs/screenshots/${name}.png`), { width: 1440, height: 900 })
    if (isWanted(['phone', readme.today]))
      await take(readme.today, inCheckout('docs/screenshots/phone.png'), { width: 390, height: 844 })
    for (const [key, shot] of Object.entries(manual).filter(isWanted))
      await take(shot, inCheckout(`apps/web/src/features/help/pictures/${key}.jpg`), { width: 1280, height: 800 })
  }
} finally {
  await portal.stop()
}
