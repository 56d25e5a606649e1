// Money that came: recorded by the branch, confirmed by the platform's finance, claimed for the shipper the product
// suggests, taken back, and the file that holds the list.
import { expect } from 'vitest'
import { actOn, front, journey, pointedAt, rowOf, useProduct } from './visitor.ts'

useProduct()

journey(
  'nobody could say whose money had come: it is recorded, confirmed by another, suggested by name, claimed, taken back and claimed again',
  async cast => {
    const { page } = await cast.visit('branch', '/money/receipts')
    await front(page).getByRole('button', { name: '登记来款' }).click()
    const form = page.getByRole('dialog', { name: '登记来款' })
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.getByText('请填写付款方').waitFor()
    await form.getByLabel('付款方', { exact: true }).fill('唐山冀东钢材贸易有限公司')
    await form.getByLabel('付款账号', { exact: true }).fill('6222 0233 4455 6677')
    await form.getByLabel('金额', { exact: true }).fill('12345.67')
    await form.getByLabel('银行流水号', { exact: true }).fill('LK20261124A')
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('待复核').waitFor()
    const own = await pointedAt(rowOf(page, 'LK20261124A'))
    expect(await own.getByRole('button', { name: '确认到账' }).count()).toBe(0)

    const finance = await cast.visit('platform-finance', '/money/receipts?state=recorded')
    await actOn(rowOf(finance.page, 'LK20261124A'), '确认到账')
    const judging = finance.page.getByRole('dialog', { name: /^确认到账/ })
    await judging.getByText('12,345.67').waitFor()
    await judging.getByRole('button', { name: '确认到账' }).click()
    await judging.waitFor({ state: 'detached' })

    await rowOf(page, 'LK20261124A').getByText('待认领').waitFor()
    await actOn(rowOf(page, 'LK20261124A'), '认领')
    const claiming = page.getByRole('dialog', { name: /^来款 SK/ })
    await claiming.getByText('付款户名与企业名称一致').waitFor()
    await claiming.getByRole('button', { name: '认领给 唐山冀东钢材贸易有限公司' }).click()
    await claiming.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('已入账').waitFor()

    await actOn(rowOf(page, 'LK20261124A'), '撤销认领')
    const undoing = page.getByRole('dialog', { name: /^撤销认领/ })
    await undoing.getByLabel('原因').fill('附言是别家的')
    await undoing.getByRole('button', { name: '撤销认领' }).click()
    await undoing.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('待认领').waitFor()

    await actOn(rowOf(page, 'LK20261124A'), '申请退回')
    const asking = page.getByRole('dialog', { name: /^申请退回/ })
    await asking.getByLabel('原因').fill('汇错了')
    await asking.getByRole('button', { name: '申请退回' }).click()
    await asking.waitFor({ state: 'detached' })
    await finance.page.goto(new URL('/money/receipts?state=refunding', finance.page.url()).href)
    await actOn(rowOf(finance.page, 'LK20261124A'), '确认退回')
    const sending = finance.page.getByRole('dialog', { name: /^确认退回/ })
    await sending.getByLabel('退回的银行流水号').fill('TK20261124A')
    await sending.getByRole('button', { name: '确认退回' }).click()
    await sending.waitFor({ state: 'detached' })
    await rowOf(page, 'LK20261124A').getByText('已退回').waitFor()
    await actOn(rowOf(page, 'LK20261124A'), '详情')
    const shown = page.getByRole('dialog', { name: /^来款 SK/ })
    await shown.getByRole('region', { name: '操作记录' }).getByText('确认退回').waitFor()
    await shown.getByRole('link', { name: /^记-/ }).first().click()
    await front(page).getByRole('heading', { name: '记账凭证', level: 2 }).waitFor()
  },
)
