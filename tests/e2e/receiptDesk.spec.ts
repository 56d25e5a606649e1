// Journeys of the receipt desk: receipts judged one after the other by keys, beside a colleague, and signed on the way.
import { lookAtReceipt } from '@yunshu/contract/waybill/receipt'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, goInside, home, journey, message, rows, settled, useProduct } from './visitor.ts'
import { dialogOf, photo, section } from './waybillPage.ts'

useProduct()

const desk = '/waybill/receipts'
const queue = (page: Page) =>
  front(page).getByRole('navigation', { name: '待审核的回单' }).getByRole('button', { name: /YD/ })
const inView = (page: Page) => front(page).locator('.desk-head').getByRole('link', { name: /^YD/ })
const said = (page: Page, text: RegExp) => front(page).locator('.desk-said').filter({ hasText: text })
const act = (page: Page, name: RegExp) => front(page).getByRole('form', { name })
const shows = (page: Page, no: string | undefined) => expect.poll(() => inView(page).innerText()).toBe(no)

/** Presses a key until its act is open: acts rest for a moment after one was done. */
async function open(page: Page, key: 'a' | 'r'): Promise<ReturnType<typeof act>> {
  const form = act(page, key === 'a' ? /^通过/ : /^驳回/)
  await expect
    .poll(async () => {
      await page.keyboard.press(key)
      return form.isVisible()
    })
    .toBe(true)
  // passing is answered by Enter
  if (key === 'a') await form.locator(':focus').waitFor()
  return form
}

interface Weights {
  readonly waybillNo: string
  readonly loadWeightG: number
  readonly unloadWeightG: number
}
const tons = (grams: number): string => (grams / 1_000_000).toFixed(3)

journey(
  'receipts are judged by keys alone; a colleague was faster: it is told, and nothing typed is lost',
  async cast => {
    const { page } = await cast.known('shipper')
    const answer = page.waitForResponse(response => response.url().includes('/auth/v1/waybill?'))
    await page.goto(home + desk)
    const record = ((await (await answer).json()) as { data: Weights }).data
    await settled(page)
    const numbers = await queue(page).locator('.desk-no').allInnerTexts()
    const [first, second, third, fourth, fifth] = numbers
    await shows(page, record.waybillNo)
    expect(first).toBe(record.waybillNo)
    expect(addressOf(page)).toMatch(/^\/waybill\/receipts\?id=/)
    const facts = await front(page).locator('.wb-weights').innerText()
    for (const weight of [record.loadWeightG, record.unloadWeightG, record.loadWeightG - record.unloadWeightG])
      expect(facts).toContain(tons(weight))

    // passed with its figures
    const passing = await open(page, 'a')
    await passing.getByText(`装货 ${tons(record.loadWeightG)} 吨，卸货 ${tons(record.unloadWeightG)} 吨`).waitFor()
    await page.keyboard.press('Enter')
    await said(page, new RegExp(`^已通过 ${first} · 剩 ${numbers.length - 1} 单$`)).waitFor()
    await shows(page, second)

    // sent back for a usual reason
    await open(page, 'r')
    await page.keyboard.press('2')
    await page.keyboard.press('Enter')
    await said(page, new RegExp(`^已驳回 ${second} · 剩 ${numbers.length - 2} 单$`)).waitFor()
    await shows(page, third)
    await expect
      .poll(() =>
        queue(page)
          .filter({ hasText: second ?? '' })
          .count(),
      )
      .toBe(0)

    // a link shows the same record to a colleague, who judges it
    const colleague = await cast.visit('shipper-freight', addressOf(page))
    await shows(colleague.page, third)
    await open(colleague.page, 'a')
    await colleague.page.keyboard.press('Enter')
    await said(colleague.page, /^已通过/).waitFor()
    await said(page, new RegExp(`^${third} 已由 .+ 审核，已转到下一单$`)).waitFor()
    await shows(page, fourth)

    // one that somebody writes a reason for stays
    const refusing = await open(page, 'r')
    await refusing.getByLabel('补充说明').fill('ar 背面看不见')
    await shows(colleague.page, fourth)
    await open(colleague.page, 'a')
    await colleague.page.keyboard.press('Enter')
    await refusing.getByText('单据状态已变化，当前不能驳回').waitFor()
    await expect.poll(() => refusing.getByLabel('补充说明').inputValue()).toBe('ar 背面看不见')
    expect(await refusing.getByRole('button', { name: '确认驳回' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await said(page, /审核，已转到下一单$/).waitFor()
    await shows(page, fifth)

    // walked and judged to the end
    await page.keyboard.press('j')
    await shows(page, numbers[5])
    await page.keyboard.press('[')
    await shows(page, fifth)
    await page.keyboard.press('k')
    await shows(page, fifth)

    // a reason outlives the page it was typed on
    const begun = await open(page, 'r')
    await begun.getByLabel('补充说明').fill('第二页缺角')
    await begun.getByRole('button', { name: /缺签章/ }).click()
    await page.reload()
    await settled(page)
    const left = page.locator('.left-open')
    await left.getByText(`“驳回回单 ${fifth}”填写的内容已存草稿`).waitFor()
    await left.getByRole('button', { name: '继续填写' }).click()
    await expect.poll(() => begun.getByLabel('补充说明').inputValue()).toBe('第二页缺角')
    await expect.poll(() => begun.getByRole('button', { name: /缺签章/ }).getAttribute('aria-pressed')).toBe('true')
  },
)

journey(
  'a receipt of a waybill to sign is signed and passed in one act; photos are walked, enlarged and turned',
  async cast => {
    const carrier = await cast.visit('carrier', '/waybill/list?state=toSign')
    await rows(carrier.page).filter({ hasText: '恒泰' }).nth(1).getByRole('link', { name: /^YD/ }).click()
    await section(carrier.page, '回单')
      .locator('input[type=file]')
      .setInputFiles([photo('正面.png'), photo('背面.png')])
    await message(carrier.page, '已上传 2 个文件').waitFor()
    const at = addressOf(carrier.page)
    const { page, expectComplaint } = await cast.visit('shipper', at)
    // an open claim stands in the way of the signature
    await front(page)
      .getByRole('listitem', { name: /^压车费/ })
      .getByRole('button', { name: '确认' })
      .click()
    await dialogOf(page, /^确认压车费/)
      .getByRole('button', { name: '确认', exact: true })
      .click()
    await front(page)
      .getByRole('listitem', { name: /^压车费/ })
      .getByRole('button', { name: '确认' })
      .waitFor({ state: 'hidden' })
    await goInside(page, `${desk}?id=${at.slice(at.lastIndexOf('/') + 1)}`)
    const picture = front(page).getByRole('img', { name: '回单' })
    await expect
      .poll(() => picture.evaluate(image => image instanceof HTMLImageElement && image.naturalWidth))
      .toBe(240)
    await page.keyboard.press('ArrowRight')
    await front(page).getByText('2 / ', { exact: false }).first().waitFor()
    await page.keyboard.press('+')
    await page.keyboard.press('o')
    await expect
      .poll(() => picture.evaluate(image => [image.style.rotate, image.style.width]))
      .toEqual(['90deg', '150%'])
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => picture.evaluate(image => [image.style.rotate, image.style.width])).toEqual(['0deg', ''])

    // the signature stands though the verdict behind it does not come through
    expectComplaint(/net::ERR_FAILED/)
    await page.route('**/auth/v1/waybill/receipt/audit', route => route.abort())
    const passing = await open(page, 'a')
    await passing.getByText('签收后费用按实际重量确定，不能再修改').waitFor()
    // Ctrl+Enter does the act of the primary button, the signature too
    await page.keyboard.press('Control+Enter')
    await passing.getByText('运单已签收；回单还没有通过').waitFor()
    await front(page).locator('.desk-head').getByText('已签收', { exact: true }).waitFor()
    await page.unroute('**/auth/v1/waybill/receipt/audit')
    await passing.getByRole('button', { name: '确认通过' }).click()
    await said(page, /^已签收并通过 YD/).waitFor()
  },
)

journey(
  'receipts that were looked at are passed together; one nobody opened is left out with the reason',
  async cast => {
    const { page } = await cast.known('shipper')
    const looked = () => page.waitForResponse(answer => answer.url().includes(lookAtReceipt.path))
    const first = looked()
    await page.goto(home + desk)
    await settled(page)
    const numbers = (await queue(page).locator('.desk-no').allInnerTexts()).slice(0, 3)
    await first
    const second = looked()
    await page.keyboard.press('j')
    await shows(page, numbers[1])
    await second
    await front(page).getByRole('button', { name: '通过看过的 2 单' }).waitFor()
    const dialog = page.getByRole('dialog', { name: '批量通过回单' })
    const colleague = await cast.visit(
      'shipper',
      `/waybill/list?receiptState=uploaded&numbers=${encodeURIComponent(JSON.stringify(numbers))}`,
    )
    await front(colleague.page).getByRole('checkbox', { name: '选择全部已加载的行' }).check()
    await front(colleague.page).getByRole('button', { name: '批量通过回单' }).click()
    const there = colleague.page.getByRole('dialog', { name: '批量通过回单' })
    await there.getByRole('button', { name: /^通过回单 2 单/ }).waitFor()
    await there
      .getByRole('listitem')
      .filter({ hasText: numbers[2] ?? '' })
      .getByText('没有在回单审核中打开过', { exact: false })
      .waitFor()
    await there.getByRole('button', { name: /^返\s?回$/ }).click()
    await front(page).getByRole('button', { name: '通过看过的 2 单' }).click()
    await dialog.getByRole('button', { name: /^通过回单 2 单/ }).click()
    await dialog.getByText('2/2 单已通过').waitFor()
    await dialog
      .getByRole('button', { name: /^关\s?闭$/ })
      .last()
      .click()
    await shows(page, numbers[2])
    await expect.poll(() => queue(page).locator('.desk-no').allInnerTexts()).not.toContain(numbers[0])
  },
)

journey('a record of another company is none, and a company that hauls has no desk', async cast => {
  const shipper = await cast.visit('shipper', desk)
  await inView(shipper.page).waitFor()
  const numbers = await queue(shipper.page).locator('.desk-no').allInnerTexts()
  const other = await cast.visit('shipper2', addressOf(shipper.page))
  other.expectComplaint(/status of 404/)
  await front(other.page).getByText('记录不存在或已被删除').waitFor()
  const own = await queue(other.page).locator('.desk-no').allInnerTexts()
  expect(numbers.filter(no => own.includes(no))).toEqual([])
  await other.page.keyboard.press('j')
  await shows(other.page, own[0])
  await goInside(other.page, `${desk}?plate=${encodeURIComponent('京A00000')}`)
  await front(other.page).getByText('没有等您审核的回单').waitFor()
  const carrier = await cast.visit('carrier', desk)
  expect(await queue(carrier.page).count()).toBe(0)
  expect(await carrier.page.getByRole('link', { name: '回单审核' }).count()).toBe(0)
})
