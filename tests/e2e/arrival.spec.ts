// Journeys of arriving: pages without a door, addresses that lead nowhere, and what is fetched with the first page.
import { expect } from 'vitest'
import { cookiesOf } from './cookies.ts'
import { addressOf, front, goInside, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

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
  '[PB-02] [PB-13] the bare login has no brand; a public address that leads nowhere is a 404 page for strangers, any address inside the shell',
  async cast => {
    const { page } = await cast.stranger()
    await page.goto(`${home}/blankLogin`)
    await page.getByRole('heading', { name: '登录', exact: true }).waitFor()
    expect(await page.getByText('货运全程，尽在枢纽').count()).toBe(0)
    await page.goto(`${home}/public/no/such/page`)
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    expect(await page.getByLabel('密码', { exact: true }).count()).toBe(0)
    expect(addressOf(page)).toBe('/public/no/such/page')
    // another one may be a page of the server's: the login comes first
    await page.goto(`${home}/no/such/page`)
    await page.getByRole('heading', { name: '登录运枢' }).waitFor()
    const { page: inside } = await cast.visit('carrier', '/no/such/page')
    await inside.getByRole('heading', { name: '页面不存在' }).waitFor()
    await inside.getByRole('navigation', { name: '侧边菜单' }).waitFor()
    expect(await inside.title()).toBe('运枢 - 页面不存在')
    // no dead end: the search is one press away
    await inside.getByRole('button', { name: '搜索页面或单号' }).click()
    await inside.getByRole('combobox', { name: '搜索' }).waitFor()
    await inside.keyboard.press('Escape')
    await inside.goto(`${home}/public/no/such/page`)
    await inside.getByRole('heading', { name: '页面不存在' }).waitFor()
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
    const { page } = await cast.known('shipper')
    const answered = page.waitForResponse(response => response.url().includes('/auth/v1/message/unread'))
    await page.goto(`${home}/index`)
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
