// Journeys of the inbox of payment: the sheet in view beside the list, approved and refused by keys, the next one comes.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { act, front, hasFocus, home, journey, rowOf, rows, settled, useProduct, type Cast } from './visitor.ts'

useProduct()

const inbox = '/payment/tasks?state=approve'
const view = (page: Page) => front(page).locator('.ys-peek')
/** The number of the sheet in view, once its figures are drawn. */
async function inView(page: Page): Promise<string> {
  const number = await view(page).locator('.ys-hero h2').getAttribute('title')
  return number ?? ''
}
const comes = (page: Page, settlementNum: string) =>
  view(page)
    .getByRole('heading', { name: `结算单 ${settlementNum}`, level: 2 })
    .waitFor()
const dialog = (page: Page, verb: string, settlementNum: string) =>
  page.getByRole('dialog', { name: `${verb}结算单 ${settlementNum}` })
/** Presses a key until it is meant again: keys of acts rest after an act. */
const opensBy = (page: Page, key: string, settlementNum: string, verb: string) =>
  expect
    .poll(async () => {
      if (!(await dialog(page, verb, settlementNum).isVisible())) await page.keyboard.press(key)
      return dialog(page, verb, settlementNum).isVisible()
    })
    .toBe(true)

/** The clerk hands in what can be handed in, so that several sheets wait; each is followed by the next in the inbox. */
async function threeWait(cast: Cast): Promise<void> {
  const { page } = await cast.visit('shipper-freight', '/payment/tasks?state=submit')
  for (;;) {
    const left = await rows(page).count()
    if (left === 0) return
    const number = await inView(page)
    await view(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await rowOf(page, number).waitFor({ state: 'hidden' })
    await settled(page)
  }
}

journey(
  'finance sees the first sheet beside the list, approves by a and Enter, refuses by r with a reason; the next one comes each time, and one somebody else dealt with is said',
  async cast => {
    await threeWait(cast)
    const { page } = await cast.visit('shipper-finance', inbox)
    await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(3)
    const numbers = await rows(page).getByRole('link', { name: /^JS/ }).allTextContents()
    const [first = '', second = '', third = '', fourth = first] = numbers
    // the first one stands beside the list, without a press
    await comes(page, first)
    // over the list it comes by a press alone
    await page.setViewportSize({ width: 1024, height: 800 })
    await view(page).waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await comes(page, first)
    const figures = view(page).getByRole('region', { name: '核对提示' })
    await expect.poll(() => figures.innerText()).toMatch(/正常范围|值得看一眼/)
    await page.keyboard.press('j')
    await comes(page, second)
    await opensBy(page, 'a', second, '审核')
    await dialog(page, '审核', second).getByText('收款账号').waitFor()
    await hasFocus(dialog(page, '审核', second).getByRole('button', { name: '审核通过', exact: true }))
    await page.keyboard.press('Enter')
    await dialog(page, '审核', second).waitFor({ state: 'hidden' })
    await comes(page, third)
    await view(page).getByText(`${second} 审核通过，等待支付`).waitFor()
    await rowOf(page, second).waitFor({ state: 'hidden' })

    await opensBy(page, 'r', third, '驳回')
    await page.keyboard.type('ajr 运费与合同不符')
    await dialog(page, '驳回', third)
      .getByRole('button', { name: /驳\s?回/ })
      .click()
    await comes(page, fourth)
    await view(page)
      .getByText(new RegExp(`${third} 已驳回，等待 \\S+ 修改后重新提交`))
      .waitFor()
  },
)

journey(
  'a sheet somebody else approved meanwhile stays while its refusal is being typed; then it is said who did it, and the next one comes',
  async cast => {
    await threeWait(cast)
    const { page } = await cast.visit('shipper-finance', inbox)
    const [first = '', second = ''] = await rows(page).getByRole('link', { name: /^JS/ }).allTextContents()
    await comes(page, first)
    await opensBy(page, 'r', first, '驳回')
    // not typed: a second press of the key may stand in the field already
    await dialog(page, '驳回', first).getByLabel('原因').fill('运费与合同不符')
    const other = await cast.visit('platform-finance', `/manage/Normal/${first}`)
    await front(other.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await dialog(other.page, '审核', first).getByRole('button', { name: '审核通过' }).click()
    const refusing = dialog(page, '驳回', first)
    await refusing.getByText('单据状态已变化，当前不能驳回').waitFor()
    await rowOf(page, first).waitFor({ state: 'hidden' })
    expect(await refusing.getByLabel('原因').inputValue()).toBe('运费与合同不符')
    await refusing.getByRole('button', { name: '返回' }).click()
    await comes(page, second)
    await view(page)
      .getByText(new RegExp(`${first} 已由 \\S+ 审核通过，现在待支付`))
      .waitFor()
  },
)

journey(
  'a sheet that failed to come can be asked for again; one that is out of reach is said, beside a list that stands',
  async cast => {
    await threeWait(cast)
    const { page, expectComplaint } = await cast.known('shipper-finance')
    expectComplaint(/status of (403|500)/)
    let answer: { status: number; message: string } | undefined = { status: 500, message: '服务器开小差了' }
    await page.route('**/auth/v1/web/settlementManage/details?*', async route => {
      if (answer === undefined) return route.continue()
      const { status, message } = answer
      await route.fulfill({ status, json: { code: status * 10, message, data: null } })
    })
    await page.goto(`${home}${inbox}`)
    await settled(page)
    const [first = ''] = await rows(page).getByRole('link', { name: /^JS/ }).allTextContents()
    const retry = view(page).getByRole('button', { name: /重\s?试/ })
    await retry.waitFor()
    // no act without the figures
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    answer = undefined
    await retry.click()
    await comes(page, first)
    answer = { status: 403, message: '没有权限' }
    await page.reload()
    await view(page)
      .getByText(/没有.*权限/)
      .first()
      .waitFor()
    expect(
      await view(page)
        .getByRole('button', { name: /审核通过|驳回/ })
        .count(),
    ).toBe(0)
    // the list beside it stands
    expect(await rows(page).count()).toBeGreaterThan(0)
  },
)

journey('on a phone a card of the inbox leads to the sheet, whose marks stand above its approval', async cast => {
  const { page } = await cast.visit('platform-finance', inbox, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const card = front(page).locator('.ys-card').first()
  const number = (await card.getByRole('link', { name: /^JS/ }).innerText()).trim()
  await card.getByRole('link', { name: '核对并审核' }).click()
  await front(page).getByRole('region', { name: '核对提示' }).getByText(/。$/).first().waitFor()
  await act(page, '审核通过')
  await dialog(page, '审核', number).getByText('收款账号').first().waitFor()
})
