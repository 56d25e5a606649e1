// The journey of goods on a known lane: chosen by one press, read once in the summary, published within twenty Tab presses.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, publishAsk, publishButton } from './goodsForm.ts'
import { clearDraft } from './publishing.ts'
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

journey(
  'goods of a known lane with its cargo are published by three clicks and two typed fields, and lead on',
  async cast => {
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
      ['重量', '66'],
      ['托运单价', '210'],
    ] as const) {
      await field(page, label).fill(text)
      done.typed += 1
    }
    // the lane knows what goes along it
    const cargo = await field(page, '货物名称').inputValue()
    expect(cargo).not.toBe('')
    // the rail says that nothing is missing, the summary everything that binds
    const rail = form.getByRole('toolbar', { name: '填写进度' })
    await rail.getByRole('button', { name: /^发布前核对\s*已齐$/ }).waitFor()
    expect(await pressesToPublish(page)).toBeLessThanOrEqual(20)

    // nothing is published by the first press: Esc leads back to the form, which keeps everything
    const isSent: string[] = []
    page.on('request', request => void (request.url().endsWith('/auth/v1/goods/publish') && isSent.push(request.url())))
    const summary = publishAsk(page)
    await publishButton(page).press('Enter')
    await summary.waitFor()
    await page.keyboard.press('Escape')
    await summary.waitFor({ state: 'hidden' })
    expect(await field(page, '托运单价').inputValue()).toMatch(/^210/)
    expect(isSent).toEqual([])
    // the press that publishes has what it does before it
    await publishButton(page).click()
    done.clicks += 1
    for (const text of [
      `${cargo}，66.000 吨`,
      '210.00 元/吨',
      '13,860.00 元',
      '合作承运商，抢单',
      '回单付 100%，无账期',
    ])
      await summary.getByText(text, { exact: true }).waitFor()
    for (const end of name.split('→')) await summary.getByText(end).first().waitFor()
    await summary.getByText('发布后，合作承运商立即可以接单。').waitFor()
    await expect
      .poll(() =>
        summary.getByRole('button', { name: '确认发布' }).evaluate(button => button === document.activeElement),
      )
      .toBe(true)
    await page.keyboard.press('Enter')
    done.clicks += 1
    await page.waitForURL('**/goods/details/*')
    await settled(page)
    expect(done).toEqual({ clicks: 3, typed: 2 })

    const next = form.getByRole('status').filter({ hasText: '货源已发布，合作承运商现在可以接单。' })
    await next.getByRole('button', { name: '派任务' }).waitFor()
    await next.getByRole('link', { name: '再发一条' }).click()
    await settled(page)
    expect(addressOf(page)).toBe('/goods/publish?kind=NORMAL')
  },
)
