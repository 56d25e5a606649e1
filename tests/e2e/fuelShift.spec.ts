// Stock of fuel: lost by two people, a difference of the provider written off from its row and back again; and handed out to a
// waybill that waits for it.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { startCopy } from './seed.ts'
import { actOn, front, journey, message, pointedAt, rowOf, rows, useProduct } from './visitor.ts'

useProduct(startCopy)

async function choose(page: Page, box: Locator, label: string, text: string): Promise<void> {
  await box.getByLabel(label).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(text, { exact: true }).click()
}

journey(
  'a line nobody was handed out is lost by two people, and is a difference again when two take the loss back',
  async cast => {
    const { page } = await cast.visit('platform-finance', '/fuel/uses?state=differs')
    const first = front(page).getByRole('row').filter({ hasText: '卡上没有未用的发放' }).first()
    await first.waitFor()
    await actOn(first, '记损耗')
    const asking = page.getByRole('dialog', { name: /^记损耗 SH/ })
    const serial = /SH\d+/.exec((await asking.textContent()) ?? '')?.[0] ?? ''
    await asking.getByText('1,470.00').waitFor()
    await asking.getByRole('button', { name: '提交复核' }).click()
    await asking.getByText('请填写原因').waitFor()
    await asking.getByLabel('原因').fill('供应商核实为盗刷')
    await asking.getByRole('button', { name: '提交复核' }).click()
    await asking.waitFor({ state: 'detached' })

    await page.goto(new URL('/fuel/shifts?state=asked', page.url()).href)
    const own = await pointedAt(rowOf(page, '供应商核实为盗刷'))
    expect(await own.getByRole('button', { name: '确认入账' }).count(), 'nobody agrees with their own').toBe(0)

    const admin = await cast.visit('admin', '/fuel/shifts?state=asked')
    await actOn(rowOf(admin.page, '供应商核实为盗刷'), '确认入账')
    const judging = admin.page.getByRole('dialog', { name: /^确认入账 YT/ })
    await judging.getByText(serial).waitFor()
    await judging.getByRole('button', { name: '确认入账' }).click()
    await judging.waitFor({ state: 'detached' })

    await page.goto(new URL('/fuel/shifts?state=booked', page.url()).href)
    await actOn(rowOf(page, '供应商核实为盗刷'), '申请冲销')
    const undoing = page.getByRole('dialog', { name: /^申请冲销 YT/ })
    await undoing.getByLabel('原因').fill('供应商已退回')
    await undoing.getByRole('button', { name: '申请冲销' }).click()
    await undoing.waitFor({ state: 'detached' })
    await admin.page.goto(new URL('/fuel/shifts?state=undoing', admin.page.url()).href)
    await actOn(rowOf(admin.page, '供应商核实为盗刷'), '确认冲销')
    const undone = admin.page.getByRole('dialog', { name: /^确认冲销 YT/ })
    await undone.getByText('供应商已退回').waitFor()
    await undone.getByRole('button', { name: '确认冲销' }).click()
    await undone.waitFor({ state: 'detached' })
    await page.goto(new URL(`/fuel/uses?state=differs&text=${serial}`, page.url()).href)
    await rowOf(page, serial).getByText('有差异').waitFor()
  },
)

journey(
  'fuel goes from the stock to a waybill that waits for it, as a coupon, and stands on its record and in the list',
  async cast => {
    const { page } = await cast.visit('branch', '/fuel/issues')
    await front(page).getByRole('button', { name: '发放', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: '发放油费' })
    const waiting = drawer.getByRole('button', { name: /^YD\d+$/ })
    await waiting.first().waitFor()
    const waybillNo = (await waiting.first().innerText()).trim()
    await choose(page, drawer, '方式', '油券')
    await waiting.first().click()
    await drawer.getByText('还可发放(元)').waitFor()
    // the account of this branch with the most in stock
    await drawer.getByLabel('账户').click()
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(/余额 [1-9][\d,]{3,}/)
      .first()
      .click()
    await drawer.getByLabel('金额').fill('100')
    await drawer.getByRole('button', { name: '发放', exact: true }).click()
    await message(page, /^已发放 .+，券码 \d{12}$/).waitFor()
    const row = rows(page).filter({ hasText: waybillNo }).first()
    await row.getByText('100.00').first().waitFor()
    await row.getByRole('link', { name: waybillNo }).click()
    const section = front(page).getByRole('region', { name: '油卡与通行费' })
    await section.getByText('油券').first().waitFor()
    await section.getByText('100.00').first().waitFor()
  },
)
