// Every screen on a desk and on a phone: it loads, fits, complains about nothing, and can be used by everybody (axe).
import fs from 'node:fs'
import path from 'node:path'
import { screenNames, type ScreenName } from '@yunshu/contract/screens'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { artefacts, front, home, journey, settled, useChromium, type Visitor } from './visitor.ts'

useChromium()

/** Who opens a screen, and where; for the page of a record, the list that leads to it and what its links look like. */
interface Way { readonly account: string; readonly at: string; readonly link?: RegExp }
const ways: Readonly<Record<ScreenName | 'login' | 'blankLogin' | 'NotFound', Way>> = {
  login: { account: '', at: '/login' },
  blankLogin: { account: '', at: '/blankLogin' },
  NotFound: { account: 'shipper', at: '/no/such/page' },
  index: { account: 'shipper', at: '/index' },
  Account: { account: 'shipper', at: '/account/security' },
  Notice: { account: 'shipper', at: '/notice' },
  Broadcast: { account: 'admin', at: '/message/broadcast' },
  GoodsMy: { account: 'shipper', at: '/GoodsMy' },
  GoodsPublish: { account: 'shipper', at: '/goods/publish' },
  GoodsDetails: { account: 'shipper', at: '/GoodsMy?state=partial', link: /^HY/ },
  TaskList: { account: 'carrier', at: '/TaskList' },
  AppointWaybill: { account: 'carrier', at: '/TaskList?pane=tasks', link: /^派车$/ },
  WaybillList: { account: 'shipper', at: '/waybill/list' },
  WaybillDetails: { account: 'shipper', at: '/waybill/list?state=signed', link: /^YD/ },
  SettlementList: { account: 'shipper', at: '/settlement/list' },
  PaymentTasks: { account: 'shipper-finance', at: '/payment/tasks' },
  SettlementMake: { account: 'shipper-freight', at: '/settlement/make' },
  SettlementNormal: { account: 'shipper-finance', at: '/settlement/list?state=paid', link: /^JS/ },
  VoucherList: { account: 'platform-finance', at: '/voucher/list' },
  AccountingVoucher: { account: 'platform-finance', at: '/voucher/list?kind=ACCOUNTING', link: /^记/ },
  Ledger: { account: 'platform-finance', at: '/ledger/trial' },
  CarrierRelations: { account: 'shipper', at: '/relation/carriers' },
  ShipperRelations: { account: 'carrier', at: '/relation/shippers' },
  RelationAccept: { account: 'carrier', at: '/relation/accept/aaaaaaaaaaaaaaaaaaaaaa' },
  AuditLog: { account: 'shipper', at: '/audit/log' },
  CompanyProfile: { account: 'shipper', at: '/company/profile' },
  CompanyList: { account: 'admin', at: '/company/list' },
  CompanyDetails: { account: 'admin', at: '/company/list', link: /有限公司$/ },
  CompanyBranches: { account: 'admin', at: '/company/branches' },
  CompanyPolicies: { account: 'shipper', at: '/company/policies' },
  StaffList: { account: 'shipper', at: '/shipper/staff/list' },
  StaffRole: { account: 'shipper', at: '/shipper/staff/role' },
  VehicleList: { account: 'carrier', at: '/vehicle/list' },
  DriverList: { account: 'carrier', at: '/driver/list' },
}
const sizes = [{ width: 1440, height: 900 }, { width: 390, height: 844 }] as const
const pictures = path.join(artefacts, 'screens')
const axe = fs.readFileSync(path.resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')
fs.mkdirSync(pictures, { recursive: true })

async function open(page: Page, { at, link }: Way): Promise<void> {
  await page.goto(home + at)
  if (page.url().includes('ogin')) return page.getByLabel('密码', { exact: true }).waitFor()
  await settled(page)
  if (!link) return
  await front(page).getByRole('link', { name: link }).first().click()
  await front(page).locator('.ys-page-head').waitFor()
  await settled(page)
}

interface Violation { readonly id: string; readonly impact: string | null; readonly nodes: readonly { readonly html: string; readonly target: readonly string[]; readonly failureSummary: string }[] }

/** What axe finds serious or critical, one line per element. */
async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(async () => {
    const tool: unknown = Reflect.get(globalThis, 'axe')
    const run = Reflect.get(tool as object, 'run') as (root: Document, options: object) => Promise<{ violations: Violation[] }>
    return run(document, { resultTypes: ['violations'] })
  })
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} — ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`))
}

async function look(visitor: Visitor, name: string, way: Way, width: number): Promise<void> {
  const { page } = visitor
  await open(page, way)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`) })
  expect(await page.getByText('加载失败').count()).toBe(0)
  // neither the window nor the panel of the page scrolls sideways; boxes of wide tables may
  const overflow = await page.evaluate(() => {
    const panels = [document.documentElement, document.body, ...document.querySelectorAll('.panel, .ys-page-body')].filter((box) => box.checkVisibility())
    return Math.max(...panels.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
  })
  expect(overflow, `${name} is ${overflow} px wider than ${width}`).toBeLessThanOrEqual(0)
  expect(await seriousFaults(page), `axe on ${name} at ${width}`).toEqual([])
}

for (const [name, way] of Object.entries(ways)) {
  for (const size of sizes) {
    journey(`${name} at ${size.width} px loads, fits and has no serious fault of accessibility`, async (cast) => {
      const options = { viewport: size, reducedMotion: 'reduce' as const, hasTouch: size.width < 768 }
      const visitor = way.account === '' ? await cast.stranger(options) : await cast.known(way.account, options)
      await visitor.context.addInitScript({ content: axe })
      await look(visitor, name, way, size.width)
    })
  }
}

journey('the looks of this file do see a fault', async (cast) => {
  const { page, context } = await cast.stranger()
  await context.addInitScript({ content: axe })
  await open(page, ways.login)
  await page.evaluate(() => { document.querySelector('form')?.append(document.createElement('button')) })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^button-name/)])
})

test('every screen of the table is looked at', () => {
  expect(screenNames.filter((name) => !Object.hasOwn(ways, name))).toEqual([])
})
