// The journey of money beside its list: the peek and the drawer of a row hold the moves that are open, so that nobody goes back to the row for them.
import { expect } from 'vitest'
import { front, journey, rowOf, rows, useProduct } from './visitor.ts'

useProduct()

journey('the move of a row is in its peek and in its drawer, and not once it is made', async cast => {
  const { page } = await cast.visit('platform-finance', '/fund/list?state=recorded')
  const first = rows(page).first()
  const recordNo =
    (
      await first
        .locator('td')
        .filter({ hasText: /[A-Z]{2}\d{8,}/ })
        .first()
        .innerText()
    ).match(/[A-Z]{2}\d{8,}/)?.[0] ?? ''
  expect(recordNo).not.toBe('')
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const peek = front(page).getByRole('region', { name: `预览 ${recordNo}` })
  await peek.getByRole('button', { name: '确认入账', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await rowOf(page, recordNo).getByText(recordNo).first().click()
  const drawer = page.getByRole('dialog', { name: `资金登记 ${recordNo}` })
  await drawer.getByRole('button', { name: '确认入账', exact: true }).click()
  const asking = page.getByRole('dialog', { name: new RegExp(`^确认入账`) })
  await asking.waitFor()
})
