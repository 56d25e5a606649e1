// The journey from an empty database to an administrator who is signed in.
import { expect } from 'vitest'
import { seriousFaults } from './pages/look.ts'
import { startEmpty } from './seed.ts'
import { foundation } from '../server/foundation.ts'
import { drawn, fillLogin, front, goInside, journey, settled, useProduct } from './visitor.ts'

const product = useProduct(startEmpty)

journey(
  'DEMO=0 on an empty database had nobody in it: the printed address sets it up, and the administrator signs in',
  async cast => {
    // the line is on its way when the product says that it is ready
    const printed = (): string => /初始设置.*(http:\S+)/.exec(product.output())?.[1] ?? ''
    await expect.poll(printed).not.toBe('')
    const address = printed()
    const { page, expectComplaint } = await cast.stranger()
    await page.setViewportSize({ width: 390, height: 844 })
    // the first question fails twice, for want of network and of the database: the page offers to ask again
    expectComplaint(/(?:ERR_FAILED|503 \(Service Unavailable\)) \(.*\/v1\/setup\)$/)
    const asked = (url: URL): boolean => url.pathname === '/v1/setup'
    await page.route(asked, route => route.abort())
    await page.goto(address)
    const again = page.getByRole('button', { name: '重试' })
    await page.getByRole('alert').filter({ hasText: '暂时连不上服务器' }).waitFor()
    expect(await page.getByRole('link', { name: '去登录' }).count()).toBe(0)
    await page.unroute(asked)
    await page.route(asked, route =>
      route.fulfill({ status: 503, json: { code: 5031, message: '系统正在恢复，请稍后重试', data: null } }),
    )
    await Promise.all([page.waitForResponse(answer => asked(new URL(answer.url()))), again.click()])
    await page.getByRole('alert').filter({ hasText: '暂时连不上服务器' }).waitFor()
    await page.unroute(asked)
    await again.click()
    const form = page.getByRole('form', { name: '初始设置' })
    await form.waitFor()
    await form.getByText(/^会计科目表/).click()
    await form.getByRole('cell', { name: '1122.01' }).waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await drawn(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await form.getByRole('button', { name: '完成设置' }).click()
    await form.getByText('请填写分公司名称').waitFor()
    for (const [label, value] of [
      ['公司名称', foundation.companyName],
      ['统一社会信用代码', foundation.creditCode],
      ['详细地址', foundation.address],
      ['联系人', foundation.contactName],
      ['手机号', foundation.mobile],
      ['分公司名称', foundation.branchName],
      ['分公司简称', foundation.branchShortName],
      ['分公司统一社会信用代码', foundation.branchCreditCode],
      ['管理员姓名', '王五'],
      ['登录账号', 'wangwu'],
      ['登录密码', 'Qinghe#4827'],
      ['确认密码', 'Qinghe#4827'],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByLabel('省', { exact: true }).selectOption({ label: '湖北省' })
    await form.getByLabel('市', { exact: true }).selectOption({ label: '武汉市' })
    await form.getByLabel('区县', { exact: true }).selectOption({ label: '东西湖区' })
    await form.getByRole('button', { name: '完成设置' }).click()
    await page.getByText('请用账号 wangwu 登录').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: '去登录' }).click()
    await fillLogin(page, 'wangwu', 'Qinghe#4827')
    await settled(page)
    await goInside(page, '/company/branches')
    await front(page).getByText(foundation.branchName).waitFor()
    // the address is spent
    await page.goto('about:blank')
    await page.goto(address)
    await page.getByRole('alert').filter({ hasText: '系统已完成初始设置' }).waitFor()
  },
)
