// Journeys from the shell to its pages: search, menu entries, titles, scripts that do not come, and copying.
import { menuGroups } from '@yunshu/contract/screens/screen'
import { screens, type ScreenName } from '@yunshu/contract/screens/screens'
import { expect } from 'vitest'
import { openConditions } from './listPage.ts'
import { groups, header, jurisdictionWith, side, throughMenus } from './portal.ts'
import { addressOf, front, hasFocus, home, journey, message, rows, settled, standStill, useProduct } from './visitor.ts'

useProduct()

journey(
  '[SH-11] s opens the search and esc closes it, but not while somebody types; what is found opens',
  async cast => {
    const { page } = await cast.visit('shipper', '/waybill/list')
    const box = page.getByRole('combobox', { name: '搜索' })
    await page.keyboard.press('s')
    await box.waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await openConditions(page)
    const plate = front(page).getByLabel('车牌号', { exact: true })
    await plate.click()
    await page.keyboard.type('s1')
    // its one form comes behind the paint of what was typed
    await expect.poll(() => plate.inputValue()).toBe('S1')
    expect(await box.count()).toBe(0)
    await header(page).click({ position: { x: 1100, y: 5 } })
    await plate.evaluate(input => {
      ;(input as HTMLElement).blur()
    })
    await page.keyboard.press('s')
    await hasFocus(box)
    await page.keyboard.type('jsdlb')
    await page.getByRole('option', { name: '结算单列表' }).waitFor()
    await page.keyboard.press('Enter')
    await settled(page)
    expect(addressOf(page)).toBe('/settlement/list')
  },
)

journey(
  '[SH-13] a placeholder menu warns 临时菜单, a link opens a window, and choosing the page in front does nothing',
  async cast => {
    const { page, context } = await cast.visit('shipper')
    await context.route('https://help.example/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<title>help</title>' }),
    )
    await jurisdictionWith(page, ({ accessMenus }) => ({
      accessMenus: [
        ...(accessMenus as object[]),
        { title: '敬请期待', path: '' },
        { title: '帮助中心', path: 'https://help.example/start' },
      ],
    }))
    await page.goto(`${home}/waybill/list?state=signed`)
    await settled(page)
    await groups(page).getByRole('button', { name: '敬请期待' }).click()
    await message(page, '临时菜单').waitFor()
    const opened = context.waitForEvent('page')
    await groups(page).getByRole('link', { name: '帮助中心' }).click()
    expect((await opened).url()).toBe('https://help.example/start')
    await side(page).getByRole('link', { name: '运单列表' }).click()
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
  },
)

journey('[SH-16] the document title is product, page and record, and each page opens as a tab', async cast => {
  const { page } = await cast.visit('carrier2', '/index')
  expect(await page.title()).toBe('运枢 - 首页')
  await throughMenus(page, '运力', '车辆管理')
  await settled(page)
  await expect.poll(() => page.title()).toBe('运枢 - 车辆管理')
  await page
    .getByRole('tablist', { name: '打开的页面' })
    .getByRole('tab', { name: '车辆管理', selected: true })
    .waitFor()
  const plate = rows(page).first().getByRole('link').first()
  const number = await plate.textContent()
  await plate.click()
  await expect.poll(() => page.title()).toBe(`运枢 - 车辆详情 ${number}`)
})

journey(
  '[SH-17] a page whose script does not come within 120 s, or not at all, offers a retry that works; meanwhile a bar shows',
  async cast => {
    const visitor = await cast.visit('carrier2', '/index', { hasOwnClock: true })
    const { page } = visitor
    visitor.expectComplaint(
      /Failed to load resource: net::ERR_FAILED|page WaybillList failed|Failed to fetch dynamically imported module/,
    )
    await page.route('**/assets/WaybillListPage-*.js*', route => route.abort())
    await groups(page).getByRole('link', { name: '运单', exact: true }).click()
    await front(page).getByRole('heading', { name: '页面加载失败' }).waitFor()
    await page.unroute('**/assets/WaybillListPage-*.js*')
    await front(page).getByRole('button', { name: '重试' }).click()
    await front(page).getByRole('tab', { name: /^全部/ }).waitFor()

    // a script that hangs: the clock of the page stands, but for what it is put on
    await page.route('**/assets/DriverListPage-*.js*', () => {})
    visitor.expectComplaint(/page DriverList failed|加载超时/)
    await standStill(page)
    await throughMenus(page, '运力', '司机管理')
    await page.clock.runFor(1000)
    await page.locator('#nprogress .bar').waitFor()
    await page.clock.runFor(118_000)
    expect(await front(page).getByRole('heading', { name: '页面加载失败' }).count()).toBe(0)
    await page.clock.runFor(1500)
    await front(page).getByRole('heading', { name: '页面加载失败' }).waitFor()
  },
)

journey('[SH-18] copying says 复制成功！, and when the browser refuses 复制失败，请手动复制', async cast => {
  const { page, context } = await cast.visit('shipper', '/waybill/list')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(page.url()).origin })
  const row = rows(page).first()
  const waybillNo = await row.getByRole('link').first().textContent()
  await row.getByRole('checkbox').check()
  await front(page).getByRole('button', { name: '复制单号' }).click()
  await message(page, '复制成功！').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(waybillNo)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await row.getByRole('checkbox').check()
  await front(page).getByRole('button', { name: '复制单号' }).click()
  await message(page, '复制失败，请手动复制').waitFor()
})

/** The link in a row, and the records it may lead to. */
interface Entrance {
  readonly link: RegExp
  readonly to: readonly ScreenName[]
}
/** Lists the server puts into the menu, with the way from a row to its record where it has a page. */
const entrances: readonly {
  readonly account: string
  readonly lists: Readonly<Partial<Record<ScreenName, Entrance | null>>>
}[] = [
  {
    account: 'shipper',
    lists: {
      WaybillList: { link: /^YD/, to: ['WaybillDetails'] },
      SettlementList: { link: /^JS/, to: ['SettlementNormal'] },
      CarrierRelations: null,
      FenceList: null,
      StaffList: null,
    },
  },
  {
    account: 'carrier',
    lists: {
      ShipperRelations: null,
      VehicleList: { link: /^[\u4e00-\u9fff][A-Z]/, to: ['VehicleDetails'] },
      DriverList: { link: /^[\u4e00-\u9fff]{2,4}$/, to: ['DriverDetails'] },
    },
  },
  // vouchers of accounting are the branch's own
  {
    account: 'branch',
    lists: {
      VoucherList: {
        link: /^记/,
        to: ['AccountingVoucher', 'TentativeVoucher', 'FuelCardVoucher', 'DeductMoneyVoucher', 'OtherVoucher'],
      },
    },
  },
  { account: 'platform-finance', lists: { QueryInvoiceIssued: { link: /^KP/, to: ['QueryInvoiceVoucher'] } } },
]

journey(
  '[RT-33] waybills, settlements, vouchers, invoices, carriers, shippers, vehicles, drivers, fences and staff stand in the menu the server gives, with rows that lead to their records',
  async cast => {
    for (const { account, lists } of entrances) {
      const { page } = await cast.visit(account)
      for (const name of Object.keys(screens).filter((each): each is ScreenName => each in lists)) {
        const { title, path, group } = screens[name]
        await throughMenus(page, group === undefined ? '' : menuGroups[group], title)
        await settled(page)
        expect(addressOf(page).split('?')[0]).toBe(`/${path}`)
        await rows(page).first().waitFor()
        const record = lists[name]
        if (!record) continue
        await front(page).getByRole('link', { name: record.link }).first().click()
        await front(page).locator('.ys-hero').waitFor()
        const pages = record.to.map(to => screens[to].path.replaceAll(/:\w+/g, '[^/]+'))
        expect(addressOf(page)).toMatch(new RegExp(`^/(?:${pages.join('|')})(?:\\?|$)`))
      }
    }
  },
)
