// A receivable that is given up, by two people: from the aging of its shipper, confirmed by another, and back again.
import { expect } from 'vitest'
import { startCopy } from './seed.ts'
import { actOn, front, journey, pointedAt, rowOf, useProduct } from './visitor.ts'

useProduct(startCopy)

journey('a receivable is given up by two people, and owed again when two take the loss back', async cast => {
  const { page } = await cast.visit('platform-finance', '/report/aging')
  const row = front(page).getByRole('row').filter({ hasText: '单' }).nth(1)
  await row.waitFor()
  await actOn(row, '申请坏账核销')
  const asking = page.getByRole('dialog', { name: '申请坏账核销' })
  const box = asking.getByRole('checkbox').first()
  await box.check()
  const waybillNo = /YD\d+/.exec((await box.getAttribute('aria-label')) ?? '')?.[0] ?? ''
  expect(await asking.getByRole('button', { name: '提交申请' }).isEnabled(), 'a reason is wanted').toBe(false)
  await asking.getByLabel('原因').fill('货主破产终结')
  await asking.getByRole('button', { name: '提交申请' }).click()
  await asking.waitFor({ state: 'detached' })

  await page.goto(new URL(`/money/writeOffs?text=${waybillNo}`, page.url()).href)
  const own = await pointedAt(rowOf(page, '货主破产终结'))
  expect(await own.getByRole('button', { name: '确认核销' }).count(), 'nobody agrees with their own').toBe(0)

  const admin = await cast.visit('admin', `/money/writeOffs?text=${waybillNo}`)
  await actOn(rowOf(admin.page, '货主破产终结'), '确认核销')
  const judging = admin.page.getByRole('dialog', { name: /^确认核销 HX/ })
  await judging.getByText(waybillNo).waitFor()
  await judging.getByRole('button', { name: '确认核销' }).click()
  await judging.waitFor({ state: 'detached' })

  await page.goto(new URL(`/money/writeOffs?state=booked&text=${waybillNo}`, page.url()).href)
  await actOn(rowOf(page, '货主破产终结'), '申请冲销')
  const undoing = page.getByRole('dialog', { name: /^申请冲销 HX/ })
  await undoing.getByLabel('原因').fill('收到破产分配款')
  await undoing.getByRole('button', { name: '申请冲销' }).click()
  await undoing.waitFor({ state: 'detached' })
  await admin.page.goto(new URL(`/money/writeOffs?state=undoing&text=${waybillNo}`, admin.page.url()).href)
  await actOn(rowOf(admin.page, '货主破产终结'), '确认冲销')
  const undone = admin.page.getByRole('dialog', { name: /^确认冲销 HX/ })
  await undone.getByText('收到破产分配款').waitFor()
  await undone.getByRole('button', { name: '确认冲销' }).click()
  await undone.waitFor({ state: 'detached' })
  await page.goto(new URL(`/money/writeOffs?state=undone&text=${waybillNo}`, page.url()).href)
  await rowOf(page, '货主破产终结').getByText('已冲销').waitFor()
})
