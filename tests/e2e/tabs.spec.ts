// Journeys along the tabs: kept pages, restored rows, closing rules, helper routes, unsaved input, and the keyboard.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, goInside, home, journey, rows, settled, useProduct, type Cast } from './visitor.ts'

useProduct()

const strip = (page: Page) => page.getByRole('tablist', { name: '打开的页面' })
const titles = (page: Page): Promise<string[]> =>
  strip(page)
    .getByRole('tab')
    .allInnerTexts()
    .then(texts => texts.map(text => text.trim()))
const tab = (page: Page, name: string) => strip(page).getByRole('tab', { name, exact: true })
const active = (page: Page): Promise<string | null> => strip(page).getByRole('tab', { selected: true }).textContent()

/** A person with no tab but the first. */
async function tidy(cast: Cast, account: string): Promise<Page> {
  const { page } = await cast.visit(account)
  await page.evaluate(() => {
    sessionStorage.clear()
  })
  await page.getByRole('button', { name: '标签页操作' }).click()
  const closeAll = page.getByRole('menuitem', { name: '关闭全部' })
  if ((await closeAll.getAttribute('aria-disabled')) === 'true') await page.keyboard.press('Escape')
  else await closeAll.click()
  await expect.poll(() => titles(page)).toEqual(['首页'])
  return page
}

/** Opens pages one after the other. */
async function open(page: Page, ...addresses: readonly string[]): Promise<void> {
  for (const at of addresses) await goInside(page, at)
}

/** Presses an entry of a tab's own menu. */
async function tabMenu(page: Page, name: string, entry: string): Promise<void> {
  await tab(page, name).click({ button: 'right' })
  await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: entry, exact: true }).click()
}

journey(
  '[SH-05] typed text, filter, scroll and the row of a kept page survive switching to other tabs, without asking anew',
  async cast => {
    const page = await tidy(cast, 'shipper')
    await open(page, '/waybill/list?state=signed')
    const list = front(page)
    await list.getByText(/^已加载/).waitFor()
    await list.getByLabel('车牌号').fill('冀B')
    const body = list.locator('.ys-grid')
    const top = await rows(page).first().innerText()
    await body.evaluate(holder => {
      holder.scrollTop = 900
    })
    await expect.poll(() => body.evaluate(holder => holder.scrollTop)).toBeGreaterThan(500)
    // the rows in view are drawn a moment after the scroll
    await expect.poll(() => rows(page).first().innerText()).not.toBe(top)
    const shown = await rows(page).first().innerText()
    await open(page, '/GoodsMy')
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/auth/v1/newGetWaybill')) asked.push(request.url())
    })
    await tab(page, '运单列表').click()
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
    expect(await front(page).getByLabel('车牌号').inputValue()).toBe('冀B')
    expect(
      await front(page)
        .getByRole('tab', { name: /^已签收/ })
        .getAttribute('aria-selected'),
    ).toBe('true')
    expect(
      await front(page)
        .locator('.ys-grid')
        .evaluate(holder => holder.scrollTop),
    ).toBeGreaterThan(500)
    expect(await rows(page).first().innerText()).toBe(shown)
    expect(asked).toEqual([])
  },
)

journey('[SH-05] a page that is not to be kept starts anew when its tab comes back', async cast => {
  const { page } = await cast.known('carrier2')
  await page.route('**/auth/v1/jurisdiction*', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { data: { accessRoutes: { name: string }[] } }
    const accessRoutes = body.data.accessRoutes.map(row =>
      row.name === 'VehicleList' ? { ...row, cache: false } : row,
    )
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, accessRoutes } } })
  })
  await page.goto(`${home}/vehicle/list`)
  await settled(page)
  await front(page).getByLabel('关键字').fill('冀A')
  await open(page, '/driver/list')
  await front(page).getByLabel('关键字').fill('王')
  await open(page, '/vehicle/list')
  expect(await front(page).getByLabel('关键字').inputValue()).toBe('')
  await open(page, '/driver/list')
  expect(await front(page).getByLabel('关键字').inputValue()).toBe('王')
})

journey(
  '[SH-06] a page opened twice is one tab, another record another; tabs come back after a reload and in another browser',
  async cast => {
    const page = await tidy(cast, 'carrier')
    await open(page, '/waybill/list')
    const kept = page.waitForResponse(
      response =>
        response.url().endsWith('/auth/v1/user/settings') && (response.request().postData() ?? '').includes('driver'),
    )
    await open(page, '/waybill/list?state=inTransit', '/driver/list?text=1')
    expect(await titles(page)).toEqual(['首页', '运单列表', '司机管理'])
    await tab(page, '运单列表').click()
    expect(addressOf(page)).toBe('/waybill/list?state=inTransit')
    await settled(page)
    const numbers = rows(page).getByRole('link', { name: /^YD/ })
    await numbers.nth(0).click()
    await front(page)
      .getByRole('heading', { name: /^运单 YD/ })
      .waitFor()
    await tab(page, '运单列表').click()
    await numbers.nth(1).click()
    await front(page)
      .getByRole('heading', { name: /^运单 YD/ })
      .waitFor()
    await expect.poll(async () => (await titles(page)).filter(title => title.startsWith('运单 YD')).length).toBe(2)
    await kept
    const before = await titles(page)
    const at = addressOf(page)
    await page.reload()
    await settled(page)
    expect(await titles(page)).toEqual(before)
    expect(addressOf(page)).toBe(at)
    await tab(page, '运单列表').click()
    await expect.poll(() => addressOf(page)).toBe('/waybill/list?state=inTransit')

    await page
      .waitForResponse(
        response => response.url().endsWith('/auth/v1/user/settings') && response.request().method() === 'POST',
      )
      .catch(() => undefined)
    const { page: elsewhere } = await cast.newcomer('carrier')
    expect(await titles(elsewhere)).toEqual(before)
  },
)

journey('[SH-07] closing the tab in front shows the next one, or else the one before', async cast => {
  const page = await tidy(cast, 'carrier2')
  await open(page, '/waybill/list', '/vehicle/list', '/driver/list')
  await tab(page, '车辆管理').click()
  await tab(page, '车辆管理').locator('[data-close]').click()
  await expect.poll(() => active(page)).toBe('司机管理')
  expect(addressOf(page)).toBe('/driver/list')
  await tab(page, '司机管理').locator('[data-close]').click()
  await expect.poll(() => active(page)).toBe('运单列表')
  expect(await titles(page)).toEqual(['首页', '运单列表'])
  // a tab behind closes without a change of page
  await open(page, '/vehicle/list')
  await tab(page, '运单列表').click({ button: 'middle' })
  await expect.poll(() => titles(page)).toEqual(['首页', '车辆管理'])
  expect(await active(page)).toBe('车辆管理')
})

journey('[SH-08] closing left, right and others keeps the first tab; closing all returns to it', async cast => {
  const page = await tidy(cast, 'carrier2')
  const all = ['/TaskList', '/waybill/list', '/settlement/list', '/vehicle/list', '/driver/list']
  await open(page, ...all)
  await tabMenu(page, '结算单列表', '关闭左侧')
  await expect.poll(() => titles(page)).toEqual(['首页', '结算单列表', '车辆管理', '司机管理'])
  await tabMenu(page, '车辆管理', '关闭右侧')
  await expect.poll(() => titles(page)).toEqual(['首页', '结算单列表', '车辆管理'])
  await tabMenu(page, '结算单列表', '关闭其他')
  await expect.poll(() => titles(page)).toEqual(['首页', '结算单列表'])
  expect(await active(page)).toBe('结算单列表')
  await tabMenu(page, '首页', '关闭右侧')
  await expect.poll(() => titles(page)).toEqual(['首页'])
  await open(page, '/TaskList', '/waybill/list')
  await tabMenu(page, '任务列表', '关闭全部')
  await expect.poll(() => titles(page)).toEqual(['首页'])
  expect(addressOf(page)).toBe('/index')
})

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

journey('[SH-08] the tabs are walked, opened and closed by keyboard', async cast => {
  const page = await tidy(cast, 'carrier2')
  await open(page, '/waybill/list', '/vehicle/list', '/driver/list')
  await tab(page, '司机管理').focus()
  const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.textContent ?? null)
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('车辆管理')
  expect(await active(page)).toBe('司机管理')
  await page.keyboard.press('Home')
  expect(await focused()).toBe('首页')
  await page.keyboard.press('ArrowLeft')
  expect(await focused()).toBe('司机管理')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => active(page)).toBe('车辆管理')
  await page.keyboard.press('Delete')
  await expect.poll(() => titles(page)).toEqual(['首页', '运单列表', '司机管理'])
  await expect.poll(focused).toBe('司机管理')
})

journey('a tab that is pressed while what makes tabs draggable arrives is opened all the same', async cast => {
  const { page } = await cast.visit('shipper3')
  await open(page, '/GoodsMy', '/TaskList')
  let answer = (): void => {}
  const isHeld = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/SortableTabs-*.js', async route => {
    await isHeld
    await route.continue()
  })
  const handle = tab(page, '我的货源')
  const asked = page.waitForRequest('**/SortableTabs-*.js')
  await handle.hover()
  await asked
  await page.mouse.down()
  const got = page.waitForResponse('**/SortableTabs-*.js')
  answer()
  await (await got).finished()
  // time for the script to run
  await page.evaluate(
    () =>
      new Promise(resolve => {
        setTimeout(resolve, 300)
      }),
  )
  await page.mouse.up()
  await expect.poll(() => active(page)).toBe('我的货源')
  // and with no button down the tabs become draggable
  await page.locator('[id^=DndLiveRegion]').first().waitFor({ state: 'attached' })
})
