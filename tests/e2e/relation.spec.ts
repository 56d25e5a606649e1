// Journeys of two companies: one invites, the other answers from whatever page it is on, and both see it without
// reloading.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { actOn, addressOf, front, home, journey, message, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

const invitation = (page: Page) => page.locator('.ant-notification-notice').filter({ hasText: '合作邀请' }).last()
const tag = (page: Page, name: string) => rowOf(page, name).locator('.ys-tag').first()

async function invite(page: Page, text: string, words: string): Promise<void> {
  await front(page)
    .getByRole('button', { name: /^(?:邀请承运商|申请合作)$/ })
    .click()
  const drawer = page.getByRole('dialog').filter({ hasText: '查找企业' })
  await drawer.getByLabel('企业名称或信用代码').fill(text)
  await drawer.getByRole('button', { name: '查找', exact: true }).click()
  await drawer
    .getByRole('button', { name: /^(?:再次)?邀请$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^邀请 / })
  await dialog.getByLabel('附言').fill(words)
  await dialog.getByRole('button', { name: '发出邀请' }).click()
  await message(page, '邀请已发出').waitFor()
  await drawer.getByRole('button', { name: 'Close' }).click()
}

journey(
  '[BZ-02] [PU-08] [SE-03] a shipper invites a carrier, who agrees from another page; both lists follow without reloading; the end comes with a reason, and a new invitation after it',
  async cast => {
    const shipper = await cast.visit('shipper2', '/relation/carriers')
    const carrier = await cast.visit('carrier', '/vehicle/list')
    await invite(shipper.page, '顺达', '唐山到郑州钢材长期用车')
    await expect.poll(() => tag(shipper.page, '顺达').textContent()).toBe('待同意')
    await invitation(carrier.page).getByText('唐山到郑州钢材长期用车').waitFor()
    await invitation(carrier.page).getByRole('button', { name: '同意' }).click()
    await message(carrier.page, '已同意，合作已建立').waitFor()
    expect(addressOf(carrier.page)).toBe('/vehicle/list')
    await expect.poll(() => tag(shipper.page, '顺达').textContent()).toBe('合作中')

    await carrier.page.goto(`${home}/relation/shippers`)
    await settled(carrier.page)
    await rowOf(carrier.page, '冀东钢材')
      .getByRole('button', { name: /冀东钢材/ })
      .click()
    await carrier.page
      .getByRole('dialog', { name: /合作记录/ })
      .getByText('邀请合作')
      .waitFor()
    await carrier.page.keyboard.press('Escape')
    await actOn(rowOf(carrier.page, '冀东钢材'), '解除合作')
    const dialog = carrier.page.getByRole('dialog', { name: /^解除合作/ })
    await dialog.getByLabel('原因').fill('运力调整')
    await dialog.getByRole('button', { name: '解除合作' }).click()
    await expect.poll(() => tag(carrier.page, '冀东钢材').textContent()).toBe('已解除')
    await expect.poll(() => tag(shipper.page, '顺达').textContent()).toBe('已解除')
    const repeated = carrier.page.waitForRequest(request => request.url().endsWith('/repeatInvite'))
    await invite(carrier.page, '冀东钢材', '旺季再合作')
    const sent = Object.fromEntries(new URLSearchParams((await repeated).postData() ?? ''))
    expect(sent).toMatchObject({ shipperId: expect.stringMatching(/^[\da-f-]{36}$/), carrierId: expect.any(String) })
    await invitation(shipper.page).getByText('旺季再合作').waitFor()
  },
)

journey(
  '[PU-08] [SE-03] a carrier applies, 拒绝 sends the refusal at the press; a link makes partners of those who open it',
  async cast => {
    const carrier = await cast.visit('carrier2', '/relation/shippers')
    const shipper = await cast.visit('shipper3', '/goods/publish')
    await invite(carrier.page, '黔力水泥', '自有粉罐车二十台')
    const refused = shipper.page.waitForRequest(request => request.url().endsWith('/rejectInvite'))
    await invitation(shipper.page).getByRole('button', { name: '拒绝' }).click()
    const fields = Object.fromEntries(new URLSearchParams((await refused).postData() ?? ''))
    expect(fields).toMatchObject({ shipperId: expect.any(String), carrierId: expect.any(String) })
    expect(fields).not.toHaveProperty('reason')
    await message(shipper.page, '已拒绝').waitFor()
    await expect.poll(() => tag(carrier.page, '黔力水泥').textContent()).toBe('已拒绝')
    await rowOf(carrier.page, '暂无合作意向').waitFor()

    await shipper.page.goto(`${home}/relation/carriers`)
    await settled(shipper.page)
    await front(shipper.page).getByRole('button', { name: '邀请承运商' }).click()
    await shipper.page.getByText('邀请链接', { exact: true }).click()
    await shipper.page.getByRole('button', { name: '生成链接' }).click()
    const link =
      (await shipper.page.getByRole('button', { name: /^复制 http/ }).getAttribute('aria-label'))?.slice(3) ?? ''
    await carrier.page.goto(home + new URL(link).pathname)
    await settled(carrier.page)
    await front(carrier.page).getByRole('button', { name: '同意合作' }).click()
    await front(carrier.page).getByText('已建立合作').waitFor()
    await expect.poll(() => tag(shipper.page, '鲁通').textContent()).toBe('合作中')
  },
)
