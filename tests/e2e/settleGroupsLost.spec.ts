// Sheets of several carriers at once when an answer is lost: each group keeps its key, and the dialog stays till the end.
import { listSettlements } from '@yunshu/contract/settlement/settlement'
import { makeGroupSettlement } from '@yunshu/contract/settlement/settleableGroup'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { front, journey, rows, useProduct } from './visitor.ts'

useProduct()

journey(
  'an answer that was lost made a second sheet: the group is sent again under its key; while sheets are made nothing leaves the dialog',
  async cast => {
    const freight = await senderOf('shipper-freight')
    const before = (await freight(listSettlements, { limit: 100 })).rows.length
    const { page, expectComplaint } = await cast.visit('shipper-freight', '/settlement/make')
    const groups = await rows(page).count()
    const keys = new Set<string>()
    let lost: string | undefined
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    expectComplaint(/ERR_FAILED/)
    await page.route(`**${makeGroupSettlement.path}`, async route => {
      const key = route.request().headers()['idempotency-key'] ?? ''
      const isSecond = !keys.has(key) && keys.size === 1
      keys.add(key)
      if (isSecond) {
        // the second sheet is made, and nobody hears of it
        lost = key
        await route.fetch()
        reached.resolve()
        await held.promise
      }
      return key === lost ? route.abort() : route.continue()
    })
    await front(page)
      .getByRole('button', { name: `全部生成 ${groups} 张` })
      .click()
    const dialog = page.getByRole('dialog', { name: `生成 ${groups} 张结算单` })
    await dialog.getByRole('button', { name: `生成 ${groups} 张结算单` }).click()
    await reached.promise
    await dialog.getByText(`已生成 1 / ${groups} 张`).waitFor()
    expect(await dialog.getByRole('link').count(), 'ways out while sheets are made').toBe(0)
    await page.keyboard.press('Escape')
    expect(await dialog.isVisible()).toBe(true)
    held.resolve()

    const again = dialog.getByRole('button', { name: `再试未生成的 ${groups - 1} 张` })
    await dialog.getByRole('link', { name: '去提交审核' }).waitFor()
    expect(await dialog.getByRole('link').count()).toBe(2)
    lost = undefined
    await again.click()
    await dialog.getByText(`已生成 ${groups} / ${groups} 张`).waitFor()
    expect(keys.size, 'one key for each group').toBe(groups)
    expect((await freight(listSettlements, { limit: 100 })).rows.length - before).toBe(groups)
    await dialog.getByRole('link', { name: '去提交审核' }).click()
    await dialog.waitFor({ state: 'hidden' })
  },
)
