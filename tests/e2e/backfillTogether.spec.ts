// A journey of two windows at one sheet of returned papers.
import { expect } from 'vitest'
import { block, cell, foot, head, openSheet, trip, trucks } from './backfillTrips.ts'
import { front, home, journey, message, useProduct } from './visitor.ts'

useProduct()

journey(
  'what is typed while rows are sent stays; what was entered elsewhere meanwhile is told at its cells; columns without a place are named',
  async cast => {
    const [one, two] = await trucks(cast, 2)
    if (!one || !two) throw new Error('no trucks')
    const windows = [await cast.visit('shipper', '/GoodsMy'), await cast.visit('shipper', '/GoodsMy')] as const
    const [first, second] = windows
    const block170 = block([
      [...head, '备注'],
      [...trip(one, 170), '夜班'],
      [...trip(two, 170), ''],
    ])
    for (const { page, context } of windows) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home })
      await openSheet(page)
    }
    for (const { page } of windows) {
      await page.bringToFront()
      await page.evaluate(text => navigator.clipboard.writeText(text), block170)
      await cell(page).focus()
      await page.keyboard.press('Control+V')
      await message(page, '表格里没有这些列，没有粘贴进来：备注').waitFor()
      await front(page).locator('.sg-info').filter({ hasText: two.driver }).waitFor()
    }
    const sent = Promise.withResolvers<void>()
    await first.page.route('**/backfill/submit**', async route => {
      await sent.promise
      await route.continue()
    })
    await first.page.bringToFront()
    await cell(first.page).focus()
    await first.page.keyboard.press('Control+Enter')
    await first.page.getByText('提交中...').waitFor()
    for (let n = 0; n < 2; n++) await first.page.keyboard.press('ArrowDown')
    await first.page.keyboard.type('冀A99999')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.type('新司机')
    sent.resolve()
    await front(first.page)
      .getByText(/^已生成 2 张待签收的运单/)
      .waitFor()
    await first.page.keyboard.press('Tab')
    await foot(first.page).getByText('已填 1 行').waitFor()
    await front(first.page)
      .getByRole('row')
      .filter({ hasText: /冀A99999.*新司机/ })
      .waitFor()

    second.expectComplaint(/status of 400/)
    await second.page.bringToFront()
    await cell(second.page).focus()
    await second.page.keyboard.press('Control+Enter')
    await foot(second.page).getByText('2 行有错误').waitFor()
    expect(
      await front(second.page)
        .getByRole('region', { name: '错误' })
        .getByText(/疑似重复/)
        .count(),
    ).toBe(2)
    // the refusal leaves the sheet its place
    expect((await front(second.page).locator('.ys-write-fault').boundingBox())?.height).toBeLessThan(80)
    for (const { page } of windows) {
      await page.bringToFront()
      await cell(page).focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await foot(page).getByText('已填 0 行').waitFor()
    }
  },
)
