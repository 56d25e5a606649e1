// Journeys with messages from the server: what the portal shows for each push code, the journey standing in for the
// server's end of the connection.
import type { Page, WebSocketRoute } from 'playwright-core'
import { expect } from 'vitest'
import {
  addressOf,
  front,
  goInside,
  home,
  journey,
  settled,
  standStill,
  useProduct,
  type Cast,
  type Habits,
} from './visitor.ts'

useProduct()

interface Line {
  readonly page: Page
  /** Addresses of the connections so far. */
  readonly opened: string[]
  readonly say: (frame: { code: string; title?: string; msg?: string; data?: object }) => void
  readonly hangUp: () => Promise<void>
}

/** A signed-in person whose push connection ends here. */
async function listening(cast: Cast, account: string, at = '/index', habits: Habits = {}): Promise<Line> {
  const { page } = await cast.known(account, habits)
  const opened: string[] = []
  let socket: WebSocketRoute | undefined
  let seq = 1_000_000
  await page.routeWebSocket(/\/push/, route => {
    opened.push(route.url())
    socket = route
  })
  await page.goto(home + at)
  await settled(page)
  await expect.poll(() => opened.length).toBe(1)
  return {
    page,
    opened,
    say: ({ code, title = '', msg = '', data = {} }) => {
      socket?.send(JSON.stringify({ seq: (seq += 1), code, title, msg, data }))
    },
    hangUp: async () => {
      await socket?.close({ code: 1011 })
    },
  }
}

const notice = (page: Page, text: string) => page.locator('.ant-notification-notice').filter({ hasText: text })

journey(
  '[PU-01] [PU-02] the connection says whose it is, comes back once after 2 s, and never carries the token in its address',
  async cast => {
    const office = await listening(cast, 'admin')
    expect(new URL(office.opened[0] ?? '').searchParams.get('tag')).toBe('manager')
    const { page, opened, hangUp } = await listening(cast, 'carrier')
    const user = JSON.parse(
      decodeURIComponent((await page.context().cookies()).find(({ name }) => name === 'user')?.value ?? '{}'),
    ) as { companyId: string }
    expect(new URL(opened[0] ?? '').searchParams.get('tag')).toBe(user.companyId)
    expect([...new URL(opened[0] ?? '').searchParams.keys()]).toEqual(['tag'])
    const at = Date.now()
    await hangUp()
    await expect.poll(() => opened.length).toBe(2)
    expect(Date.now() - at).toBeGreaterThanOrEqual(1900)
  },
)

journey(
  '[PU-03] [PU-04] [PU-05] coupons are counted, notices show title and content as text, and count as unread',
  async cast => {
    const { page, say } = await listening(cast, 'carrier')
    say({ code: 'PCOIL01' })
    await page.getByText('油券已确认 1 张').waitFor({ state: 'attached' })
    say({ code: 'PCOIL01' })
    await page.getByText('油券已确认 2 张').waitFor({ state: 'attached' })
    const bell = page.getByRole('button', { name: /^消息/ })
    const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
    say({ code: '0', data: { title: '限行通知', content: '今日<b>禁行</b>，请绕行' } })
    await notice(page, '限行通知').getByText('今日<b>禁行</b>，请绕行').waitFor()
    say({ code: '4', title: '磅单提示', msg: '请补传磅单' })
    await notice(page, '磅单提示').getByText('请补传磅单').waitFor()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe(`消息，${before + 2} 条未读`)
  },
)

journey('[PU-07] the message of new goods opens the task list of a carrier and the goods of a shipper', async cast => {
  for (const [account, address] of [
    ['carrier', '/TaskList'],
    ['shipper', '/GoodsMy'],
  ] as const) {
    const { page, say } = await listening(cast, account)
    say({ code: '30', title: '新货源', msg: '煤一车' })
    await notice(page, '新货源').getByText('煤一车').click()
    await settled(page)
    expect(addressOf(page)).toBe(address)
  }
})

journey('[PU-09] a changed kind of business stands in the profile at once', async cast => {
  const { page, say } = await listening(cast, 'shipper')
  say({ code: '32', data: { wlhyType: 3 } })
  await expect
    .poll(async () => {
      await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
      await page.getByRole('menuitem', { name: '个人资料' }).click()
      const profile = page.getByRole('dialog', { name: '个人资料' })
      const text = await profile.innerText()
      await profile.getByRole('button', { name: '关闭' }).click()
      await profile.waitFor({ state: 'hidden' })
      return text
    })
    .toMatch(/网络货运\s+承运与撮合/)
})

journey(
  '[PU-10] changed permits are asked about: cancelling brings the question back after 180 s, agreeing reloads',
  async cast => {
    const { page, say } = await listening(cast, 'shipper', '/index', { hasOwnClock: true })
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    const asking = page.getByRole('dialog', { name: '权限已变更' })
    say({ code: '33', title: '权限已变更', msg: '您的职位权限已调整。' })
    await asking.getByText('您的职位权限已调整。').waitFor()
    await standStill(page)
    await asking.getByRole('button', { name: '取消' }).click()
    await page.clock.runFor(2000)
    await asking.waitFor({ state: 'hidden' })
    await page.clock.runFor(176_000)
    expect(await asking.count()).toBe(0)
    await page.clock.runFor(3000)
    await asking.waitFor()
    expect(loads).toEqual([])
    await asking.getByRole('button', { name: '同意' }).click()
    // the clock goes on whenever the answer comes that the page waits for
    const isLoaded = async (): Promise<number> => {
      if (loads.length === 0) await page.clock.runFor(1000)
      return loads.length
    }
    await expect.poll(isLoaded).toBe(1)
  },
)

journey('[PU-11] a forced refresh is told and then done, back on the page it came to', async cast => {
  const { page, say } = await listening(cast, 'carrier', '/vehicle/list')
  await goInside(page, '/driver/list')
  const loaded = page.waitForEvent('load')
  say({ code: '34', title: '系统升级', msg: '系统已升级，将重新载入。' })
  const alert = page.getByRole('dialog', { name: '系统升级' })
  await alert.getByText('系统已升级，将重新载入。').waitFor()
  await alert.getByRole('button', { name: '确定' }).click()
  await loaded
  await settled(page)
  expect(addressOf(page)).toBe('/driver/list')
  await front(page).getByLabel('关键字').waitFor()
})
