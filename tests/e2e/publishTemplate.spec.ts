// The journey of a template: kept from the form, chosen on another day's empty form, deleted and taken back.
import type { Request } from 'playwright-core'
import { expect } from 'vitest'
import { field, openFold } from './goodsForm.ts'
import { clearDraft } from './publishing.ts'
import { front, journey, message, useProduct } from './visitor.ts'

useProduct()

/** The form it sends holds the goods named 迟到煤. */
const saysLate = (request: Request): boolean => (request.postData() ?? '').includes(encodeURIComponent('迟到煤'))

journey('a form kept as a template fills an empty one, and its deletion is taken back', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  const form = front(page)
  await form.getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)
  await form.getByRole('toolbar', { name: '快速填写' }).getByRole('button').first().click()
  await field(page, '货物名称').fill('模板煤')
  await field(page, '重量').fill('66')
  await openFold(page, '接单与备注')
  await field(page, '备注').fill('过磅后发车')
  const open = () => form.getByRole('button', { name: '模板…' }).click()
  await open()
  const dialog = page.getByRole('dialog', { name: '货源模板' })
  await dialog.getByLabel('模板名称').fill('每周动力煤')
  await dialog.getByRole('button', { name: '把当前表单存为模板' }).click()
  const row = dialog.getByRole('listitem').filter({ hasText: '每周动力煤' })
  await row.waitFor()
  await dialog
    .getByRole('button', { name: 'Close' })
    .or(dialog.getByRole('button', { name: '关闭' }))
    .first()
    .click()
  await dialog.waitFor({ state: 'hidden' })
  await clearDraft(page)
  await expect.poll(() => field(page, '货物名称').inputValue()).toBe('')

  await open()
  await row.getByRole('button', { name: '使用' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => field(page, '货物名称').inputValue()).toBe('模板煤')
  await expect.poll(() => field(page, '总量').inputValue()).toBe('66.000')
  // sections the template holds beside the usual stand open, what it misses is marked at its field
  await expect.poll(() => field(page, '备注').inputValue()).toBe('过磅后发车')
  await form.getByText(/^请填写(?:托运)?单价$/).waitFor()

  await open()
  await row.getByRole('button', { name: '删除' }).click()
  await row.waitFor({ state: 'detached' })
  await message(page, '模板“每周动力煤”已删除').getByRole('button', { name: '撤销' }).click()
  await row.waitFor()
})

journey('a draft thrown away while the server still keeps it stays away', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  await front(page).getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)
  let letGo = (): void => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  const kept: string[] = []
  await page.route('**/auth/v1/draft', async route => {
    const isTyped = saysLate(route.request())
    // the draft another journey left may still be on its way out
    if (route.request().method() !== 'POST' || (kept.length === 0 && !isTyped)) return route.continue()
    if (kept.push(isTyped ? 'typed' : 'nothing') === 1) await held
    return route.continue()
  })
  await field(page, '货物名称').fill('迟到煤')
  await expect.poll(() => kept).toEqual(['typed'])
  const clear = front(page).getByRole('button', { name: '清空草稿' })
  await clear.click()
  await page.getByRole('button', { name: '清空', exact: true }).click()
  await clear.waitFor({ state: 'detached' })
  const emptied = page.waitForResponse(
    answer =>
      answer.url().endsWith('/auth/v1/draft') && answer.request().method() === 'POST' && !saysLate(answer.request()),
  )
  letGo()
  await emptied
  expect(kept).toEqual(['typed', 'nothing'])
  await page.reload()
  await front(page).getByRole('heading', { name: '发布货源' }).waitFor()
  await expect.poll(() => field(page, '货物名称').inputValue()).toBe('')
  expect(await clear.count()).toBe(0)
})
