// Journeys of pages mounted anew: by the helper routes, and only after a question where input is unsaved.
import { expect } from 'vitest'
import { open, tab, tabMenu, tidy, titles } from './tabStrip.ts'
import { addressOf, front, goInside, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[SH-09] refresh mounts the tab in front anew, redirect/{route} opens a route mounted anew; neither becomes a tab',
  async cast => {
    const page = await tidy(cast, 'carrier2')
    await open(page, '/driver/list')
    await front(page).getByLabel('关键字').fill('不要了')
    await open(page, '/vehicle/list')
    await front(page).getByLabel('关键字').fill('也不要了')
    await goInside(page, '/refresh')
    expect(addressOf(page)).toBe('/vehicle/list')
    await expect.poll(() => front(page).getByLabel('关键字').inputValue()).toBe('')
    await tab(page, '司机管理').click()
    expect(await front(page).getByLabel('关键字').inputValue()).toBe('不要了')
    await goInside(page, '/redirect/driver/list?text=王')
    await expect.poll(() => decodeURIComponent(addressOf(page))).toBe('/driver/list?text=王')
    await expect.poll(() => front(page).getByLabel('关键字').inputValue()).toBe('王')
    expect(await titles(page)).toEqual(['首页', '司机管理', '车辆管理'])
    await page.goto(`${home}/redirect/waybill/list?state=inTransit`)
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?state=inTransit')
  },
)

journey(
  '[SH-09] a tab with unsaved input asks before it is closed or refreshed, and keeps the input when told to',
  async cast => {
    const page = await tidy(cast, 'shipper')
    await open(page, '/goods/publish')
    await front(page).getByLabel('标题').fill('只是想想')
    await tab(page, '发布货源').locator('[data-close]').click()
    const asking = page.getByRole('dialog', { name: '有尚未保存的内容' })
    await asking.getByText(/“发布货源”中填写的内容尚未保存/).waitFor()
    await asking.getByRole('button', { name: '返回继续填写' }).click()
    await asking.waitFor({ state: 'hidden' })
    expect(await front(page).getByLabel('标题').inputValue()).toBe('只是想想')
    // also from behind another tab
    await open(page, '/GoodsMy')
    await tabMenu(page, '我的货源', '关闭其他')
    await asking.getByRole('button', { name: '返回继续填写' }).click()
    await asking.waitFor({ state: 'hidden' })
    expect(await titles(page)).toContain('发布货源')
    await tabMenu(page, '我的货源', '关闭其他')
    await asking.getByRole('button', { name: '仍要关闭' }).click()
    await expect.poll(() => titles(page)).toEqual(['首页', '我的货源'])
  },
)
