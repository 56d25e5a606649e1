// Journeys along kept pages: what was typed and shown comes back with its tab, and the tabs with the person.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fromMenu } from './listPage.ts'
import { open, tab, tidy, titles } from './tabStrip.ts'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[SH-05] typed text, filter, scroll and the row of a kept page survive switching to other tabs, without asking anew',
  async cast => {
    const page = await tidy(cast, 'shipper')
    await open(page, '/waybill/list?state=signed')
    const list = front(page)
    await list.locator('.ys-list-foot').getByText(/ 条/).waitFor()
    // a tab left before its answer asks anew: the counts and the sums are there
    await list.getByRole('tab', { name: /^已签收 ?\d/ }).waitFor()
    await list.locator('.ys-totals').getByText(/^合计/).waitFor()
    await list.getByLabel('车牌号').fill('冀B')
    const body = list.locator('.ys-grid')
    const top = await rows(page).first().innerText()
    await body.evaluate(holder => {
      holder.scrollTop = 900
    })
    await expect.poll(() => body.evaluate(holder => holder.scrollTop)).toBeGreaterThan(500)
    // the rows in view are drawn a moment after the scroll
    await expect.poll(() => rows(page).first().innerText()).not.toBe(top)
    const number = () => rows(page).first().getByRole('link', { name: /^YD/ }).innerText()
    const shown = await number()
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
    expect(await number()).toBe(shown)
    expect(asked).toEqual([])
  },
)

/** Titles of the pages behind that are laid out. */
const laidOut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.slot[data-back] > .panel')]
      .filter(panel => panel.parentElement?.checkVisibility() && getComputedStyle(panel).display !== 'none')
      .map(panel => document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.title ?? ''),
  )

/** Presses tabs one after another without a pause; the pages that can be seen right after each press. */
const pressed = (page: Page, ...names: readonly string[]): Promise<(string | undefined)[]> =>
  page.evaluate(
    wanted =>
      wanted.map(name => {
        document.querySelector<HTMLElement>(`.tabs-list [title="${name}"]`)?.click()
        const seen = [...document.querySelectorAll('.panel')].filter(panel => panel.checkVisibility())
        const selected = document.querySelector('.tabs-list [aria-selected="true"]')
        return seen.length === 1 && seen[0]?.getAttribute('aria-labelledby') === selected?.id
          ? selected?.textContent
          : ''
      }),
    names,
  )

journey(
  '[SH-05] the last five pages stay laid out: each is seen in the press itself; behind, none is found, hears keys or keeps its popups open',
  async cast => {
    const page = await tidy(cast, 'shipper')
    await open(page, '/TaskList', '/settlement/list', '/notice', '/GoodsMy', '/shipper/staff/list', '/waybill/list')
    await expect.poll(() => laidOut(page)).toHaveLength(5)
    const kept = await laidOut(page)
    expect(kept).not.toContain('首页')
    const [plate = ''] = /[\u4e00-\u9fff][A-Z]\w{5}/.exec(await rows(page).first().innerText()) ?? []
    const isFound = (): Promise<unknown> => page.evaluate(`find('${plate}', false, false, true)`)
    expect(await isFound()).toBe(true)
    expect(await pressed(page, '我的货源', '运单列表', '我的货源')).toEqual(['我的货源', '运单列表', '我的货源'])
    // the drawing agrees with it once it is painted
    await expect.poll(() => page.title()).toMatch(/我的货源$/)
    expect(await laidOut(page)).toContain('运单列表')
    expect(await isFound()).toBe(false)
    const marked = page.locator('[data-tab=WaybillList] .ys-row[data-active]')
    await page.keyboard.press('j')
    expect(await marked.count()).toBe(0)

    // a key that comes before React follows is for the page that is seen
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('.tabs-list [title="运单列表"]')?.click()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    await expect.poll(() => marked.count()).toBe(1)

    await fromMenu(page, '列设置')
    const popup = page.locator('.ant-popover:visible')
    await popup.waitFor()
    await page.goBack()
    await expect.poll(() => page.title()).toMatch(/我的货源$/)
    await expect.poll(() => popup.count()).toBe(0)

    // a page that is out of the layout comes back all the same
    await tab(page, '首页').click()
    await settled(page)
    expect(await front(page).getAttribute('data-tab')).toBe('index')
    expect(await laidOut(page)).toHaveLength(5)
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
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?state=inTransit')
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
