// Every screen on a desk and on a phone: it loads, fits, complains about nothing, and can be used by everybody (axe).
import fs from 'node:fs'
import path from 'node:path'
import { publicScreens, screenNames, type ScreenName } from '@yunshu/contract/screens'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  artefacts,
  drawn,
  front,
  home,
  journey,
  rows,
  settled,
  useProduct,
  walk,
  Cast,
  type Visitor,
} from './visitor.ts'

useProduct()

/** Who opens a screen, and where; for the page of a record, the list that leads to it and what its links look like. */
interface Way {
  readonly account: string
  readonly at: string | ((cast: Cast) => Promise<string>)
  readonly link?: RegExp
}
const ways: Readonly<Record<ScreenName | keyof typeof publicScreens | 'goneGoods' | 'NotFound', Way>> = {
  login: { account: '', at: '/login' },
  blankLogin: { account: '', at: '/blankLogin' },
  NotFound: { account: 'shipper', at: '/no/such/page' },
  index: { account: 'shipper', at: '/index' },
  Account: { account: 'shipper', at: '/account/security' },
  DownloadCenter: { account: 'shipper', at: '/downloads' },
  Notice: { account: 'shipper', at: '/notice' },
  Broadcast: { account: 'admin', at: '/message/broadcast' },
  GoodsMy: { account: 'shipper', at: '/GoodsMy' },
  GoodsPublish: { account: 'shipper', at: '/goods/publish' },
  GoodsInformationChange: { account: 'shipper', at: '/goods/goodsInformationChange' },
  GoodsRepublish: { account: 'shipper2', at: '/GoodsMy?kind=NORMAL', link: /^再来一单$/ },
  GoodsRepublishGX: { account: 'shipper5', at: '/GoodsMy?kind=GX', link: /^再来一单$/ },
  GoodsRepublishSH: { account: 'shipper', at: '/GoodsMy?kind=SH', link: /^再来一单$/ },
  GoodsDetails: { account: 'shipper', at: '/GoodsMy?state=partial', link: /^HY/ },
  TaskList: { account: 'carrier', at: '/TaskList' },
  TaskPublish: { account: 'shipper', at: '/relation/carriers', link: /^派任务$/ },
  ReleaseAppoint: { account: 'carrier', at: '/TaskList?pane=tasks&state=dispatching', link: /^转派$/ },
  AppointWaybill: { account: 'carrier', at: '/TaskList?pane=tasks', link: /^派车$/ },
  WaybillList: { account: 'shipper', at: '/waybill/list' },
  WaybillDetails: { account: 'shipper', at: '/waybill/list?state=signed', link: /^YD/ },
  SpecialLineInfo: { account: 'carrier', at: cast => lineAddress(cast, 'Info') },
  SpecialLineInfoDetails: { account: 'carrier', at: cast => lineAddress(cast, 'InfoDetails') },
  EnterpriseCreateWaybill: { account: 'shipper', at: backfillAddress },
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
  VehicleDetails: { account: 'platform-ops', at: '/vehicle/list?paper=pending', link: /^冀|^鲁|^鄂/ },
  DriverDetails: { account: 'carrier', at: '/driver/list', link: /^.{2,4}$/ },
  PayeeList: { account: 'carrier', at: '/payee/list' },
  PayeeDetails: { account: 'carrier', at: '/payee/list?paper=approved', link: /^.{2,4}$/ },
  FenceList: { account: 'shipper', at: '/fence/list' },
  CarrierGoodsBindVehicle: { account: 'shipper', at: '/fence/list', link: /^HY/ },
  shareDownload: { account: '', at: '/share/download' },
  publicGoods: { account: '', at: cast => sharedAddress(cast, false) },
  publicShareGoods: { account: '', at: cast => sharedAddress(cast, true) },
  goneGoods: { account: '', at: '/public/goods/AAAAAAAAAAAAAAAAAAAAAA' },
}
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const
const pictures = path.join(artefacts, 'screens')
const axe = fs.readFileSync(path.resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')
fs.mkdirSync(pictures, { recursive: true })

/** Where a stranger finds goods offered to everybody: their own page, or that of a link made for the look. */
async function sharedAddress(cast: Cast, isLink: boolean): Promise<string> {
  const { page, context } = await cast.visit('shipper2', '/GoodsMy?publishTo=PUBLIC&state=published')
  await rows(page).first().getByRole('link', { name: /^HY/ }).click()
  await front(page).getByRole('button', { name: '分享', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: /^分享货源/ })
  if (isLink) {
    await drawer.getByLabel('价格').click()
    await drawer.getByRole('button', { name: '生成链接和海报' }).click()
    await page.getByRole('dialog', { name: /^海报/ }).waitFor()
  }
  const address =
    (await drawer
      .locator('.sh-address > span')
      .filter({ hasText: isLink ? '/shareGoods/' : '/public/goods/' })
      .first()
      .textContent()) ?? ''
  await context.close()
  return new URL(address).pathname
}

/** The special line of the carrier's waybill that arrived last. */
async function lineAddress(cast: Cast, page: 'Info' | 'InfoDetails'): Promise<string> {
  const visitor = await cast.visit('carrier', '/waybill/list?state=arrived')
  const address = await rows(visitor.page).first().getByRole('link', { name: /^YD/ }).getAttribute('href')
  await visitor.context.close()
  return `/specialLine/${page}/${(address ?? '').split('/').at(-1) ?? ''}`
}

/** The sheet of the first goods of which part is left. */
async function backfillAddress(cast: Cast): Promise<string> {
  const { page, context } = await cast.visit('shipper', '/GoodsMy?state=partial')
  const address = await rows(page).first().getByRole('link', { name: /^HY/ }).getAttribute('href')
  await context.close()
  return `/web/EnterpriseCreateWaybill/${(address ?? '').split('/').at(-1) ?? ''}`
}

const isPublic = (at: string): boolean => at.startsWith('/public/') || at === publicScreens.shareDownload

async function open(page: Page, at: string, link: RegExp | undefined): Promise<void> {
  await page.goto(home + at)
  if (page.url().includes('ogin')) return page.getByLabel('密码', { exact: true }).waitFor()
  if (isPublic(at)) return page.locator('.pg-sheet, .pg-state').waitFor()
  await settled(page)
  if (!link) return
  await front(page).getByRole('link', { name: link }).first().click()
  await front(page).locator('.ys-page-head').waitFor()
  await settled(page)
}

interface Violation {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly {
    readonly html: string
    readonly target: readonly string[]
    readonly failureSummary: string
  }[]
}

/**
 * Makes the window so high that nothing of the page is left to scroll down to: axe judges no colours of what is out of
 * sight.
 */
async function unroll(page: Page): Promise<void> {
  const size = page.viewportSize() ?? sizes[0]
  const below = await page.evaluate(() =>
    Math.max(
      0,
      ...[document.documentElement, ...document.querySelectorAll('.panel, .panel *, .ant-drawer-body')]
        .filter(box => box.checkVisibility() && box.clientHeight > 200)
        .map(box => box.scrollHeight - box.clientHeight),
    ),
  )
  if (below === 0) return
  await page.setViewportSize({ width: size.width, height: size.height + below })
  await drawn(page)
}

/** What axe finds serious or critical, one line per element. */
async function seriousFaults(page: Page): Promise<string[]> {
  await unroll(page)
  const { violations } = await page.evaluate(async () => {
    const tool: unknown = Reflect.get(globalThis, 'axe')
    const run = Reflect.get(tool as object, 'run') as (
      root: Document,
      options: object,
    ) => Promise<{ violations: Violation[] }>
    return run(document, { resultTypes: ['violations'] })
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(
          ({ target, html, failureSummary }) =>
            `${id}: ${target.join(' ')} ${html.slice(0, 160)} — ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`,
        ),
    )
}

async function look(
  page: Page,
  name: string,
  { at, link }: { at: string; link?: RegExp | undefined },
  width: number,
): Promise<void> {
  await open(page, at, link)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: path.join(pictures, `${name}-${width}.png`) })
  expect(await page.getByText('加载失败').count()).toBe(0)
  // neither the window nor the panel of the page scrolls sideways; boxes of wide tables may
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll('.panel, .ys-page-body')]
        .filter(box => box.checkVisibility() && box.scrollWidth > box.clientWidth)
        .map(box => `${box.tagName} ${box.className} by ${box.scrollWidth - box.clientWidth} px`),
    )
  // a notice that is sliding in is outside for a moment
  await expect.poll(tooWide, { message: `${name} is wider than ${width}`, timeout: 10_000 }).toEqual([])
  expect(await seriousFaults(page), `axe on ${name} at ${width}`).toEqual([])
}

// one browser for all pages of a person at a size: what it has compiled once it need not compile again, half of each
// look
for (const account of new Set(Object.values(ways).map(way => way.account)))
  for (const size of sizes) {
    describe(`${account || 'a stranger'} at ${size.width} px`, () => {
      const cast = new Cast()
      let visitor: Visitor
      beforeAll(async () => {
        const options = { viewport: size, hasTouch: size.width < 768 }
        visitor = account === '' ? await cast.stranger(options) : await cast.known(account, options)
        await visitor.context.addInitScript({ content: axe })
      })
      afterAll(() => cast.leave())
      for (const [name, { at, link }] of Object.entries(ways).filter(([, way]) => way.account === account)) {
        const title = `${name} at ${size.width} px loads, fits and has no serious fault of accessibility`
        test(title, () =>
          walk(title, cast, async () => {
            if (name === 'goneGoods') visitor.expectComplaint(/status of 404/)
            const page = await visitor.context.newPage()
            await look(page, name, { at: typeof at === 'string' ? at : await at(cast), link }, size.width)
            await page.close()
          }),
        )
      }
    })
  }

journey('the looks of this file do see a fault', async cast => {
  const { page, context } = await cast.stranger()
  await context.addInitScript({ content: axe })
  await open(page, publicScreens.login, undefined)
  await page.evaluate(() => {
    document.querySelector('form')?.append(document.createElement('button'))
  })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^button-name/)])
})

journey('the looks of this file see a fault far below the fold too', async cast => {
  const { page, context } = await cast.known('shipper')
  await context.addInitScript({ content: axe })
  await open(page, '/goods/publish', undefined)
  await front(page)
    .locator('.ys-section')
    .last()
    .evaluate(section => {
      section.insertAdjacentHTML('beforeend', '<p id="pale" style="color:#ccc">看不清的字</p>')
    })
  expect(await seriousFaults(page)).toEqual([expect.stringMatching(/^color-contrast: #pale/)])
})

test('every screen of the table is looked at', () => {
  expect([...screenNames, ...Object.keys(publicScreens)].filter(name => !Object.hasOwn(ways, name))).toEqual([])
})
