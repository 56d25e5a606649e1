// The journey of the publishing form before anything is published: faults at their fields, a draft that is kept, and
// what a character draws.
import { expect } from 'vitest'
import { drawnByKey, noteDrawn } from './drawn.ts'
import { dayAhead, field, fillCoal, load, openFold, publishButton, unload } from './goodsForm.ts'
import { clearDraft, fillStop } from './publishing.ts'
import { addressOf, front, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey('[RG-08] nothing is published while fields are missing, and a kept draft survives a reload', async cast => {
  const { page } = await cast.visit('shipper', '/goods/publish')
  const form = front(page)
  await form.getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)

  // nothing is sent while fields are missing: each says so in Chinese
  await publishButton(page).click()
  for (const fault of ['请选择省市区', '请填写地点名称', '请填写货物名称', '请填写总量', '请填写托运单价'])
    await form.getByText(fault, { exact: true }).first().waitFor()
  expect(addressOf(page)).toBe('/goods/publish')
  await fillStop(page, '装货地', { ...load, mobile: '1389201' })

  // a city that was found by its initials opens its districts
  const region = form.getByRole('group', { name: '卸货地', exact: true }).getByLabel('省市区')
  await region.click()
  await region.fill('hz')
  await page.getByRole('list', { name: '搜索结果' }).getByRole('button', { name: '浙江省 / 杭州市' }).waitFor()
  await region.press('Enter')
  await page.getByRole('list', { name: '下级地区' }).getByRole('button').nth(12).waitFor()
  await region.press('ArrowDown')
  await region.press('Enter')
  await form.locator('.ant-select').getByText('浙江省 / 杭州市 / 拱墅区', { exact: true }).waitFor()

  // moments of plans: a quarter of an hour, or tomorrow at eight
  const from = form.getByLabel('装货时间起')
  await from.click()
  await expect
    .poll(() =>
      page.locator('.ant-picker-dropdown:visible .ant-picker-time-panel-column').nth(1).locator('li').allTextContents(),
    )
    .toEqual(['00', '15', '30', '45'])
  await page.locator('.ant-picker-dropdown:visible').getByText('明天 08:00').click()
  await expect.poll(() => from.inputValue()).toBe(`${dayAhead(1)} 08:00`)
  await form.getByText('手机号格式不正确', { exact: true }).waitFor()
  await form.getByRole('group', { name: '装货地', exact: true }).getByLabel('手机号').fill(load.mobile)
  await form.getByText('手机号格式不正确', { exact: true }).waitFor({ state: 'hidden' })

  await fillCoal(page)
  const kept = page.waitForResponse(
    response =>
      response.url().endsWith('/auth/v1/draft') &&
      (response.request().postData() ?? '').includes(encodeURIComponent('过磅后发车')),
  )
  await openFold(page, '接单与备注')
  await form.getByLabel('备注').fill('过磅后发车')
  await kept
  await form.getByText(/^草稿已保存/).waitFor()

  // a form whose draft is kept may be left: the browser does not ask
  const asked: string[] = []
  page.once('dialog', dialog => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  await noteDrawn(page)
  await page.reload()
  await settled(page)
  expect(asked).toEqual([])
  await form.getByText(/^已恢复草稿/).waitFor()
  await expect.poll(() => form.getByLabel('货物名称').inputValue()).toBe('动力煤')
  await form.getByText('煤炭及制品', { exact: true }).waitFor()
  await expect.poll(() => form.getByLabel('托运单价').inputValue()).toMatch(/^210\.5/)
  await expect.poll(() => field(page, '备注').inputValue()).toBe('过磅后发车')
  await expect
    .poll(() => form.getByRole('group', { name: '卸货地', exact: true }).getByLabel('手机号').inputValue())
    .toBe(unload.mobile)
  await form.getByText(load.path, { exact: true }).first().waitFor()

  // a character is painted before anything but its field is drawn: the first one too, with which the form is touched
  const price = form.getByLabel('托运单价')
  await price.press('ControlOrMeta+a')
  for (const typed of ['1', '11']) {
    expect(await drawnByKey(price)).toEqual(['itself'])
    expect(await price.inputValue()).toBe(typed)
  }
  // the sum follows
  await form.locator('.ys-page-foot').getByText('330.00').waitFor()
})
