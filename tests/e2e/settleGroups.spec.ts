// Journey of settling by exception: what each carrier can be paid, a sheet of one carrier, sheets of all at once.
import { expect } from 'vitest'
import { addressOf, front, goInside, journey, rowOf, rows, useProduct } from './visitor.ts'

useProduct()

journey(
  'a clerk makes the sheets of all carriers at once; a carrier whose waybills changed meanwhile says so and stays',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper-freight', '/settlement/make')
    const groups = rows(page)
    expect(await groups.count()).toBe(3)
    const texts = await groups.allInnerTexts()
    const [first] = texts
    const counts = texts.map(text => Number(/^(\d+) 笔$/m.exec(text)?.[1]))
    const all = counts.reduce((sum, count) => sum + count, 0)
    expect(all, 'parts that can be settled').toBeGreaterThan(10)
    expect(first, 'what is to be looked at comes first').toMatch(/逾期 \d+ 笔、扣款 \d+ 笔/)

    // one waybill of a carrier is put on a sheet of its own by a colleague, after the look
    const colleague = await cast.visit('shipper', '/settlement/make')
    await rowOf(colleague.page, '河北顺达').getByRole('button', { name: '逐单选择 河北顺达运输有限公司' }).click()
    await colleague.page.waitForURL(/part=waybills/)
    await rows(colleague.page).first().getByRole('checkbox').check()
    // the clerk's page is not told: a list held back stays as it was seen
    await page.route('**/auth/v1/settlement/groups*', route => route.abort())
    expectComplaint(/ERR_FAILED/)
    await front(colleague.page).getByRole('button', { name: '生成结算单' }).click()
    await colleague.page.waitForURL(/manage\/Normal\//)

    await front(page).getByRole('button', { name: '全部生成 3 张' }).click()
    const dialog = page.getByRole('dialog', { name: '生成 3 张结算单' })
    await dialog.getByText(`共 ${all} 笔分期`).waitFor()
    await dialog.getByLabel('备注').fill('十一月上半月')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await front(page).getByRole('button', { name: '全部生成 3 张' }).click()
    await expect.poll(() => dialog.getByLabel('备注').inputValue()).toBe('十一月上半月')
    expectComplaint(/409/)
    await dialog.getByRole('button', { name: '生成 3 张结算单' }).click()
    await dialog.getByText('已生成 2 / 3 张').waitFor()
    await dialog.getByText('可结算运单有变化，请核对后再生成').waitFor()
    const sheet = await dialog.getByRole('listitem').getByRole('link').first().textContent()
    await page.unroute('**/auth/v1/settlement/groups*')
    await dialog.getByRole('link', { name: '去提交审核' }).click()
    await rowOf(page, sheet ?? '').waitFor()
    expect(addressOf(page)).toBe('/settlement/list?state=draft')

    // the one that changed is there with what is left of it
    await goInside(page, '/settlement/make')
    await front(page).getByRole('button', { name: '刷新' }).click()
    await rowOf(page, '河北顺达')
      .filter({ hasText: `${(counts[texts.findIndex(text => text.includes('河北顺达'))] ?? 0) - 1} 笔` })
      .waitFor()
    expect(await rows(page).count()).toBe(1)
    await rowOf(page, '河北顺达').getByRole('button', { name: '生成结算单 河北顺达运输有限公司' }).click()
    const one = page.getByRole('dialog', { name: '生成 1 张结算单' })
    expect(await one.getByLabel('备注').inputValue(), 'a remark is not for the next sheets').toBe('')
    await one.getByRole('button', { name: '生成 1 张结算单' }).click()
    await one.getByRole('listitem').getByRole('link').click()
    await front(page).locator('.ys-hero').getByText('草稿', { exact: true }).waitFor()

    await goInside(page, '/settlement/make')
    await front(page).getByText('没有可结算的运单').waitFor()
    await front(page)
      .getByRole('button', { name: /看 \d+ 笔为什么不能结算/ })
      .click()
    await rows(page).getByText('回单待审核').first().waitFor()
    expect(addressOf(page)).toBe('/settlement/make?part=barred')
  },
)
