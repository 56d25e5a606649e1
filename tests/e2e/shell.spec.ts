// Journeys through the shell: header, the menu of the person, and the drawer of a phone.
import { expect } from 'vitest'
import web from '../../apps/web/package.json' with { type: 'json' }
import regions from '../../packages/regions/package.json' with { type: 'json' }
import { header, side } from './portal.ts'
import { addressOf, home, journey, settled, useProduct } from './visitor.ts'

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
