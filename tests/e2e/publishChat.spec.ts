// The journey of a chat message pasted into the publishing form: what was understood is marked until it was looked at.
import { expect } from 'vitest'
import { dayAhead, field } from './goodsForm.ts'
import { clearDraft } from './publishing.ts'
import { addressOf, front, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey('what is read from a message stands marked in the form until it is touched or accepted', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  const form = front(page)
  await form.getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)
  await form.getByRole('button', { name: '粘贴消息…' }).click()
  const dialog = page.getByRole('dialog', { name: '粘贴消息' })
  await dialog
    .getByLabel('消息内容')
    .fill('🔥榆林→南阳 动力煤 33吨 栏高 210元/吨 明天装 13800138000；神木到曹妃甸 10车 235/吨')
  await dialog.getByText('消息里有 2 条线路，一次填一条').waitFor()
  await dialog
    .getByRole('radio', { name: /^陕西省榆林市 → 河南省南阳市，动力煤，33\.000 吨，高栏（重型仓栅），210\.00 元\/吨/ })
    .waitFor()
  await dialog.getByRole('button', { name: '填入表单，逐项核对' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const load = form.getByRole('group', { name: '装货地', exact: true })
  await expect.poll(() => field(page, '重量').inputValue()).toBe('33.000')
  await expect.poll(() => field(page, '托运单价').inputValue()).toBe('210.00')
  await expect.poll(() => load.getByLabel('手机号').inputValue()).toBe('13800138000')
  await expect.poll(() => load.getByLabel('装货时间起').inputValue()).toBe(`${dayAhead(1)} 00:00`)
  await expect.poll(() => field(page, '货物名称').inputValue()).toBe('动力煤')
  await form.getByRole('button', { name: /^车辆要求 高栏（重型仓栅）$/ }).waitFor()
  // a city is filled from the own places in it, and says so once; a place that is whole stays a card
  await load.getByText('来自粘贴：榆林市，按常用地址填入，请核对').first().waitFor()
  const unload = form.getByRole('group', { name: '卸货地', exact: true })
  await unload.getByText('来自粘贴：南阳市，按常用地址填入，请核对').first().waitFor()
  expect(await unload.getByLabel('省市区').isVisible()).toBe(false)
  // one line sums up, the list stands behind it and leads to the fields
  const marks = form.getByRole('status').filter({ hasText: '已识别' })
  await expect.poll(() => marks.textContent()).toBe('已识别 10 项，3 项请核对')
  // a touched field is the person's own
  await field(page, '托运单价').fill('205')
  await expect.poll(() => marks.textContent()).toBe('已识别 9 项，3 项请核对')
  await form.getByRole('button', { name: '明细' }).click()
  const kept = page.waitForResponse(response => response.url().endsWith('/auth/v1/draft'))
  await form.getByRole('button', { name: '装货联系人' }).click()
  await page.keyboard.type('王建国')
  await expect.poll(() => marks.textContent()).toBe('已识别 8 项，2 项请核对')
  // the marks are kept with the draft
  await kept
  await page.reload()
  await settled(page)
  await expect.poll(() => marks.textContent()).toBe('已识别 8 项，2 项请核对')
  await form.getByRole('button', { name: '全部采用' }).click()
  await marks.waitFor({ state: 'detached' })
  expect(await form.getByText(/来自粘贴/).count()).toBe(0)
  await expect.poll(() => field(page, '托运单价').inputValue()).toMatch(/^205/)
  await clearDraft(page)

  // the command panel fills an empty form at once; one that names places is asked about first
  const panel = page.getByRole('dialog', { name: '搜索' })
  const publish = async (lane: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await panel.getByRole('combobox').fill(`发布 ${lane}`)
    await panel
      .getByRole('option')
      .filter({ hasText: `发布 ${lane}` })
      .first()
      .click()
    await panel.waitFor({ state: 'hidden' })
  }
  await publish('榆林→南阳')
  await load.getByText('来自搜索：榆林市，按常用地址填入，请核对').first().waitFor()
  await unload.getByText('来自搜索：南阳市，按常用地址填入，请核对').first().waitFor()
  await expect.poll(() => addressOf(page)).toBe('/goods/publish')
  await publish('神木→曹妃甸')
  const asked = page.getByRole('dialog', { name: '填写线路' })
  await asked.getByRole('radio').first().waitFor()
  await asked.getByRole('button', { name: /^取\s?消$/ }).click()
  await asked.waitFor({ state: 'hidden' })
  expect(await load.getByText('来自搜索：榆林市，按常用地址填入，请核对').count()).toBeGreaterThan(0)
  await clearDraft(page)
})
