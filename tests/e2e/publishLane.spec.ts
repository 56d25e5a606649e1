// The journey of goods on a known lane: chosen by one press, read once in the summary, published within twenty Tab presses.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, publishButton, section } from './goodsForm.ts'
import { choose, clearDraft } from './publishing.ts'
import { addressOf, front, journey, settled, useProduct } from './visitor.ts'

useProduct()

/** The presses of Tab from the choice of the kind to the button 发布. */
async function pressesToPublish(page: Page): Promise<number> {
  await front(page).getByRole('radio', { name: '普通' }).focus()
  for (let presses = 1; presses <= 40; presses += 1) {
    await page.keyboard.press('Tab')
    if (await publishButton(page).evaluate(button => button === document.activeElement)) return presses
  }
  return Infinity
}

journey('goods of a known lane are published by three clicks and four typed fields, and lead on', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  const form = front(page)
  await form.getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)
  const lanes = form.getByRole('toolbar', { name: '快速填写' }).getByRole('button')
  await lanes.nth(1).waitFor()
  expect(await pressesToPublish(page)).toBeLessThanOrEqual(20)

  const name = (await lanes.first().textContent()) ?? ''
  const done = { clicks: 0, typed: 0 }
  await lanes.first().click()
  done.clicks += 1
  for (const [label, text] of [
    ['货物名称', '动力煤'],
    ['重量', '66'],
    ['托运单价', '210'],
  ] as const) {
    await field(page, label).fill(text)
    done.typed += 1
  }
  await choose(page, field(page, '货物分类'), '煤炭及制品')
  done.clicks += 1
  done.typed += 1
  // the rail says that nothing is missing, the summary everything that binds
  const rail = form.getByRole('toolbar', { name: '填写进度' })
  await rail.getByRole('button', { name: /^发布前核对\s*已齐$/ }).waitFor()
  const summary = section(page, '发布前核对')
  for (const text of ['动力煤，66.000 吨', '210.00 元/吨', '13,860.00 元', '合作承运商，抢单', '回单付 100%'])
    await summary.getByText(text, { exact: true }).waitFor()
  for (const end of name.split('→')) await summary.getByText(end).first().waitFor()
  expect(await pressesToPublish(page)).toBeLessThanOrEqual(20)
  await publishButton(page).click()
  done.clicks += 1
  await page.waitForURL('**/goods/details/*')
  await settled(page)
  expect(done).toEqual({ clicks: 3, typed: 4 })

  const next = form.getByRole('status').filter({ hasText: '货源已发布，合作承运商现在可以接单。' })
  await next.getByRole('button', { name: '派任务' }).waitFor()
  await next.getByRole('link', { name: '再发一条' }).click()
  await settled(page)
  expect(addressOf(page)).toBe('/goods/publish?kind=NORMAL')
})
