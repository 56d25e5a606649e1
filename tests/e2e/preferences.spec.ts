// Journeys of what a person prefers: the folded menu goes along to every browser, size and transition stay in one.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seriousFaults } from './pages/look.ts'
import { groups, header, userMenu } from './portal.ts'
import { home, journey, settled, useProduct } from './visitor.ts'

useProduct()

const width = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).boundingBox())?.width ?? 0

journey(
  '[SH-04] [GD-09] the side menu is 200 px and folds to 65 px; folding is kept for the person, in every browser, and for nobody else',
  async cast => {
    const { page } = await cast.visit('carrier-finance')
    expect(await width(page, 'aside.side')).toBe(200)
    await groups(page).getByRole('link', { name: '首页' }).waitFor()
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

/** Whether the focus can be seen; the element that hides it, where it cannot. */
function shownFocus(): string {
  const { activeElement: here } = document
  if (here === null || here === document.body) return 'shown'
  const brand = getComputedStyle(document.documentElement).getPropertyValue('--brand')
  const probe = document.createElement('i')
  probe.style.color = brand
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  const around = [
    here,
    here.parentElement,
    here.parentElement?.parentElement,
    here.closest('.ant-checkbox, .ant-switch'),
  ]
  const isShown = around.some(box => {
    if (!box) return false
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes(color)
  })
  return isShown ? 'shown' : here.outerHTML.slice(0, 160)
}

/** Notes what <html> wears when the first frame of a page is drawn. */
function noteFirstFrame(): void {
  requestAnimationFrame(() => {
    const { colorScheme } = getComputedStyle(document.documentElement)
    Reflect.set(globalThis, 'firstFrame', [document.documentElement.dataset['look'], colorScheme])
  })
}

journey(
  'a dark portal is dark from its first frame, on paper light, and so are pages that are shared; the login page wears what the browser last wore',
  async cast => {
    const { page, context } = await cast.visit('carrier2')
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await userMenu(page, '外观', '深色')
    await expect.poll(ground).not.toBe(light)
    const field = () =>
      page.evaluate(() => getComputedStyle(document.querySelector('.antd-app') ?? document.body).colorScheme)
    await expect.poll(field).toBe('dark')
    await context.addInitScript(noteFirstFrame)
    await page.reload()
    await settled(page)
    const first = () => page.evaluate(() => Reflect.get(globalThis, 'firstFrame') as unknown)
    await expect.poll(first).toEqual(['dark', 'dark'])
    // every stop of the Tab key shows where it is: by an outline, or by the ring of the field it stands in
    for (let stop = 0; stop < 30; stop += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate(shownFocus), { message: `stop ${stop}` }).toBe('shown')
    }
    await page.emulateMedia({ media: 'print' })
    expect(await ground()).toBe(light)
    await page.emulateMedia({ media: null, colorScheme: 'dark' })
    await userMenu(page, '外观', '浅色')
    await expect.poll(ground).toBe(light)
    await userMenu(page, '外观', '跟随系统')
    await expect.poll(ground).not.toBe(light)
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(ground).toBe(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${home}/share/download`)
    await expect.poll(first).toEqual(['light', 'light'])
    await context.clearCookies()
    await page.goto(`${home}/login`)
    await page.getByLabel('密码', { exact: true }).waitFor()
    await expect.poll(first).toEqual(['dark', 'dark'])
    expect(await seriousFaults(page)).toEqual([])
  },
)
