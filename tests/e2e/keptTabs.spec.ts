// Journeys along kept pages: what was typed and shown comes back with its tab, and the tabs with the person.
import { expect } from 'vitest'
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
