// A journey of trunk goods: published with their line, kept as a draft of their own, and ordered anew.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dayAhead, field, fillCargo, publish, publishButton, section } from './goodsForm.ts'
import { clearDraft, fillMoment } from './publishing.ts'
import { act, addressOf, front, journey, settled, useProduct } from './visitor.ts'

useProduct()

/** Chooses a kind and throws its kept draft away. */
async function pickKind(page: Page, kind: '普通' | '干线' | '散货'): Promise<void> {
  await front(page).getByRole('group', { name: '货源类型' }).getByText(kind, { exact: true }).click()
  await settled(page)
  await clearDraft(page)
}

journey(
  '[BZ-01] [RT-28] trunk goods are published with their line, and ordered anew with a shift ahead',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper', '/goods/publish')
    await pickKind(page, '干线')
    expect(addressOf(page)).toBe('/goods/publish?kind=GX')
    await publishButton(page).click()
    for (const fault of ['请填写线路名称', '请填写班次号'])
      await front(page).getByText(fault, { exact: true }).waitFor()
    await field(page, '线路名称').fill('榆林—唐山')
    await field(page, '班次号').fill('YT-07')
    await fillMoment(field(page, '计划发车时间'), `${dayAhead(2)} 20:00`)
    await front(page).getByRole('button', { name: '添加途经点' }).click()
    const via = front(page).getByRole('group', { name: '途经点', exact: true })
    await via.getByLabel('省市区').click()
    await via.getByLabel('省市区').fill('大同平城')
    await page.getByRole('list', { name: '搜索结果' }).getByRole('button').first().waitFor()
    await via.getByLabel('省市区').press('Enter')
    await via.getByLabel('站点名称').fill('大同北中转场')
    await fillCargo(page, '洗精煤', '320')
    await field(page, '总量').fill('10')
    await field(page, '托运单价').fill('5800')

    // another kind has a draft of its own; this one is there again
    await pickKind(page, '普通')
    await expect.poll(() => field(page, '货物名称').inputValue()).toBe('')
    await front(page).getByRole('group', { name: '货源类型' }).getByText('干线', { exact: true }).click()
    await front(page)
      .getByText(/^已恢复草稿/)
      .waitFor()
    await expect.poll(() => field(page, '线路名称').inputValue()).toBe('榆林—唐山')

    // a draft that cannot be fetched is not typed over with an empty form unless one asks for it
    expectComplaint(/503/)
    await page.route('**/auth/v1/draft?**', route =>
      route.fulfill({ status: 503, json: { code: 503, message: '系统繁忙，请稍后再试', data: null } }),
    )
    await page.reload()
    await front(page).getByText('加载失败', { exact: true }).waitFor()
    expect(await publishButton(page).count()).toBe(0)
    await front(page).getByRole('button', { name: '不使用草稿' }).click()
    await page.getByText('新填写的内容将替换已保存的草稿').waitFor()
    await page.getByRole('button', { name: '返回', exact: true }).click()
    await page.unroute('**/auth/v1/draft?**')
    await front(page).getByRole('button', { name: '重试' }).click()
    await front(page)
      .getByText(/^已恢复草稿/)
      .waitFor()
    await expect.poll(() => field(page, '线路名称').inputValue()).toBe('榆林—唐山')
    const first = await publish(page)
    await section(page, '干线信息').getByText('大同北中转场').waitFor()

    await act(page, '再来一单')
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/goods\/republishGX\?id=[\w-]{36}&user=shipper$/)
    await front(page).getByText(`已复制货源 ${first} 的内容`).waitFor()
    await expect.poll(() => field(page, '线路名称').inputValue()).toBe('榆林—唐山')
    await expect.poll(() => field(page, '总量').inputValue()).toBe('10')
    await field(page, '班次号').fill('YT-08')
    const second = await publish(page)
    expect(second).not.toBe(first)
    await section(page, '干线信息').getByText('YT-08').waitFor()
    await section(page, '基本信息').getByRole('link', { name: first }).waitFor()
  },
)
