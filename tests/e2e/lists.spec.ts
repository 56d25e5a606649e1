// Journeys through lists: counters, many numbers, and addresses that reproduce a screen.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseState, foot, isLoaded, list } from './listPage.ts'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

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
    .toMatch(/^\d+ 条$/)
  return Number(/^\d+/.exec((await foot(page).textContent()) ?? '')?.[0])
}

/** Counters of the status tabs by their label. */
async function countersOf(page: Page): Promise<Map<string, number>> {
  const tabs = front(page).getByRole('tablist', { name: '按状态筛选' }).locator('[role=tab]')
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
      await chooseState(page, new RegExp(`^${label} ?${count}$`))
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

journey('a list without rows says so and offers to clear what was asked for', async cast => {
  const { page } = await cast.visit('shipper', `${list}?driver=${encodeURIComponent('没有这个人')}`)
  await front(page).getByText('没有符合条件的记录', { exact: true }).waitFor()
  expect(await front(page).getByText('加载失败').count()).toBe(0)
  await front(page).getByRole('button', { name: '清除条件' }).click()
  await isLoaded(page)
  expect(addressOf(page)).toBe(list)
})
