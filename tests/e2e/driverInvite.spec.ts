// A driver who registers himself on a phone by the link of his carrier, up to his account, and the pages browsers come
// back to.
import { getSettlement, listSettlements } from '@yunshu/contract/settlement/settlement'
import { printYuan } from '@yunshu/domain/figures/money'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoCard, demoIdNo } from '../../apps/server/demo/invented.ts'
import { senderOf } from './calls.ts'
import { fits, passerBy } from './sharing.ts'
import { front, home, journey, useProduct } from './visitor.ts'
import { photo } from './waybillPage.ts'

useProduct()

const mobile = '19900086421'
const invitesOf = (page: Page) => page.getByRole('dialog', { name: '司机自助登记' })
const openInvites = (page: Page) => front(page).getByRole('button', { name: '自助登记' }).click()

journey(
  '[PB-10] [PB-09] a driver opens the link of his carrier, proves the phone, registers and comes back from the channel; the carrier finds him with his account',
  async cast => {
    const { page } = await cast.visit('carrier', '/driver/list')
    await openInvites(page)
    await invitesOf(page).getByLabel('司机手机号').fill(mobile)
    await invitesOf(page).getByRole('button', { name: '生成邀请链接' }).click()
    const link = (await invitesOf(page).locator('.di-address').textContent()) ?? ''
    expect(new URL(link).pathname).toBe('/public/TfDriverRegister')

    const { page: phone } = await passerBy(cast)
    await phone.goto(link)
    await phone.getByRole('heading', { name: /^加入 / }).waitFor()
    expect(await phone.locator('body').innerText()).not.toContain(mobile)
    await phone.getByLabel('手机号').fill(mobile)
    await phone.getByRole('button', { name: '获取验证码' }).click()
    await phone.getByText(/秒后可重发/).waitFor()
    // simulated: no phone gets a message, the house reads the code
    const house = await cast.visit('admin', '/driver/list')
    await openInvites(house.page)
    const told = await invitesOf(house.page)
      .getByText(/^模拟短信验证码 \d{6}$/)
      .first()
      .textContent()
    await phone.getByLabel('短信验证码').fill((told ?? '').slice(-6))
    const next = phone.getByRole('button', { name: '下一步' })
    await next.click()

    await phone.getByRole('heading', { name: /^身份信息/ }).waitFor()
    await next.click()
    await expect.poll(() => phone.locator('[aria-invalid=true]').count()).toBe(3)
    const idNo = demoIdNo('130102', '19860412', 903)
    await phone.getByLabel('姓名').fill('宋公明')
    await phone.getByLabel('身份证号').fill(idNo)
    await phone.getByLabel('身份证有效期止').fill('2035-01-01')
    expect(await fits(phone)).toBe(0)
    await next.click()
    await phone.getByRole('heading', { name: /^驾驶资格/ }).waitFor()
    await phone.getByLabel('驾驶证号').fill(idNo)
    await phone.getByLabel('准驾车型').fill('C1')
    await phone.getByLabel('驾驶证有效期止').fill('2035-01-01')
    await next.click()
    await phone.getByRole('heading', { name: /^收款账户/ }).waitFor()
    await phone.getByLabel('开户银行').fill('中国工商银行')
    await phone.getByLabel('银行卡号').fill(demoCard(903))
    await next.click()
    await phone.getByRole('heading', { name: /^证件照片/ }).waitFor()
    for (const kind of ['身份证人像面', '身份证国徽面', '驾驶证', '银行卡'])
      await phone.getByLabel(kind).setInputFiles(photo(`${kind}.png`))
    await next.click()
    await phone.getByRole('heading', { name: /^确认提交/ }).waitFor()
    const submit = phone.getByRole('button', { name: '提交', exact: true })
    await submit.click()
    await phone.getByText('请阅读并同意协议').waitFor()
    await phone.getByLabel(/^我已阅读并同意/).check()
    expect(await fits(phone)).toBe(0)
    await submit.click()
    await phone.waitForURL('**/public/TfPaymentReturn?state=*')
    await phone.getByRole('heading', { name: '开户成功' }).waitFor()
    await phone.getByText('模拟', { exact: true }).waitFor()
    // the same address in another browser opens nothing
    const { page: finder } = await passerBy(cast)
    await finder.goto(phone.url())
    await finder.getByRole('heading', { name: '查不到这笔订单' }).waitFor()

    await invitesOf(page).getByText('已开户').waitFor()
    await invitesOf(page)
      .getByText(/^通道账户 SIMA/)
      .waitFor()
    await invitesOf(page).getByRole('link', { name: '查看司机' }).first().click()
    await front(page)
      .getByRole('heading', { name: /宋公明/ })
      .waitFor()
  },
)

journey(
  '[PB-09] a browser that comes back from a payment is shown our books, whatever its address says',
  async cast => {
    const finance = await senderOf('shipper-finance')
    const { rows } = await finance(listSettlements, { state: 'paid', limit: 5 })
    const sheets = await Promise.all(rows.map(({ settlementNum }) => finance(getSettlement, { settlementNum })))
    const payment = sheets.flatMap(({ payments }) => payments).find(({ state }) => state === 'success')
    if (!payment) throw new Error('the demo paid nothing')
    const { page } = await cast.known('shipper-finance')
    await page.goto(`${home}/public/TfPaymentReturn?orderNo=${payment.taskNo}&amount=0.01&status=failed`)
    await page.getByRole('heading', { name: '支付成功' }).waitFor()
    await page.getByText(`${printYuan(payment.amount)} 元`).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('0.01 元')
    const stranger = await passerBy(cast)
    await stranger.page.goto(`${home}/public/TfPaymentReturn?orderNo=${payment.taskNo}&status=success`)
    await stranger.page.getByRole('heading', { name: '请先登录' }).waitFor()
    // an address that names no order has nothing to ask again about
    await page.goto(`${home}/public/TfPaymentReturn`)
    await page.getByRole('heading', { name: '查不到这笔订单' }).waitFor()
  },
)
