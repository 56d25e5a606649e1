// Journeys through real movements of money: a payment is found by its sheet, its slip is printed, and the bank's slip the
// house keeps reaches the carrier.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pngPhoto } from './photo.ts'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const drawer = (page: Page) => page.getByRole('dialog', { name: /^交易流水/ })
const openFirst = async (page: Page): Promise<void> => {
  await rows(page).first().getByRole('button', { name: /^LS/ }).click()
  await drawer(page).getByText('大写').waitFor()
}

journey('[RT-16] a shipper finds a payment by its sheet, prints its slip, and sees no account number', async cast => {
  // one that went through the simulated bank and stayed away
  const { page } = await cast.visit('shipper-finance', '/manage/TradeWater?kind=FREIGHT&mark=done&channel=SIM')
  await rows(page).first().waitFor()
  const sheet = (await rows(page).first().getByRole('link', { name: /^JS/ }).textContent()) ?? ''
  const number = (await rows(page).first().textContent())?.match(/LS\d{14}/)?.[0] ?? ''
  // numbers pasted into the search are asked for together: the sheet's and the movement's own are one row
  await front(page).getByRole('searchbox').fill(`${number} ${sheet}`)
  await front(page).getByRole('searchbox').press('Enter')
  await front(page)
    .getByText(/^单号：/)
    .waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rows(page).first().textContent()).toContain(number)
  const second = await cast.visit('shipper-finance', `/manage/TradeWater?settlementNum=${sheet}`)
  await rows(second.page).first().waitFor()
  expect(await rows(second.page).count()).toBe(1)
  expect(await rows(second.page).first().textContent()).toContain(number)
  await openFirst(second.page)
  // the address of the record in view can be handed on
  expect(new URL(addressOf(second.page), home).searchParams.get('id')).toBeTruthy()
  expect(await drawer(second.page).textContent()).not.toMatch(/\*{4}\d{4}/)
  await second.page.evaluate(() =>
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }),
  )
  await drawer(second.page).getByRole('button', { name: '打印回单' }).click()
  await second.page.locator('body[data-printed]').waitFor()
  const slip = (await second.page.locator('.td-slip').textContent()) ?? ''
  for (const said of [number, sheet, '模拟通道', '人民币']) expect(slip).toContain(said)
  // the list itself is one paper, with what it was found by, counted apart from the slips in it
  await second.page.keyboard.press('Escape')
  const listed = async () => {
    await second.page.evaluate(() => {
      document.body.removeAttribute('data-printed')
      window.dispatchEvent(new Event('afterprint'))
    })
    await second.page.getByRole('button', { name: '打印流水清单' }).click()
    await second.page.locator('body[data-printed]').waitFor()
    return (await second.page.locator('.ys-sheet').textContent()) ?? ''
  }
  const list = await listed()
  for (const said of [
    number,
    '交易流水清单',
    `结算单号：${sheet}`,
    '第 1 页，共 1 页',
    '支出 1 笔',
    '制表：',
    '第 1 次打印',
  ])
    expect(list).toContain(said)
  expect(await listed()).toContain('第 2 次打印')
})

journey('[RT-16] the bank’s slip the house keeps with a payment is there for the carrier', async cast => {
  const { page } = await cast.visit('carrier-finance', '/manage/TradeWater?kind=FREIGHT&slip=missing')
  await rows(page).first().waitFor()
  const number = (await rows(page).first().textContent())?.match(/LS\d{14}/)?.[0] ?? ''
  const house = await cast.visit('platform-finance', `/manage/TradeWater?text=${number}`)
  await rows(house.page).first().waitFor()
  expect(await rows(house.page).count()).toBe(1)
  await openFirst(house.page)
  await drawer(house.page)
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: pngPhoto() })
  await drawer(house.page)
    .getByRole('button', { name: /^查看大图/ })
    .waitFor()
  await page.goto(`${home}/manage/TradeWater?text=${number}&slip=kept`)
  await rows(page).first().waitFor()
  await openFirst(page)
  await drawer(page)
    .getByRole('button', { name: /^查看大图/ })
    .waitFor()
  expect(await drawer(page).textContent()).toMatch(/\*{4}\d{4}/)
  await settled(page)
  expect(await front(page).locator('input[type=file]').count()).toBe(0)
})

journey(
  'an accountant reads why waybills are not whole, and that profit and ages are those of the ledger',
  async cast => {
    const { page } = await cast.visit('platform-finance', '/chain/list')
    await rows(page).first().waitFor()
    expect(await rows(page).first().textContent()).toContain('缺')
    await front(page).getByRole('button', { name: '列表更多操作' }).click()
    await page.getByRole('menuitem', { name: '月度合一率' }).click()
    await page.getByRole('dialog', { name: '月度四流合一率' }).getByText('四流合一').first().waitFor()
    await page.keyboard.press('Escape')
    await rows(page).first().getByRole('link').first().click()
    await page.getByRole('region', { name: '四流核对' }).getByText('没有托运合同').waitFor()
    await page.goto(`${home}/report/profit?by=shipper`)
    await rows(page).first().waitFor()
    await front(page).getByRole('button', { name: '列表更多操作' }).click()
    await page.getByRole('menuitem', { name: '与总账核对' }).click()
    await page.getByText('运单合计加未分摊等于总账利润表').waitFor()
    await page.goto(`${home}/report/aging`)
    await page.getByText('与总账一致').waitFor()
    await page.goto(`${home}/report/payables`)
    await rows(page).first().waitFor()
    // an amount of a row says how it came
    await rows(page).first().getByTitle('看这个数是怎么来的').first().click()
    await page.getByRole('dialog', { name: '金额说明' }).getByText('应付合计').waitFor()
  },
)
