// Journeys through lists: counters, many numbers, addresses that reproduce a screen, columns, keys, and links of rows.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { foot, isLoaded } from './listPage.ts'
import { addressOf, front, goInside, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const list = '/waybill/list'

/** Scrolls until all rows are there; answers how many. */
async function countRows(page: Page): Promise<number> {
  await isLoaded(page)
  const holder = front(page).locator('.ys-grid')
  await expect
    .poll(
      async () => {
        await holder.evaluate(box => {
          box.scrollTop = box.scrollHeight
        })
        return foot(page).textContent()
      },
      { timeout: 60_000 },
    )
    .toMatch(/已全部加载$/)
  return Number(/\d+/.exec((await foot(page).textContent()) ?? '')?.[0])
}

/** Counters of the status tabs by their label. */
async function countersOf(page: Page): Promise<Map<string, number>> {
  const tabs = front(page).getByRole('tablist', { name: '按状态筛选' }).getByRole('tab')
  await expect.poll(() => tabs.first().textContent()).toMatch(/\d/)
  return new Map(
    (await tabs.allTextContents()).map(text => [text.replace(/[\d万+]+$/, ''), Number(/\d+$/.exec(text)?.[0])]),
  )
}

journey('the counters of the status tabs are the rows of the list, whatever is asked for', async cast => {
  const { page } = await cast.visit('carrier', list)
  let compared = 0
  for (const query of ['', '?receiptState=uploaded', '?settleState=settling', '?driver=王']) {
    await page.goto(`${home}${list}${encodeURI(query)}`)
    await settled(page)
    const counters = await countersOf(page)
    const sum = [...counters].filter(([label]) => label !== '全部').reduce((all, [, count]) => all + count, 0)
    expect(counters.get('全部'), `全部 under ${query}`).toBe(sum)
    for (const [label, count] of [...counters]
      .filter(([name, many]) => name !== '全部' && many > 0 && many <= 250)
      .slice(0, 2)) {
      await front(page)
        .getByRole('tab', { name: `${label}${count}`, exact: true })
        .click()
      expect(await countRows(page), `${label} under ${query}`).toBe(count)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThanOrEqual(5)
})

journey(
  'many pasted numbers find their waybills, and the address shows the same screen to whoever opens it',
  async cast => {
    const { page, context } = await cast.visit('shipper', `${list}?state=signed`)
    await isLoaded(page)
    const numbers = (await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()).slice(2, 6)
    expect(numbers).toHaveLength(4)
    const box = front(page).getByLabel('单号')
    await box.fill(`${numbers[0]}\n${numbers[1]}，${numbers[2]}；${numbers[3]} ${numbers[0]}`)
    await box.press('Enter')
    await expect.poll(() => rows(page).count()).toBe(4)
    const found = await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()
    expect([...found].sort()).toEqual([...numbers].sort())
    const other = await context.newPage()
    await other.goto(page.url())
    await settled(other)
    await expect.poll(() => rows(other).getByRole('link', { name: /^YD/ }).allTextContents()).toEqual(found)
    expect(await front(other).getByLabel('单号').inputValue()).toBe(numbers.join(' '))
    expect(
      await front(other)
        .getByRole('tab', { name: /^已签收/ })
        .getAttribute('aria-selected'),
    ).toBe('true')
    // back takes the numbers away again
    await page.goBack()
    await expect.poll(() => front(page).getByLabel('单号').inputValue()).toBe('')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(4)
  },
)

journey(
  'an address that asks for what cannot be is not taken for a list of everything: it is said, and can be taken away',
  async cast => {
    const { page } = await cast.visit('shipper', `${list}?numbers=YD1,YD2&state=signed`)
    await isLoaded(page)
    const chips = front(page).getByRole('list', { name: '已选条件' })
    await chips.getByText('单号：地址中的值无法识别，没有按它筛选').waitFor()
    await chips.getByRole('button', { name: '去掉条件 单号' }).click()
    await expect.poll(() => chips.count()).toBe(0)
    expect(page.url()).toBe(`${home}${list}?state=signed`)
  },
)

journey('[GD-09] columns taken away stay away after a reload, and the usual ones come back on request', async cast => {
  const { page } = await cast.visit('carrier-finance', list)
  await isLoaded(page)
  const heading = (name: string) => front(page).locator('.ys-grid').getByRole('columnheader', { name, exact: true })
  await heading('司机').waitFor()
  await front(page).getByRole('button', { name: '列设置' }).click()
  const kept = page.waitForResponse(
    response =>
      response.url().endsWith('/auth/v1/user/settings') && (response.request().postData() ?? '').includes('lists'),
  )
  await page.getByRole('checkbox', { name: '司机', exact: true }).uncheck()
  await heading('司机').waitFor({ state: 'detached' })
  await kept
  await page.reload()
  await isLoaded(page)
  expect(await heading('司机').count()).toBe(0)
  await front(page).getByRole('button', { name: '列设置' }).click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await heading('司机').waitFor()
})

journey('j and k walk the rows, x ticks one, enter opens it; typed letters stay letters', async cast => {
  const { page } = await cast.visit('shipper', list)
  await isLoaded(page)
  const numbers = await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()
  const driver = front(page).getByLabel('司机')
  await driver.pressSequentially('jkx')
  expect(await driver.inputValue()).toBe('jkx')
  await driver.evaluate(input => {
    ;(input as HTMLElement).blur()
  })
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
})

journey(
  'a link of a row opens inside without loading anew, and in a new tab of the browser with Ctrl held; its menu is made when asked for',
  async cast => {
    const { page, context } = await cast.visit('shipper', '/waybill/list?state=signed')
    await page.evaluate(() => {
      Reflect.set(globalThis, 'isSameLoad', true)
    })
    const link = rows(page).first().getByRole('link', { name: /^YD/ })
    const number = (await link.textContent()) ?? ''
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await front(opened).getByRole('heading', { name: number }).waitFor()
    await opened.close()
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
    await link.click()
    await front(page).getByRole('heading', { name: number }).waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameLoad'))).toBe(true)
    await page.locator('.header-name').click()
    await expect.poll(() => addressOf(page)).toBe('/index')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSameLoad'))).toBe(true)

    await goInside(page, '/GoodsMy?state=published')
    await settled(page)
    const more = rows(page).first().getByRole('button', { name: '更多' })
    const menu = page.getByRole('menu', { name: '更多操作' })
    expect(await menu.count()).toBe(0)
    await more.click()
    await menu.waitFor()
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    // a second press closes it, Escape gives the focus back
    await more.click()
    await menu.waitFor({ state: 'detached' })
    await more.press('Enter')
    await menu.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await menu.getByRole('menuitem').nth(1).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    expect(await more.evaluate(button => button === document.activeElement)).toBe(true)
  },
)

journey('a list without rows says so and offers to clear what was asked for', async cast => {
  const { page } = await cast.visit('shipper', `${list}?driver=${encodeURIComponent('没有这个人')}`)
  await front(page).getByText('没有符合条件的记录', { exact: true }).waitFor()
  expect(await front(page).getByText('加载失败').count()).toBe(0)
  await front(page).getByRole('button', { name: '清除条件' }).click()
  await isLoaded(page)
  expect(addressOf(page)).toBe(list)
})
