// Journeys through the door: login, the guard of addresses, public pages, and what a session leaves in the browser.
import { expect } from 'vitest'
import { addressOf, fillLogin, front, goInside, home, journey, settled, signIn, useProduct } from './visitor.ts'

useProduct()

const cookiesOf = async (context: { cookies: () => Promise<{ name: string; value: string; sameSite: string }[]> }) =>
  Object.fromEntries((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]))

journey(
  '[GD-02] [GD-06] [PB-01] an address behind the door waits in the redirect cookie and opens after login',
  async cast => {
    const { page, context } = await cast.stranger()
    await page.goto(`${home}/waybill/list?state=signed`)
    await page.getByRole('heading', { name: '登录运枢' }).waitFor()
    expect(addressOf(page)).toBe('/login')
    expect((await cookiesOf(context))['redirect']).toBe('/waybill/list?state=signed')
    await fillLogin(page, 'shipper')
    await settled(page)
    expect(addressOf(page)).toBe('/waybill/list?state=signed')
    await expect
      .poll(() =>
        front(page)
          .getByRole('tab', { name: /^已签收/ })
          .getAttribute('aria-selected'),
      )
      .toBe('true')
    expect((await cookiesOf(context))['redirect']).toBeUndefined()
  },
)

journey(
  '[GD-06] [GD-07] [RT-01] login without a remembered address leads to index and leaves the five facts in cookies',
  async cast => {
    const { page, context } = await cast.stranger()
    await signIn(page, 'shipper')
    expect(addressOf(page)).toBe('/index')
    const cookies = await cookiesOf(context)
    expect(cookies['token']).toMatch(/^\S{40,}$/)
    expect(cookies['uuid']).toBe(cookies['token'])
    expect(cookies).toHaveProperty('baiduAccessToken')
    expect(JSON.parse(cookies['user'] ?? '{}')).toMatchObject({
      account: 'shipper',
      type: 1,
      companyName: '榆林恒泰煤业销售有限公司',
      businessType: 4,
      isTf: true,
    })
    expect((await context.cookies()).map(({ sameSite }) => sameSite)).not.toContain('None')
    await page.goto(home)
    await settled(page)
    expect(addressOf(page)).toBe('/index')
  },
)

journey('[GD-11] the platform has no company fields in its user cookie', async cast => {
  const { page, context } = await cast.stranger()
  await signIn(page, 'admin')
  const user: unknown = JSON.parse((await cookiesOf(context))['user'] ?? '{}')
  expect(user).toEqual({ type: 0, name: '平台管理员', account: 'admin' })
})

journey('[GD-03] somebody signed in who opens login is sent back to where they were', async cast => {
  const { page } = await cast.visit('shipper', '/GoodsMy')
  await page.goto(`${home}/login`)
  await settled(page)
  expect(addressOf(page)).toBe('/GoodsMy')
})

journey('[GD-08] another person than the one stored does not land on the address saved for the first', async cast => {
  const { page, context } = await cast.stranger()
  await signIn(page, 'shipper')
  await context.clearCookies({ name: 'token' })
  await page.goto(`${home}/GoodsMy`)
  await page.getByLabel('账号', { exact: true }).waitFor()
  expect((await cookiesOf(context))['redirect']).toBe('/GoodsMy')
  await fillLogin(page, 'shipper-freight')
  await settled(page)
  expect(addressOf(page)).toBe('/index')
  // the same person again does land there
  await context.clearCookies({ name: 'token' })
  await page.goto(`${home}/GoodsMy`)
  await fillLogin(page, 'shipper-freight')
  await settled(page)
  expect(addressOf(page)).toBe('/GoodsMy')
})

journey('[GD-14] a wrong password shows the words of the server alone and signs nobody in', async cast => {
  const { page, context } = await cast.stranger()
  await page.goto(`${home}/login`)
  const answered = page.waitForResponse(response => response.url().endsWith('/v1/login'))
  await fillLogin(page, 'carrier2', 'not the password')
  const { message } = (await (await answered).json()) as { message: string }
  await expect.poll(() => page.getByRole('alert').textContent()).toBe(message)
  expect(message).toBe('账号或密码不正确')
  expect(addressOf(page)).toBe('/login')
  expect((await cookiesOf(context))['token']).toBeUndefined()
  expect(await page.locator('.ant-message, .ant-modal').count()).toBe(0)
})

journey('[GD-01] shared goods are not kept behind the door', async cast => {
  for (const at of ['/public/goods/1', '/public/shareGoods/1']) {
    const { page, context, expectComplaint } = await cast.stranger()
    // goods of that name are not there; the page says so itself
    expectComplaint(/404/)
    await page.goto(home + at)
    await page.getByRole('heading').first().waitFor()
    expect(addressOf(page)).toBe(at)
    expect(await page.getByLabel('密码', { exact: true }).count()).toBe(0)
    expect((await cookiesOf(context))['redirect']).toBeUndefined()
  }
})

journey(
  '[PB-02] [PB-13] the bare login has no brand; an address that leads nowhere is a 404 page for strangers and inside the shell',
  async cast => {
    const { page } = await cast.stranger()
    await page.goto(`${home}/blankLogin`)
    await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
    expect(await page.getByText('货运全程，尽在枢纽').count()).toBe(0)
    await page.goto(`${home}/no/such/page`)
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    expect(await page.getByLabel('密码', { exact: true }).count()).toBe(0)
    const { page: inside } = await cast.visit('carrier', '/no/such/page')
    await inside.getByRole('heading', { name: '页面不存在' }).waitFor()
    await inside.getByRole('navigation', { name: '侧边菜单' }).waitFor()
    expect(await inside.title()).toBe('运枢 - 页面不存在')
  },
)

journey(
  '[GD-10] [GD-12] a token without permission info fetches it and the unread mark, then goes on to the page asked for',
  async cast => {
    const { page } = await cast.visit('carrier')
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(`${home}/vehicle/list`)
    await settled(page)
    expect(asked.filter(path => path === '/auth/v1/jurisdiction')).toHaveLength(1)
    expect(asked.filter(path => path === '/auth/v1/message/unread')).toHaveLength(1)
    expect(addressOf(page)).toBe('/vehicle/list')
    await page.getByRole('navigation', { name: '侧边菜单' }).getByRole('link', { name: '车辆管理' }).waitFor()
    // going on inside does not ask again
    await goInside(page, '/driver/list')
    expect(asked.filter(path => path === '/auth/v1/jurisdiction')).toHaveLength(1)
  },
)

journey(
  '[GD-12] [SH-02] the platform is not asked for unread messages and has no notice icon; companies have one with its count',
  async cast => {
    const { page: office } = await cast.visit('admin')
    await office.getByRole('button', { name: '搜索' }).waitFor()
    expect(await office.getByRole('button', { name: /^消息/ }).count()).toBe(0)
    const { page } = await cast.visit('shipper')
    const answered = page.waitForResponse(response => response.url().includes('/auth/v1/message/unread'))
    await page.reload()
    const { data } = (await (await answered).json()) as { data: { count: number } }
    expect(data.count).toBeGreaterThan(0)
    await page.getByRole('button', { name: `消息，${data.count} 条未读` }).waitFor()
  },
)

journey('[GD-05] [RT-02] opening the message centre brings the unread count down by one', async cast => {
  const { page } = await cast.visit('shipper-finance')
  const bell = page.getByRole('button', { name: /^消息，\d+ 条未读/ })
  const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
  expect(before).toBeGreaterThan(0)
  await bell.click()
  await front(page).getByRole('heading', { name: '消息中心' }).waitFor()
  await page.getByRole('button', { name: before > 1 ? `消息，${before - 1} 条未读` : '消息', exact: true }).waitFor()
})
