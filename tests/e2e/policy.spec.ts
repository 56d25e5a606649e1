// Journeys of company policies: decided by switches, read before saving, in force at once.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, home, journey, message, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[PM-06] a company leaves submitting to its 运费专员: the switch is saved after reading what changes, and the others lose the button',
  async cast => {
    const clerk = await cast.visit('shipper-freight', '/settlement/make?part=waybills')
    await front(clerk.page).getByRole('checkbox', { disabled: false }).nth(1).check()
    await front(clerk.page).getByRole('button', { name: '生成结算单' }).click()
    await clerk.page.waitForURL(/manage\/Normal\//)
    await settled(clerk.page)
    const sheet = addressOf(clerk.page)
    const branch = await cast.visit('branch', sheet)
    const submitting = (at: Page) => front(at).getByRole('button', { name: '提交审核' })
    await submitting(branch.page).waitFor()

    const boss = await cast.visit('shipper', '/company/policies')
    const { page } = boss
    const line = (label: string) => front(page).getByRole('switch', { name: label })
    expect(await line('不得审核自己的单据').isDisabled()).toBe(true)
    await expect.poll(() => line('结算单须由运费专员提交').getAttribute('aria-checked')).toBe('false')
    await front(page).getByText('均为平台默认').waitFor()
    expect(await front(page).getByRole('button', { name: '保存' }).isDisabled()).toBe(true)

    // undone before it is saved
    await line('回单确认后才能提交结算').click()
    await front(page).getByRole('button', { name: '撤销修改' }).click()
    await expect.poll(() => line('回单确认后才能提交结算').getAttribute('aria-checked')).toBe('true')

    await line('结算单须由运费专员提交').focus()
    await page.keyboard.press('Space')
    await front(page).getByText('未保存').waitFor()
    // decided and not yet saved, it outlives a reload
    await page.reload()
    await settled(page)
    await front(page)
      .getByText(/^已恢复 .* 的草稿$/)
      .waitFor()
    await expect.poll(() => line('结算单须由运费专员提交').getAttribute('aria-checked')).toBe('true')
    await front(page).getByRole('button', { name: '保存 1 项修改' }).click()
    const asking = page.getByRole('dialog', { name: '确认修改企业策略' })
    await asking.getByText('结算单须由运费专员提交：关闭 → 开启').waitFor()
    await asking.getByRole('button', { name: '确认修改' }).click()
    await message(page, '企业策略已保存，立即生效').waitFor()
    await front(page)
      .getByText(/^榆林恒泰煤业销售有限公司 · 最近由 .+ 于 \d\d-\d\d .+ 修改$/)
      .waitFor()

    // the branch may not hand it in any more, the 运费专员 may
    for (const { page: at } of [branch, clerk]) {
      await at.reload()
      await settled(at)
      await front(at).getByText('审批与支付进度').waitFor()
    }
    expect([await submitting(branch.page).count(), await submitting(clerk.page).count()]).toEqual([0, 1])

    // somebody else decides meanwhile: the dialog names them and offers the newer state
    const second = await boss.context.newPage()
    await second.goto(`${home}/company/policies`)
    await settled(second)
    await line('结算单须由财务审核').click()
    await front(second).getByRole('switch', { name: '资金操作须动态验证码登录' }).click()
    for (const each of [second, page]) await front(each).getByRole('button', { name: '保存 1 项修改' }).click()
    await second.getByRole('dialog', { name: '确认修改企业策略' }).getByRole('button', { name: '确认修改' }).click()
    await message(second, '企业策略已保存').waitFor()
    boss.expectComplaint(/409/)
    await asking.getByRole('button', { name: '确认修改' }).click()
    await asking.getByRole('button', { name: '加载最新数据' }).click()
    await expect.poll(() => line('资金操作须动态验证码登录').getAttribute('aria-checked')).toBe('true')
    await asking.getByRole('button', { name: '返回' }).click()
    await front(page).getByRole('button', { name: '撤销修改' }).click()

    // put back, so that what others try stays as it was
    for (const name of ['结算单须由运费专员提交', '资金操作须动态验证码登录']) await line(name).click()
    await front(page).getByRole('button', { name: '保存 2 项修改' }).click()
    await asking.getByRole('button', { name: '确认修改' }).click()
    await expect.poll(() => line('结算单须由运费专员提交').getAttribute('aria-checked')).toBe('false')
    await asking.waitFor({ state: 'hidden' })
  },
)

journey('a company draws the limit of a batch closer: finance is told of it before anything starts', async cast => {
  const { page } = await cast.visit('shipper', '/company/policies')
  const rows = front(page).getByLabel('结算单批量办理一次最多张数')
  await rows.fill('0')
  await front(page).getByRole('button', { name: '保存 1 项修改' }).and(page.locator(':disabled')).waitFor()
  await rows.fill('20')
  await front(page).getByLabel('结算单批量办理一次最多金额').fill('1.00')
  await front(page).getByRole('button', { name: '保存 2 项修改' }).click()
  const asking = page.getByRole('dialog', { name: '确认修改企业策略' })
  await asking.getByText('结算单批量办理一次最多张数：50 张 → 20 张').waitFor()
  await asking.getByText('5,000,000.00 元 → 1.00 元').waitFor()
  await asking.getByRole('button', { name: '确认修改' }).click()
  await message(page, '企业策略已保存，立即生效').waitFor()

  const finance = await cast.visit('shipper-finance', '/settlement/list?state=approved')
  await front(finance.page).getByRole('checkbox', { name: '选择全部已加载的行' }).check()
  await front(finance.page).getByRole('button', { name: '批量支付' }).click()
  const dialog = finance.page.getByRole('dialog', { name: '批量支付' })
  await dialog.getByText('一次最多办理 20 张、1.00 元，超出的请逐张办理').waitFor()
  expect(await dialog.getByRole('button', { name: /^支付 \d+ 单/ }).isDisabled()).toBe(true)
})
