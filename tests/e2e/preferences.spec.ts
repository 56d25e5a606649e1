// Journeys of what a person prefers: the folded menu goes along to every browser, size and transition stay in one.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { header, userMenu } from './portal.ts'
import { journey, settled, useProduct } from './visitor.ts'

useProduct()

const width = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0

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
