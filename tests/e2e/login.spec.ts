// Journeys through the login: the remembered address, what a session leaves in the browser, and a wrong password.
import { expect } from 'vitest'
import { cookiesOf } from './cookies.ts'
import { jurisdictionWith } from './portal.ts'
import { addressOf, fillLogin, front, home, journey, settled, signIn, useProduct } from './visitor.ts'

useProduct()

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
  '[GD-02] [GD-06] [SE-10] an address only the server knows, and the helper routes, wait for the login like any other',
  async cast => {
    const { page, context } = await cast.stranger()
    await jurisdictionWith(page, ({ accessRoutes }) => ({
      accessRoutes: [
        ...(accessRoutes as object[]),
        { name: 'ServerPage', path: 'from/the/:id', title: '新页面', cache: true },
      ],
    }))
    for (const [asked, opened] of [
      ['/from/the/server?x=1', '/from/the/server?x=1'],
      ['/redirect/waybill/list?state=signed', '/waybill/list?state=signed'],
      ['/refresh', '/index'],
    ] as const) {
      await context.clearCookies({ name: 'token' })
      await page.goto(home + asked)
      await page.getByLabel('账号', { exact: true }).waitFor()
      expect([addressOf(page), (await cookiesOf(context))['redirect']]).toEqual(['/login', asked])
      await fillLogin(page, 'shipper')
      await settled(page)
      await expect.poll(() => addressOf(page)).toBe(opened)
    }
  },
)

journey(
  '[GD-06] [GD-07] [RT-01] [SE-01] login without a remembered address leads to index and leaves the five facts in cookies',
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
      wlhyType: 1,
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
  expect(user).toEqual({ type: 0, name: '平台管理员', account: 'admin', wlhyType: 0 })
})

journey('[GD-03] somebody signed in who opens login is sent back to where they were', async cast => {
  const { page } = await cast.visit('shipper', '/GoodsMy')
  await page.goto(`${home}/login`)
  await settled(page)
  expect(addressOf(page)).toBe('/GoodsMy')
})

journey(
  '[GD-04] a token whose user is gone stays at its page and is taken away by login; the root leads to the first page',
  async cast => {
    const { page, context } = await cast.newcomer('shipper-freight')
    await page.goto(home)
    await settled(page)
    expect(addressOf(page)).toBe('/index')
    // any other address stays: the server says whose the token is, and the user stands in its cookie again
    const { user: before } = await cookiesOf(context)
    await context.clearCookies({ name: 'user' })
    await page.goto(`${home}/GoodsMy`)
    await settled(page)
    expect(addressOf(page)).toBe('/GoodsMy')
    expect(JSON.parse((await cookiesOf(context))['user'] ?? '{}')).toMatchObject(JSON.parse(before ?? '{}'))
    await context.clearCookies({ name: 'user' })
    await page.goto(`${home}/login`)
    await page.getByRole('heading', { name: '登录运枢' }).waitFor()
    expect(addressOf(page)).toBe('/login')
    const { token, redirect } = await cookiesOf(context)
    // nobody was sent back into the portal first, to be put out there with an address to come back to
    expect([token, redirect]).toEqual([undefined, undefined])
  },
)

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
