// Journeys through the shell: header, menus, search, preferences, tabs, scripts that do not come, and copying.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { header, jurisdictionWith, side, userMenu } from './portal.ts'
import { addressOf, front, home, journey, message, rows, settled, useProduct } from './visitor.ts'

useProduct()

const width = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0

journey(
  '[SH-01] [SH-20] the header names the company, or for the platform the product with 后台管理; version and release are shown',
  async cast => {
    const { page } = await cast.visit('shipper')
    expect(await header(page).locator('strong').textContent()).toBe('榆林恒泰煤业销售有限公司')
    await page
      .locator('.side-version')
      .getByText(/^版本 1\.5\.9 · \S+/)
      .waitFor()
    const { page: office } = await cast.visit('admin')
    expect(await header(office).locator('strong').textContent()).toBe('运枢后台管理')
  },
)

journey(
  '[SH-03] the header has a search button and a menu of the person: profile, selection, size, theme, logout',
  async cast => {
    const { page } = await cast.visit('shipper')
    await header(page).getByRole('button', { name: '搜索' }).click()
    await page.getByRole('combobox', { name: '搜索' }).waitFor()
    await page.keyboard.press('Escape')
    await header(page).locator('button[aria-haspopup=menu]').click()
    for (const entry of ['个人资料', '选择员工', '界面尺寸', '主题', '退出登录'])
      await page.getByRole('menuitem', { name: entry }).waitFor()
    await page.getByRole('menuitem', { name: '个人资料' }).click()
    const profile = page.getByRole('dialog', { name: '个人资料' })
    expect(await profile.innerText()).toMatch(
      /账号\s+shipper[\s\S]*企业\s+榆林恒泰煤业销售有限公司[\s\S]*业务身份\s+货主/,
    )
    await profile.getByRole('button', { name: '关闭' }).click()
  },
)

journey(
  '[SH-04] [GD-09] the side menu is 200 px and folds to 65 px; folding is kept for the person, in every browser, and for nobody else',
  async cast => {
    const { page } = await cast.visit('carrier-finance')
    expect(await width(page, 'aside.side')).toBe(200)
    await header(page)
      .getByRole('menubar')
      .or(header(page).getByRole('menu', { name: '顶部菜单' }))
      .first()
      .waitFor()
    const kept = page.waitForResponse(
      response =>
        response.url().endsWith('/auth/v1/user/settings') &&
        (response.request().postData() ?? '').includes('preferences'),
    )
    await page.getByRole('button', { name: '收起菜单' }).click()
    await expect.poll(() => width(page, 'aside.side')).toBe(65)
    await kept
    await page.reload()
    await settled(page)
    expect(await width(page, 'aside.side')).toBe(65)
    const { page: elsewhere } = await cast.newcomer('carrier-finance')
    await expect.poll(() => width(elsewhere, 'aside.side')).toBe(65)
    const { page: other } = await cast.visit('carrier')
    expect(await width(other, 'aside.side')).toBe(200)
  },
)

journey(
  '[SH-10] below 768 px the menu is a drawer from the right, 80 % wide, with the way out under it',
  async cast => {
    const { page } = await cast.visit('shipper', '/index', { viewport: { width: 390, height: 844 }, hasTouch: true })
    expect(await side(page).count()).toBe(0)
    await header(page).getByRole('button', { name: '打开菜单目录' }).click()
    const drawer = page.getByRole('dialog', { name: '菜单目录' })
    await drawer.waitFor()
    await expect
      .poll(async () => {
        const box = await page
          .locator('.menu-drawer .ant-drawer-section, .ant-drawer-content-wrapper')
          .first()
          .boundingBox()
        return box && [Math.round(box.x), Math.round(box.width)]
      })
      .toEqual([78, 312])
    const name = JSON.parse(
      decodeURIComponent((await page.context().cookies()).find(cookie => cookie.name === 'user')?.value ?? '{}'),
    ) as { name: string }
    await drawer.getByRole('button', { name: `退出登录（${name.name}）` }).waitFor()
    await drawer.getByRole('link', { name: '我的货源' }).click()
    await settled(page)
    expect(addressOf(page)).toBe('/GoodsMy')
    // the breakpoint: one pixel more and it is the wide shell
    await page.setViewportSize({ width: 768, height: 844 })
    await side(page).waitFor()
    await page.setViewportSize({ width: 767, height: 844 })
    await side(page).waitFor({ state: 'detached' })
  },
)

journey(
  '[SH-11] s opens the search and esc closes it, but not while somebody types; what is found opens',
  async cast => {
    const { page } = await cast.visit('shipper', '/waybill/list')
    const box = page.getByRole('combobox', { name: '搜索' })
    await page.keyboard.press('s')
    await box.waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    const plate = front(page).getByLabel('车牌号')
    await plate.click()
    await page.keyboard.type('s1')
    expect(await plate.inputValue()).toBe('S1')
    expect(await box.count()).toBe(0)
    await header(page).click({ position: { x: 1100, y: 5 } })
    await plate.evaluate(input => {
      ;(input as HTMLElement).blur()
    })
    await page.keyboard.press('s')
    await box.waitFor()
    await page.keyboard.type('jsdlb')
    await page.getByRole('option', { name: '结算单列表' }).waitFor()
    await page.keyboard.press('Enter')
    await settled(page)
    expect(addressOf(page)).toBe('/settlement/list')
  },
)

journey(
  '[SH-12] pages appear without transition; there is one theme; size and transition are kept in this browser',
  async cast => {
    const { page } = await cast.visit('carrier2')
    const shell = page.locator('.shell')
    expect(await shell.getAttribute('data-transition')).toBe('false')
    await header(page).locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: '主题' }).hover()
    await page.getByRole('menuitem', { name: '星辰' }).waitFor()
    expect(await page.locator('.ant-dropdown-menu-submenu-popup:visible').getByRole('menuitem').count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.mouse.click(700, 400)
    await userMenu(page, '页面过渡动画：关')
    await expect.poll(() => shell.getAttribute('data-transition')).toBe('true')
    await userMenu(page, '界面尺寸', '小')
    const kept = () =>
      page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([name]) => name.startsWith('yunshu.preferences'))
          .map(([, text]) => JSON.parse(text) as unknown),
      )
    await expect.poll(kept).toEqual([expect.objectContaining({ transition: true, size: 'small', theme: 'star' })])
    await page.reload()
    await settled(page)
    expect(await shell.getAttribute('data-transition')).toBe('true')
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
    await side(page).getByRole('button', { name: '敬请期待' }).click()
    await message(page, '临时菜单').waitFor()
    const opened = context.waitForEvent('page')
    await side(page).getByRole('link', { name: '帮助中心' }).click()
    expect((await opened).url()).toBe('https://help.example/start')
    await side(page).getByRole('link', { name: '运单列表' }).click()
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
  },
)

journey('[SH-16] the document title is product and page, and each page opens as a tab', async cast => {
  const { page } = await cast.visit('carrier2', '/index')
  expect(await page.title()).toBe('运枢 - 首页')
  await side(page).getByRole('link', { name: '车辆管理' }).click()
  await settled(page)
  await expect.poll(() => page.title()).toBe('运枢 - 车辆管理')
  await page
    .getByRole('tablist', { name: '打开的页面' })
    .getByRole('tab', { name: '车辆管理', selected: true })
    .waitFor()
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
    await side(page).getByRole('link', { name: '运单列表' }).click()
    await front(page).getByRole('heading', { name: '页面加载失败' }).waitFor()
    await page.unroute('**/assets/WaybillListPage-*.js*')
    await front(page).getByRole('button', { name: '重试' }).click()
    await front(page).getByRole('tab', { name: /^全部/ }).waitFor()

    // a script that hangs: the clock of the page is put on
    await page.route('**/assets/DriverListPage-*.js*', () => {})
    visitor.expectComplaint(/page DriverList failed|加载超时/)
    await side(page).getByRole('link', { name: '司机管理' }).click()
    await page.locator('#nprogress .bar').waitFor()
    await page.clock.runFor(119_000)
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
  await row.getByRole('button', { name: '复制单号' }).click()
  await message(page, '复制成功！').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(waybillNo)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await row.getByRole('button', { name: '复制单号' }).click()
  await message(page, '复制失败，请手动复制').waitFor()
})
