// The journey of work that a colleague did first: it leaves 今日 with a line that says who, and its address says so before the reason.
import { actUrl } from '@yunshu/contract/actLink'
import { getInvoiceApp, listInvoiceApps, reviewInvoiceApp } from '@yunshu/contract/invoice/application'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { journey, message, useProduct, home } from './visitor.ts'

useProduct()

journey('work a colleague did leaves with who did it, and the address of its act says so', async cast => {
  const { page } = await cast.visit('platform-finance', '/index')
  const admin = await senderOf('admin')
  const waiting = (await admin(listInvoiceApps, { state: 'submitted' })).rows
  const shown = await page
    .locator('.today-row')
    .filter({ hasText: '审核开票申请' })
    .first()
    .locator('.today-no')
    .innerText()
  const { id } = waiting.find(({ appNo }) => appNo === shown) ?? { id: '' }
  const { version, gross } = await admin(getInvoiceApp, { id })
  await admin(reviewInvoiceApp, { id, version, move: 'approve', expectGross: gross })
  // the list is asked again by the next thing the person does
  await page
    .locator('.today-row')
    .last()
    .getByRole('button', { name: /^稍后：/ })
    .click()
  const line = page.locator('.today-taken').filter({ hasText: shown })
  await line.getByText(/已由 .+ 审核通过/).waitFor()
  expect(
    await page
      .locator('.today-row')
      .filter({ hasText: `审核开票申请 ${shown}` })
      .count(),
  ).toBe(0)
  await page.goto(home + actUrl(screenUrl('InvoiceApp', { id }), 'approve'))
  await message(page, /^已由 .+ 审核通过。现在不能审核通过/).waitFor()
})
