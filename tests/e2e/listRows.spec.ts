// Journeys along the rows of a list: columns, keys, links, and the menu of a row.
import { expect } from 'vitest'
import { fromMenu, isLoaded, list } from './listPage.ts'
import { addressOf, front, goInside, hasFocus, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey('[GD-09] columns taken away stay away after a reload, and the usual ones come back on request', async cast => {
  const { page } = await cast.visit('carrier-finance', list)
  await isLoaded(page)
  const heading = (name: string) => front(page).locator('.ys-grid').getByRole('columnheader', { name, exact: true })
  await heading('车辆 / 司机').waitFor()
  await fromMenu(page, '列设置')
  const kept = page.waitForResponse(
    response =>
      response.url().endsWith('/auth/v1/user/settings') && (response.request().postData() ?? '').includes('lists'),
  )
  await page.getByRole('checkbox', { name: '车辆 / 司机', exact: true }).uncheck()
  await heading('车辆 / 司机').waitFor({ state: 'detached' })
  await kept
  await page.reload()
  await isLoaded(page)
  expect(await heading('车辆 / 司机').count()).toBe(0)
  await fromMenu(page, '列设置')
  await page.getByRole('button', { name: '恢复默认' }).click()
  await heading('车辆 / 司机').waitFor()
})

journey(
  'j and k walk the rows, x ticks one, enter opens it; the list returns as full as it was left; typed letters stay letters',
  async cast => {
    const { page } = await cast.visit('shipper', list)
    await isLoaded(page)
    const numbers = await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()
    const driver = front(page).getByLabel('司机')
    await driver.pressSequentially('jkx')
    expect(await driver.inputValue()).toBe('jkx')
    const leave = () =>
      driver.evaluate(input => {
        ;(input as HTMLElement).blur()
      })
    await leave()
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key)
    await page.keyboard.press('x')
    await front(page).getByText('已选 1 条').waitFor()
    expect(
      await front(page)
        .getByRole('checkbox', { name: `选择 ${numbers[1]}` })
        .isChecked(),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await front(page)
      .getByRole('heading', { name: `运单 ${numbers[1]}` })
      .waitFor()

    // a long walk down whose last step is left at once
    await page.goBack()
    await isLoaded(page)
    // the field gets its focus back with the tab
    await leave()
    await page.evaluate(() => {
      for (const key of [...Array.from({ length: 45 }, () => 'j'), 'Enter'])
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
    await front(page)
      .getByRole('heading', { name: /^运单 YD/ })
      .waitFor()
    await page.goBack()
    await isLoaded(page)
    const grid = front(page).locator('.ys-grid')
    const emptyPx = () =>
      grid.evaluate(box => {
        const rowsDrawn = [...box.querySelectorAll('tbody tr.ys-row')].map(row => row.getBoundingClientRect())
        return Math.max(0, box.getBoundingClientRect().bottom - Math.max(...rowsDrawn.map(row => row.bottom)))
      })
    await expect.poll(emptyPx).toBeLessThan(10)
    expect(await grid.evaluate(box => box.scrollTop)).toBeGreaterThan(0)

    // the whole cell of a box is its target, and shows nothing beside the list
    await grid.evaluate(box => box.scrollTo(0, 0))
    const third = front(page).getByRole('checkbox', { name: `选择 ${numbers[2]}` })
    for (const isTicked of [true, false]) {
      await rows(page)
        .filter({ has: page.getByRole('checkbox', { name: `选择 ${numbers[2]}` }) })
        .locator('td')
        .first()
        .click({ position: { x: 4, y: 6 } })
      expect(await third.isChecked()).toBe(isTicked)
    }
    expect(await front(page).locator('.ys-peek').count()).toBe(0)
  },
)

journey(
  'a link of a row opens inside without loading anew, and in a new tab of the browser with Ctrl held; its menu is made when asked for',
  async cast => {
    const { page, context } = await cast.visit('shipper', '/waybill/list?state=signed')
    await page.evaluate(() => {
      Reflect.set(globalThis, 'isSameLoad', true)
    })
    const link = rows(page).first().getByRole('link', { name: /^YD/ })
    const number = (await link.textContent()) ?? ''
    // the press is left to the browser: opening a tab by itself hangs the one without a window now and then
    const isLeft = page.evaluate(
      () =>
        new Promise<boolean>(resolve => {
          addEventListener(
            'click',
            press => {
              resolve(!press.defaultPrevented && press.ctrlKey)
              press.preventDefault()
            },
            { once: true },
          )
        }),
    )
    await link.click({ modifiers: ['Control'] })
    expect(await isLeft).toBe(true)
    const opened = await context.newPage()
    await opened.goto(new URL((await link.getAttribute('href')) ?? '', home).href)
    await front(opened).getByRole('heading', { name: number }).waitFor()
    await opened.close()
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
    await link.click()
    await front(page).getByRole('heading', { name: number }).waitFor()
    // the list it came from is walked by keys, and the walk leaves one tab
    const first = addressOf(page)
    await page.keyboard.press(']')
    await expect.poll(() => addressOf(page)).not.toBe(first)
    await front(page)
      .getByRole('heading', { level: 1, name: /^运单 YD/ })
      .waitFor()
    await front(page).getByRole('button', { name: '上一单' }).click()
    await expect.poll(() => addressOf(page)).toBe(first)
    await front(page).getByRole('heading', { name: number }).waitFor()
    await expect.poll(() => page.locator('.panel[data-tab^=WaybillDetails]').count()).toBe(1)
    expect(await front(page).getByRole('button', { name: '上一单' }).isDisabled()).toBe(true)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameLoad'))).toBe(true)
    await page.locator('.header-name').click()
    await expect.poll(() => addressOf(page)).toBe('/index')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameLoad'))).toBe(true)

    await goInside(page, '/GoodsMy?state=published')
    await settled(page)
    const upper = rows(page).first()
    const before = await upper.boundingBox()
    await upper.hover()
    // acts stand over the row that is pointed at, which stays as high as it was
    await upper.locator('.ys-strip').waitFor()
    expect(await upper.boundingBox()).toEqual(before)
    const strip = await upper.locator('.ys-strip').boundingBox()
    expect([strip?.y, strip?.height]).toEqual([before?.y, before?.height])
    const more = rows(page).first().getByRole('button', { name: '更多' })
    const menu = page.getByRole('menu', { name: '更多操作' })
    expect(await menu.count()).toBe(0)
    await more.click()
    await menu.waitFor()
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true')
    // a second press closes it, Escape gives the focus back
    await more.click()
    await menu.waitFor({ state: 'detached' })
    await more.press('Enter')
    await menu.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await menu.getByRole('menuitem').nth(1).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await expect.poll(() => more.evaluate(button => button === document.activeElement)).toBe(true)
  },
)

journey(
  'all but 112 px of a list at 1366 × 768 are rows of two lines without scrolling sideways; a row is shown beside it, walked and left by keys',
  async cast => {
    const { page } = await cast.visit('shipper', list, { viewport: { width: 1366, height: 768 } })
    await isLoaded(page)
    const grid = front(page).locator('.ys-grid')
    const measured = await grid.evaluate(box => ({
      rest: (box.closest<HTMLElement>('.ys-list')?.offsetHeight ?? 0) - (box.clientHeight - 32),
      row: box.querySelector<HTMLElement>('.ys-row')?.offsetHeight,
      aside: box.scrollWidth - box.clientWidth,
      most: Math.max(...[...box.querySelectorAll('.ys-row')].map(row => row.querySelectorAll('*').length + 1)),
    }))
    expect([measured.rest <= 112, measured.row], `${measured.rest} px are no rows`).toEqual([true, 52])
    expect(measured.aside).toBe(0)
    expect(measured.most, 'elements of a row').toBeLessThanOrEqual(34)
    const numbers = await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/auth/v1/waybill/detail')) asked.push(request.url())
    })
    const peek = (number = '') => front(page).getByRole('region', { name: `预览 ${number}` })
    // a press beside the links, then keys: the row keeps the focus
    await rows(page).first().getByRole('gridcell').nth(3).click()
    await peek(numbers[0])
      .getByRole('heading', { name: numbers[0] ?? '' })
      .waitFor()
    for (const key of ['j', 'j']) await page.keyboard.press(key)
    await peek(numbers[2]).getByText('重量与磅单').waitFor()
    await hasFocus(rows(page).nth(2))
    await page.keyboard.press('F6')
    await peek(numbers[2]).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('[')
    await peek(numbers[1]).waitFor()
    await page.keyboard.press('Escape')
    await peek(numbers[1]).waitFor({ state: 'detached' })
    await rows(page).nth(1).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Space')
    await peek(numbers[1]).waitFor()
    await page.keyboard.press('Enter')
    await front(page)
      .getByRole('heading', { name: `运单 ${numbers[1]}` })
      .waitFor()
  },
)

journey('goods, vehicles and drivers stand beside their lists as records, with their acts', async cast => {
  for (const { account, at, card, act } of [
    { account: 'shipper', at: '/GoodsMy?state=partial', card: '承运商任务', act: '派任务' },
    { account: 'carrier', at: '/vehicle/list', card: '证件认证', act: '修改' },
    { account: 'carrier', at: '/driver/list', card: '证件认证', act: '修改' },
  ]) {
    const { page } = await cast.visit(account, at)
    await rows(page).first().getByRole('gridcell').nth(3).click()
    const peek = front(page).getByRole('region', { name: /^预览/ })
    await peek.getByRole('heading', { name: card, exact: true }).waitFor()
    await peek.getByRole('button', { name: act, exact: true }).waitFor()
  }
})
