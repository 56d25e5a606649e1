// Slips on paper: each says what its record says, the amount in words too, counts its prints, and opens the print dialog with
// itself alone; those of many records go to the printer together.
import { countPrints } from '@yunshu/contract/print'
import { fen, parseYuan } from '@yunshu/domain/figures/money'
import { moneyInWords } from '@yunshu/domain/figures/uppercase'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { act, actOn, front, goInside, journey, message, rows, useProduct, type Cast } from './visitor.ts'

useProduct()

/** The papers as they go to the printer, each on a sheet of its own, after the press that prints them. */
async function allPrinted(page: Page, press: () => Promise<void>): Promise<string[]> {
  await page.evaluate(() =>
    Object.assign(window, {
      print: () =>
        document.body.setAttribute(
          'data-printed',
          JSON.stringify([...document.querySelectorAll('.ys-sheet-paper')].map(({ textContent }) => textContent)),
        ),
    }),
  )
  await press()
  await page.locator('body[data-printed]').waitFor()
  const texts = z.parse(
    z.array(z.string()),
    JSON.parse((await page.locator('body').getAttribute('data-printed')) ?? ''),
  )
  await page.evaluate(() => {
    document.body.removeAttribute('data-printed')
    dispatchEvent(new Event('afterprint'))
  })
  await page.locator('.ys-sheet').waitFor({ state: 'detached' })
  return texts
}

/** The one slip that goes to the printer. */
async function printed(page: Page, press: () => Promise<void>): Promise<string> {
  const [slip = '', ...others] = await allPrinted(page, press)
  expect(others).toEqual([])
  return slip
}

/** Its amount in figures is its amount in words. */
function expectWords(slip: string): void {
  const yuan = /金额([\d,]+\.\d\d) 元/.exec(slip)?.[1] ?? ''
  const amount = parseYuan(yuan.replaceAll(',', ''))
  expect(amount, slip).toBeDefined()
  expect(slip).toContain(`大写${moneyInWords(amount ?? fen(0))}`)
}

const textOf = async (page: Page): Promise<string> => (await rows(page).first().textContent()) ?? ''
const numberIn = (text: string, form: RegExp): string => form.exec(text)?.[0] ?? 'none'

async function receiptOf(page: Page, form: RegExp): Promise<{ slip: string; number: string }> {
  const number = numberIn(await textOf(page), form)
  await rows(page).first().getByRole('button', { name: number }).click()
  const press = page.getByRole('dialog').getByRole('button', { name: '打印收据' })
  const slip = await printed(page, () => press.click())
  return { slip, number }
}

journey('receipts of money that came in, slips of fuel and applications say what their records say', async cast => {
  const { page } = await cast.visit('platform-finance', '/fund/list?state=confirmed&kind=TOP_UP')
  const topUp = await receiptOf(page, /ZJ\d{14}/)
  for (const said of ['收据', topUp.number, '交款单位', '预付运费', '银行流水号']) expect(topUp.slip).toContain(said)
  expectWords(topUp.slip)
  await page.keyboard.press('Escape')

  await goInside(page, '/money/receipts?state=claimed')
  const claimed = await receiptOf(page, /SK\d{14}/)
  for (const said of ['收据', claimed.number, '收款事由运费']) expect(claimed.slip).toContain(said)
  expectWords(claimed.slip)
  await page.keyboard.press('Escape')

  await goInside(page, '/fuel/issues?medium=CARD')
  await rows(page).first().waitFor()
  const issue = numberIn(await textOf(page), /YF\d{14}/)
  const handed = await printed(page, () => actOn(rows(page).first(), '打印油卡发放单'))
  for (const said of ['油卡发放单', issue, '司机签收', '卡号']) expect(handed).toContain(said)
  expectWords(handed)

  await applicationPaper(cast)
})

async function applicationPaper(cast: Cast): Promise<void> {
  const { page } = await cast.visit('platform-finance', '/manage/QueryInvoice/apply')
  await rows(page).first().getByRole('link', { name: /^KP/ }).click()
  const name = await front(page).getByRole('heading', { level: 1 }).textContent()
  const slip = await printed(page, () => act(page, '打印申请单'))
  for (const said of ['开票申请单', numberIn(name ?? '', /KP\d{14}/), '购买方', '税号']) expect(slip).toContain(said)
}

journey('a payment of a sheet is printed from its row', async cast => {
  const { page } = await cast.visit('platform-finance', '/manage/TradeWater?kind=FREIGHT&mark=done&channel=SIM')
  await rows(page).first().getByRole('link', { name: /^JS/ }).click()
  const press = front(page)
    .getByRole('button', { name: /^打印付款单/ })
    .first()
  const task = ((await press.getAttribute('aria-label')) ?? '').replace('打印付款单 ', '')
  const slip = await printed(page, () => press.click())
  for (const said of ['付款单', task, '收款账户', '支付结果支付成功', '第 1 次打印']) expect(slip).toContain(said)
  expectWords(slip)
  expect(await printed(page, () => press.click()), 'the same payment once more').toContain('第 2 次打印')
})

journey('an accountant prints the vouchers of a month in one go, and each counts its prints', async cast => {
  const { page, context, expectComplaint } = await cast.visit('platform-finance', '/voucher/list?kind=TENTATIVE')
  await rows(page).first().waitFor()
  const boxes = front(page).getByRole('checkbox', { name: /^选择 (?!全部)/ })
  const numbers: string[] = []
  for (const n of [0, 1, 2]) {
    numbers.push(((await boxes.nth(n).getAttribute('aria-label')) ?? '').replace('选择 ', ''))
    await boxes.nth(n).check()
  }
  const press = (name: string) => front(page).getByRole('region', { name: '批量操作' }).getByRole('button', { name })
  const batch = await allPrinted(page, () => press('打印所选 240×140').click())
  expect(batch).toHaveLength(3)
  for (const [n, paper] of batch.entries())
    for (const said of [numbers[n] ?? 'none', '借方金额(元)', '制单：', '打印时间', '第 1 次打印'])
      expect(paper).toContain(said)

  // one of them alone, from its page: the next number, and the page says who printed it
  const [, second = 'none'] = numbers
  await goInside(page, `/voucher/list?text=${second}`)
  await rows(page).first().getByRole('link', { name: second }).click()
  expect(await printed(page, () => act(page, '打印 A5'))).toContain('第 2 次打印')
  await expect.poll(() => front(page).getByText('记账凭证 第 2 次').count()).toBeGreaterThan(0)

  // without a number nothing goes to the printer
  expectComplaint(/Failed to load resource/)
  await context.route(`**${countPrints.path}`, route => route.abort())
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', 'x') }))
  await act(page, '打印 A5')
  await message(page, /网络/).waitFor()
  expect(await page.locator('body[data-printed]').count()).toBe(0)
})
