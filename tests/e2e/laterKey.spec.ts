// The journey of 稍后 at the receipt desk: a key puts the record in view off, and 今日 holds it among what was put off.
import { expect } from 'vitest'
import { front, goInside, journey, useProduct } from './visitor.ts'

useProduct()

journey('h puts the receipt in view off: the next one comes, and 今日 does not show it until tomorrow', async cast => {
  const { page } = await cast.visit('shipper', '/waybill/receipts')
  const inView = front(page).locator('.desk-head').getByRole('link', { name: /^YD/ })
  const waybillNo = await inView.innerText()
  await page.keyboard.press('h')
  await front(page)
    .locator('.desk-said')
    .filter({ hasText: `已放到稍后 ${waybillNo}` })
    .waitFor()
  await expect.poll(() => inView.innerText()).not.toBe(waybillNo)
  await goInside(page, '/index?part=later')
  await front(page).getByText(waybillNo).first().waitFor()
})
