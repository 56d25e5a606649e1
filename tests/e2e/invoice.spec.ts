// Invoices of two companies: applied for by the shipper, judged and issued by the house, found by form, taken back by
// line, and applied for again.
import { expect } from 'vitest'
import { act, actOn, front, journey, rowOf, rows, useProduct } from './visitor.ts'

useProduct()

journey(
  '[BZ-08] a shipper could not ask for an invoice: it applies, the house issues, both find it by form, one line goes red and is applied for again',
  async cast => {
    const { page } = await cast.visit('shipper-finance', '/invoice/make')
    for (const at of [0, 1]) await rows(page).nth(at).getByRole('checkbox').check()
    await front(page).getByRole('button', { name: '申请开票', exact: true }).click()
    const form = page.getByRole('dialog', { name: '申请开票（2 单）' })
    await form.getByRole('region', { name: '开票预览' }).getByText('第 1 张').waitFor()
    await form.getByRole('button', { name: '提交申请' }).click()
    await form.waitFor({ state: 'detached' })
    const heading = front(page).getByRole('heading', { name: /^开票申请 KP/, level: 1 })
    await heading.waitFor()
    const appNo = ((await heading.textContent()) ?? '').replace('开票申请', '').trim()
    expect(appNo).toMatch(/^KP\d{14}$/)

    const house = await cast.visit('platform-finance', `/manage/QueryInvoice/apply?text=${appNo}`)
    await actOn(rowOf(house.page, appNo), '审核通过')
    const judging = house.page.getByRole('dialog', { name: /^审核通过/ })
    await judging.getByRole('button', { name: '审核通过' }).click()
    await judging.waitFor({ state: 'detached' })
    await actOn(rowOf(house.page, appNo), '开票')
    const issuing = house.page.getByRole('dialog', { name: /^开票 KP/ })
    await issuing.getByRole('button', { name: '开票', exact: true }).click()
    await issuing.waitFor({ state: 'detached' })

    await page.goto(new URL(`/manage/QueryInvoice/issued?text=${appNo}`, page.url()).href)
    await rowOf(page, appNo).getByText('已开具').waitFor()
    await page.goto(new URL('/manage/QueryInvoice/other', page.url()).href)
    await page.getByText('页面不存在').first().waitFor()

    await house.page.goto(new URL(`/manage/QueryInvoice/issued?text=${appNo}`, house.page.url()).href)
    await rowOf(house.page, appNo).getByRole('link').first().click()
    await front(house.page)
      .getByRole('heading', { name: /^发票 \d{20}/, level: 1 })
      .waitFor()
    await act(house.page, '红冲')
    const red = house.page.getByRole('dialog', { name: /^红冲/ })
    await red.getByRole('button', { name: '整行', exact: true }).first().click()
    await red.getByRole('button', { name: '提交确认单' }).click()
    await red.waitFor({ state: 'detached' })
    await rows(house.page).first().getByText('申请中').waitFor()

    const second = await cast.visit('admin', '/manage/QueryInvoice/red?state=asking')
    await actOn(rows(second.page).first(), '同意红冲')
    const agreeing = second.page.getByRole('dialog', { name: /^同意红冲/ })
    await agreeing.getByRole('button', { name: '同意红冲' }).click()
    await agreeing.waitFor({ state: 'detached' })
    await rows(house.page).first().getByText('无需确认').waitFor()
    await actOn(rows(house.page).first(), '开具红票')
    const sending = house.page.getByRole('dialog', { name: /^开具红票/ })
    await sending.getByRole('button', { name: '开具红票' }).click()
    await sending.waitFor({ state: 'detached' })
    await rows(house.page).first().getByText('红票已开').waitFor()

    await page.goto(new URL('/manage/QueryInvoice/red', page.url()).href)
    await rows(page).first().getByText('红票已开').waitFor()
    await page.goto(new URL('/invoice/make', page.url()).href)
    await rows(page).first().getByRole('checkbox').check()
    await front(page).getByRole('button', { name: '申请开票', exact: true }).click()
    const again = page.getByRole('dialog', { name: '申请开票（1 单）' })
    await again.getByRole('button', { name: '提交申请' }).click()
    await again.waitFor({ state: 'detached' })
    await front(page)
      .getByRole('heading', { name: /^开票申请 KP/, level: 1 })
      .waitFor()
  },
)
