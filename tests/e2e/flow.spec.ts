// Journeys through the statement of an account: a company's own, and the house's, whose balances follow row by row.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const cents = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100)
/** The figure beside a name in the line above the rows. */
const figure = async (page: Page, name: string): Promise<number> =>
  cents((await front(page).locator('.vc-balances > div').filter({ hasText: name }).locator('dd').textContent()) ?? '')
/** The figures of the first rows. */
const shownRows = async (page: Page): Promise<{ change: number; balance: number }[]> => {
  const texts = await rows(page).evaluateAll(found =>
    found.slice(0, 8).map(row =>
      // the house has the bank's word behind the figures; the last line of a day says the day's sums below its own
      [...row.querySelectorAll('td .ys-figure')]
        .map(figure => figure.textContent)
        .filter(text => !text.startsWith('当日'))
        .slice(-2),
    ),
  )
  return texts.map(([change = '', balance = '']) => ({
    change: cents(change.replace('−', '-')),
    balance: cents(balance),
  }))
}

journey(
  '[RT-18] a shipper reads its account like a bank’s statement, by month, and hands the address on',
  async cast => {
    const { page } = await cast.visit('shipper-finance', '/index')
    await page.getByRole('navigation').getByText('账务', { exact: true }).first().click()
    await page.getByRole('link', { name: '账户流水' }).first().click()
    await rows(page).first().waitFor()
    expect(new URL(addressOf(page), home).searchParams.get('account')).toBe('2205.01')
    const chosen = front(page).getByRole('tab', { name: /^预收余额/ })
    expect(await chosen.getAttribute('aria-selected')).toBe('true')
    expect(
      await front(page)
        .getByRole('tab', { name: /^通道账户/ })
        .count(),
    ).toBe(0)
    let balance = await figure(page, '期初余额')
    const shown = await shownRows(page)
    expect(shown.length).toBeGreaterThan(3)
    for (const row of shown) {
      balance += row.change
      expect(row.balance).toBe(balance)
    }
    const [opening, income, outgo] = [
      await figure(page, '期初余额'),
      await figure(page, '本期收入'),
      await figure(page, '本期支出'),
    ]
    const closing = await figure(page, '期末余额')
    expect(opening + income - outgo).toBe(closing)
    // another account, and the same address opened by a colleague shows the same
    await front(page)
      .getByRole('tab', { name: /^应收未付/ })
      .click()
    await settled(page)
    // the account that was left says its balance beside its name again
    await expect.poll(async () => cents((await chosen.textContent()) ?? '')).toBe(closing)
    const address = addressOf(page)
    expect(address).toContain('account=1122.01')
    const second = await cast.visit('shipper-finance', address)
    await rows(second.page).first().waitFor()
    const shared = await shownRows(second.page)
    expect(shared.length).toBeGreaterThan(0)
    await expect.poll(() => shownRows(page)).toEqual(shared)
  },
)

journey('[RT-18] the house reads its channel account, and one company’s account with it', async cast => {
  const { page } = await cast.visit('platform-finance', '/manage/flowingWater')
  await rows(page).first().waitFor()
  expect(addressOf(page)).toContain('account=1002.02')
  let balance = await figure(page, '期初余额')
  for (const row of await shownRows(page)) {
    balance += row.change
    expect(row.balance).toBe(balance)
  }
  await front(page).getByRole('button', { name: /^筛选/ }).click()
  await front(page).getByLabel('往来单位').click()
  await page.locator('.ant-select-dropdown:visible').getByTitle('榆林恒泰煤业销售有限公司').click()
  await front(page).getByRole('button', { name: '查询' }).click()
  await front(page)
    .getByRole('tab', { name: /^通道账户/ })
    .waitFor({ state: 'detached' })
  await front(page)
    .getByRole('tab', { name: /^预收余额/ })
    .click()
  await rows(page).first().waitFor()
  const shipper = await cast.visit('shipper-finance', '/manage/flowingWater')
  await rows(shipper.page).first().waitFor()
  await expect.poll(() => figure(page, '期末余额')).toBe(await figure(shipper.page, '期末余额'))
})
