// Journeys along the tabs: closing rules, the keyboard, and a press while they become draggable.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { open, strip, tab, tabMenu, tidy, titles } from './tabStrip.ts'
import { addressOf, hasFocus, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const active = (page: Page): Promise<string | null> => strip(page).getByRole('tab', { selected: true }).textContent()

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

journey('[SH-08] the tabs are walked, opened and closed by keyboard', async cast => {
  const page = await tidy(cast, 'carrier2')
  await open(page, '/waybill/list', '/vehicle/list', '/driver/list')
  await tab(page, '司机管理').focus()
  const focused = (): Promise<string | null> => page.evaluate(() => document.activeElement?.textContent ?? null)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe('车辆管理')
  expect(await active(page)).toBe('司机管理')
  await page.keyboard.press('Home')
  await expect.poll(focused).toBe('首页')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toBe('司机管理')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => active(page)).toBe('车辆管理')
  await page.keyboard.press('Delete')
  await expect.poll(() => titles(page)).toEqual(['首页', '运单列表', '司机管理'])
  await expect.poll(focused).toBe('司机管理')
})

journey(
  'tabs of one kind could not be told apart, and twenty were closed one by one: ends of numbers are shown, ▾ finds and closes several',
  async cast => {
    const page = await tidy(cast, 'carrier2')
    await open(page, '/waybill/list')
    for (const at of [0, 1]) {
      await rows(page).nth(at).getByRole('link').first().click()
      await settled(page)
      if (at === 0) await tab(page, '运单列表').click()
    }
    const faces = (await strip(page).locator('.tab-title').allInnerTexts()).map(text => text.trim())
    expect(
      faces.slice(2).every(face => /^(?:运单 )?…\d{4}/.test(face)),
      faces.join(),
    ).toBe(true)
    expect(new Set(faces).size).toBe(faces.length)
    await open(page, '/vehicle/list', '/driver/list')
    const all = page.getByRole('button', { name: '全部标签页（6）' })
    await all.click()
    const list = page.getByRole('region', { name: '全部标签页' })
    await hasFocus(list.getByRole('searchbox'))
    await page.keyboard.type('clgl')
    await expect.poll(() => list.getByRole('listitem').allInnerTexts()).toEqual(['车辆管理'])
    await list.getByRole('checkbox', { name: '选择车辆管理' }).check()
    await list.getByRole('searchbox').fill('')
    await list.getByRole('checkbox', { name: '选择司机管理' }).check()
    await list.getByRole('button', { name: '关闭所选 2 个' }).click()
    await expect.poll(() => titles(page)).toEqual(['首页', '运单列表', expect.any(String), expect.any(String)])
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('全部标签页（4）')
  },
)

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
  // the script has run once it can be imported, and what it draws is there after the next frames
  const script = JSON.stringify((await got).url())
  await page.evaluate(
    `import(${script}).then(async () => { for (let n = 0; n < 3; n++) await new Promise(requestAnimationFrame) })`,
  )
  await page.mouse.up()
  await expect.poll(() => active(page)).toBe('我的货源')
  // and with no button down the tabs become draggable
  await page.locator('[id^=DndLiveRegion]').first().waitFor({ state: 'attached' })
})
