// Journeys through the shell: header, the menu of the person, and the drawer of a phone.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import web from '../../apps/web/package.json' with { type: 'json' }
import regions from '../../packages/regions/package.json' with { type: 'json' }
import { deskGoals, tabsUntil, travelledKb } from './deskFigures.ts'
import { groups, header, side, throughMenus } from './portal.ts'
import { addressOf, front, goInside, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  'the licences of what the portal is built of came with none of it: each library is named with its text',
  async cast => {
    const { page, context } = await cast.stranger()
    await page.goto(`${home}/login`)
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('link', { name: '第三方许可' }).click(),
    ])
    const notices = await opened.locator('body').innerText()
    const named = new Map(
      notices
        .split(/^## /m)
        .slice(1)
        .map(part => [part.slice(0, part.indexOf(' - ')), part]),
    )
    const libraries = [web.dependencies, regions.devDependencies].flatMap(Object.keys)
    expect(libraries.filter(name => !name.startsWith('@yunshu/') && !named.has(name))).toEqual([])
    expect([...named].filter(([, part]) => !/copyright|permission/i.test(part)).map(([name]) => name)).toEqual([])
    expect(named.get('echarts')).toContain('This product includes software developed at')
  },
)

journey('the login page and the first list bring no more than they need', async cast => {
  const { page: login } = await cast.stranger()
  expect(await travelledKb(login, `${home}/login`, 'input[type=password]')).toBeLessThanOrEqual(deskGoals.loginKb)
  const { page: list } = await cast.known('shipper')
  expect(await travelledKb(list, `${home}/waybill/list`, '[data-row-key]')).toBeLessThanOrEqual(deskGoals.listKb)
})

journey(
  '[SH-01] [SH-20] the header names the company, or for the platform the product with 后台管理; version and release are shown',
  async cast => {
    const { page } = await cast.visit('shipper')
    expect(await header(page).locator('strong').textContent()).toBe('榆林恒泰煤业销售有限公司')
    await page
      .locator('.side-version')
      .getByText(/^版本 1\.5\.9 · 发行版 \d+\.\d+\.\d+$/)
      .waitFor()
    const { page: office } = await cast.visit('admin')
    expect(await header(office).locator('strong').textContent()).toBe('运枢后台管理')
  },
)

journey(
  '[SH-03] [SE-11] header menu, side menu, search, notices and the menu of the person (profile, selection, size, theme, logout) stand together',
  async cast => {
    const { page } = await cast.visit('shipper')
    await header(page).getByLabel('顶部菜单', { exact: true }).waitFor()
    await side(page).waitFor()
    await header(page).getByRole('button', { name: /^消息/ }).waitFor()
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
  '[SH-04] the menus stood three times: the header chooses a group, the side shows its pages alone, and a group comes back to the page last looked at',
  async cast => {
    const { page } = await cast.visit('carrier2', '/index')
    const sideNames = () => side(page).getByRole('link').allInnerTexts()
    const chosen = () => groups(page).locator('[aria-current=true]').innerText()
    expect([await chosen(), await sideNames()]).toEqual(['首页', ['首页']])
    await throughMenus(page, '运力', '司机管理')
    await settled(page)
    expect(addressOf(page)).toBe('/driver/list')
    expect(await sideNames()).toEqual(['车辆管理', '司机管理', '收款人管理', '围栏车辆'])
    // a record has no entry, and marks its group all the same; pages of no group leave the side as it is
    await groups(page).getByRole('link', { name: '运单', exact: true }).click()
    await settled(page)
    await rows(page).first().getByRole('link').first().click()
    await settled(page)
    expect([await chosen(), await sideNames()]).toEqual(['运单', ['运单列表']])
    await groups(page).getByRole('link', { name: '运力', exact: true }).click()
    await expect.poll(() => addressOf(page)).toBe('/driver/list')
    await goInside(page, '/notice')
    expect(await chosen()).toBe('运力')
    await groups(page).getByRole('link', { name: '运单', exact: true }).click()
    await expect.poll(() => addressOf(page)).toMatch(/^\/waybill\/details\//)
    // starred pages stand first, in every group
    await throughMenus(page, '运力', '围栏车辆')
    await side(page).getByRole('link', { name: '围栏车辆' }).hover()
    await side(page).getByRole('button', { name: '收藏 围栏车辆' }).click()
    await expect.poll(sideNames).toEqual(['围栏车辆', '车辆管理', '司机管理', '收款人管理'])
    await groups(page).getByRole('link', { name: '首页', exact: true }).click()
    await expect.poll(sideNames).toEqual(['围栏车辆', '首页'])
    // groups that do not fit stand under 更多, and the search shrinks
    const { page: office } = await cast.visit('admin', '/index', { viewport: { width: 768, height: 800 } })
    await groups(office).getByRole('button', { name: '更多' }).click()
    await office.getByRole('menuitem', { name: '企业' }).click()
    await expect.poll(() => addressOf(office)).toBe('/company/list')
    await expect
      .poll(async () => (await header(office).getByRole('button', { name: /^搜索/ }).boundingBox())?.width)
      .toBeLessThan(40)
  },
)

/** The name of what has the focus. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? '')

journey(
  'the first row took 43 presses of Tab: the frame takes nine, the tools of a list one, a skip link one, and menus and tabs are walked by arrows',
  async cast => {
    const { page } = await cast.visit('carrier2', '/vehicle/list')
    expect(await tabsUntil(page, '#shell-pages')).toBeLessThanOrEqual(10)
    await page.reload()
    await settled(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('到内容')
    await page.keyboard.press('Enter')
    // the row itself where rows are walked, else its first control
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex)).toBe('2')
    await page.reload()
    await settled(page)
    await tabsUntil(page, 'header')
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    const second = await focused(page)
    await page.keyboard.press('ArrowLeft')
    expect([await focused(page), second]).toEqual(['首页', '任务'])
    await tabsUntil(page, '.side')
    expect(await focused(page)).toBe('车辆管理')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('司机管理')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('收藏 司机管理')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('End')
    expect(await focused(page)).toBe('收起菜单')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('.side') === null)).toBe(true)
    // nothing of the frame is too small to be hit
    const parts = 'header :is(a, button), .tabs :is(button, [role=tab], [data-close]), .side :is(a, button)'
    const small = await page.evaluate(
      all =>
        [...document.querySelectorAll(all)]
          .filter(target => target.checkVisibility())
          .map(target => ({ target, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < 24 || box.height < 24)
          .map(({ target }) => target.outerHTML.slice(0, 120)),
      parts,
    )
    expect(small).toEqual([])
    // the tools of a list are one stop, and none of them is lost to the keyboard
    const { page: listed } = await cast.visit('shipper', '/waybill/list')
    expect(await tabsUntil(listed, '.ys-grid [data-row-key]')).toBeLessThanOrEqual(deskGoals.tabs)
    await listed.reload()
    await settled(listed)
    await tabsUntil(listed, '[role=toolbar]')
    const tools = [await focused(listed)]
    for (let press = 0; press < 3; press += 1) {
      await listed.keyboard.press('ArrowRight')
      tools.push(await focused(listed))
    }
    expect(tools).toEqual(['筛选', '排序：最新的在前', '视图', '列表更多操作'])
    await listed.keyboard.press('Enter')
    await listed.getByRole('menuitem', { name: '刷新' }).waitFor()
    await listed.keyboard.press('Escape')
    await expect.poll(() => focused(listed)).toBe('列表更多操作')
  },
)

journey(
  'the focus was lost on every navigation: it goes to the title of the page, and back to the row on Back; not at the first load',
  async cast => {
    const { page } = await cast.visit('carrier2', '/vehicle/list')
    const tag = () => page.evaluate(() => document.activeElement?.tagName)
    expect(await tag()).toBe('BODY')
    const link = rows(page).first().getByRole('link').first()
    const plate = await link.innerText()
    await link.focus()
    await page.keyboard.press('Enter')
    await settled(page)
    await expect.poll(tag).toBe('H1')
    await expect.poll(() => focused(page)).toContain(plate)
    await page.goBack()
    await expect.poll(() => focused(page)).toBe(plate)
    await goInside(page, '/driver/list')
    await expect.poll(() => focused(page)).toBe('司机管理')
    await goInside(page, '/no/such/page')
    await expect.poll(() => focused(page)).toBe('页面不存在')
  },
)

journey(
  '[SH-20] folded, the side menu names its page beside the icon on focus, and both versions stay readable',
  async cast => {
    const { page } = await cast.visit('carrier', '/vehicle/list')
    await page.getByRole('button', { name: '收起菜单' }).click()
    await side(page).getByRole('link').first().focus()
    await page.locator('.side-tip').getByText('车辆管理').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.locator('.side-tip').getByText('司机管理').waitFor()
    const foot = page.locator('.side-version')
    expect(await foot.innerText()).toMatch(/1\.5\.9[^]*\d+\.\d+\.\d+/)
    expect(await foot.evaluate(box => box.scrollWidth > box.clientWidth)).toBe(false)
  },
)

journey(
  '[SH-10] [SE-11] below 768 px the menu is a drawer from the right, 80 % wide, with the way out under it',
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
  'on a phone the places of the day stand under the list, which keeps three quarters of the screen; the bar leaves while something is typed',
  async cast => {
    const { page } = await cast.visit('carrier', '/waybill/list', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const bar = page.getByRole('navigation', { name: '常用页面' })
    expect((await bar.getByRole('link').allInnerTexts()).map(text => text.trim())).toEqual([
      '首页',
      '运单',
      '拍回单',
      '我的',
    ])
    await bar.getByRole('button', { name: /^消息/ }).waitFor()
    expect(await bar.getByRole('link', { name: '运单' }).getAttribute('aria-current')).toBe('page')
    const box = await front(page).locator('.ys-cards').boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(0.75 * 844)
    await bar.getByRole('link', { name: '拍回单' }).click()
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?receiptState=waiting')
    await bar.getByRole('link', { name: '我的' }).click()
    await front(page).getByLabel('当前密码').focus()
    await bar.waitFor({ state: 'hidden' })
  },
)

journey(
  'in a window like a tablet’s the side menu is folded by itself, and what is chosen there changes no wide window',
  async cast => {
    const { page } = await cast.visit('shipper', '/waybill/list')
    const fold = page.locator('.side').getByRole('button', { name: /菜单$/ })
    expect(await fold.getAttribute('aria-expanded')).toBe('true')
    await page.setViewportSize({ width: 900, height: 900 })
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false')
    await fold.click()
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
    await fold.click()
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true')
  },
)
