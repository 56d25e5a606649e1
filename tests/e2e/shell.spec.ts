// Journeys through the shell: header, menus, search, logout, selectors, preferences, and what is told about the
// product.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, goInside, home, journey, message, rows, settled, useProduct } from './visitor.ts'

useProduct()

const header = (page: Page) => page.getByRole('banner')
const side = (page: Page) => page.getByRole('navigation', { name: '侧边菜单' })
const width = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0

/** Opens the person's menu and presses an entry of it, through the entries that hold it. */
async function userMenu(page: Page, ...entries: readonly (string | RegExp)[]): Promise<void> {
  const entry = (name: string | RegExp) => page.getByRole('menuitem', { name }).last()
  const [leaf, ...holders] = entries.toReversed()
  if (leaf === undefined) throw new Error('userMenu needs an entry to press')
  await header(page).locator('button[aria-haspopup=menu]').click()
  // a menu that still moves slides away from under the mouse and closes what it held: its holders are pointed at again
  // until the entry could be pressed
  await expect
    .poll(async () => {
      try {
        if (holders.length > 0) await page.mouse.move(0, 0)
        for (const holder of holders.toReversed()) await entry(holder).hover({ timeout: 1000 })
        await entry(leaf).click({ timeout: 3000 })
        return true
      } catch {
        return false
      }
    })
    .toBe(true)
}

/** Lets the server supply other permission info than it does. */
async function jurisdictionWith(
  page: Page,
  change: (data: Record<string, unknown>) => Record<string, unknown>,
): Promise<void> {
  await page.route('**/auth/v1/jurisdiction*', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, ...change(body.data) } } })
  })
}

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

journey('[SH-14] logout asks over a gray page, and giving up takes the gray away', async cast => {
  const { page } = await cast.visit('shipper')
  const filter = () => page.evaluate(() => getComputedStyle(document.documentElement).filter)
  await userMenu(page, '退出登录')
  const asking = page.getByRole('dialog', { name: '确认操作' })
  await asking.getByText('注销当前账户吗？打开的标签页和用户设置将会被保存。').waitFor()
  await asking.getByRole('button', { name: '确定' }).waitFor()
  expect(await filter()).toMatch(/grayscale/)
  await asking.getByRole('button', { name: '放弃' }).click()
  await asking.waitFor({ state: 'hidden' })
  await expect.poll(filter).toBe('none')
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('token')
})

journey(
  '[SH-15] logging out removes token and uuid and leads to the login, in this window and in the person’s others',
  async cast => {
    const { page, context, expectComplaint } = await cast.newcomer('shipper2')
    // the end of the session may overtake what a window keeps of its layout
    expectComplaint(/status of 401 .*\/user\/settings/)
    const other = await context.newPage()
    await other.goto(`${home}/GoodsMy`)
    await settled(other)
    await userMenu(page, '退出登录')
    await page.getByRole('dialog', { name: '确认操作' }).getByRole('button', { name: '确定' }).click()
    for (const each of [page, other]) await each.getByLabel('密码', { exact: true }).waitFor()
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('token')
    expect(names).not.toContain('uuid')
  },
)

journey(
  '[SH-15] [ER-02] a session the server ends with a message shows it in a box before the login appears',
  async cast => {
    const { page, context } = await cast.newcomer('shipper2')
    await page.route('**/auth/v1/messages*', route =>
      route.fulfill({ json: { code: -2, message: '您的账号已在别处退出或权限已变更，请重新登录', data: null } }),
    )
    await header(page).getByRole('button', { name: /^消息/ }).click()
    const box = page.getByRole('dialog', { name: '请重新登录' })
    await box.getByText('您的账号已在别处退出或权限已变更，请重新登录').waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
    await box.getByRole('button', { name: '重新登录' }).click()
    await page.getByLabel('密码', { exact: true }).waitFor()
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

journey(
  '[SH-19] companies choose one of their people to work for, the platform a branch too; who may not is not offered it',
  async cast => {
    const { page } = await cast.visit('shipper')
    await userMenu(page, '选择员工')
    const people = page.getByRole('dialog', { name: '选择员工' })
    await people
      .getByRole('textbox', { name: '按姓名、账号或企业查找' })
      .or(people.getByRole('searchbox', { name: '按姓名、账号或企业查找' }))
      .fill('shipper-finance')
    await expect.poll(() => people.getByRole('listitem').count()).toBe(1)
    const chosen = await people.getByRole('listitem').locator('strong').textContent()
    const loaded = page.waitForEvent('load')
    await people.getByRole('listitem').getByRole('button').click()
    await loaded
    await settled(page)
    await page
      .getByRole('status')
      .filter({ hasText: `榆林恒泰煤业销售有限公司 · ${chosen}` })
      .waitFor()
    const own = page.waitForEvent('load')
    await userMenu(page, `退出代办（${chosen}）`)
    await own
    await settled(page)
    const { page: clerk } = await cast.visit('shipper-finance')
    await header(clerk).locator('button[aria-haspopup=menu]').click()
    await clerk.getByRole('menuitem', { name: '个人资料' }).waitFor()
    expect(await clerk.getByRole('menuitem', { name: '选择员工' }).count()).toBe(0)

    const { page: office } = await cast.visit('admin', '/settlement/list')
    await front(office)
      .getByText(/^已加载/)
      .waitFor()
    const narrowed = office.waitForRequest(
      request => request.url().includes('settlement') && request.url().includes('branchCompanyId='),
    )
    await userMenu(office, '选择分公司')
    const branches = office.getByRole('dialog', { name: '选择分公司' })
    await branches.getByRole('button', { name: /西南分公司/ }).click()
    await branches.waitFor({ state: 'hidden' })
    await narrowed
    await header(office)
      .getByTitle('当前分公司')
      .getByText(/西南分公司/)
      .waitFor()
    // it is there again after a reload, from the first call on
    const again = office.waitForRequest(
      request => request.url().includes('settlement') && request.url().includes('branchCompanyId='),
    )
    await office.reload()
    await again
    await settled(office)
    await header(office)
      .getByTitle('当前分公司')
      .getByText(/西南分公司/)
      .waitFor()
    await userMenu(office, /^分公司：/)
    await branches.getByRole('button', { name: '清除选择' }).click()
    await header(office).getByTitle('当前分公司').waitFor({ state: 'detached' })
  },
)

journey('[PM-01] an administrator passes every check of the portal, whatever permits are listed', async cast => {
  const { page } = await cast.visit('shipper-freight')
  const column = front(page).getByText('托运单价', { exact: true })
  await jurisdictionWith(page, () => ({ userPermissions: [], userRoles: [], isAdmin: false }))
  await page.goto(`${home}/GoodsMy`)
  await settled(page)
  await front(page).getByText('货源号', { exact: true }).first().waitFor()
  expect(await column.count()).toBe(0)
  await page.unroute('**/auth/v1/jurisdiction*')
  await jurisdictionWith(page, () => ({ userPermissions: [], userRoles: [], isAdmin: true }))
  await page.reload()
  await settled(page)
  await column.first().waitFor()
})

journey('[PB-13] a page of the product the person may not open says so and names nobody’s data', async cast => {
  const { page } = await cast.visit('carrier', '/settlement/make')
  await page.getByRole('heading', { name: '没有访问权限' }).waitFor()
  await goInside(page, '/index')
  expect(await page.getByRole('heading', { name: '没有访问权限' }).count()).toBe(0)
})
