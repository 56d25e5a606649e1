// Journeys of the first moments of a page load, before menus, dialogs and messages are made: nothing said then may be
// lost.
import { expect } from 'vitest'
import { heard, home, journey, message, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[SH-15] [ER-02] a session that is over at the first call of a page load is told in the box too',
  async cast => {
    const { page } = await cast.known('shipper')
    await page.route('**/auth/v1/today*', route =>
      route.fulfill({ json: { code: -2, message: '您的账号已在别处退出或权限已变更，请重新登录', data: null } }),
    )
    await page.goto(`${home}/index`)
    const box = page.getByRole('dialog', { name: '请重新登录' })
    await box
      .or(page.getByLabel('密码', { exact: true }))
      .first()
      .waitFor()
    expect(await box.count(), 'the box comes before the login').toBe(1)
  },
)

journey('[PU-04] [PU-10] what the server pushes right after the connection stands is shown and asked', async cast => {
  const { page } = await cast.known('shipper')
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  let seq = 1_000_000
  await page.routeWebSocket(/\/push/, route => {
    for (const frame of [
      { code: '0', data: { title: '限行通知', content: '请绕行' } },
      { code: '33', title: '权限已变更', data: {} },
    ])
      route.send(JSON.stringify({ seq: (seq += 1), title: '', msg: '', ...frame }))
  })
  const isShown = heard(page.locator('.ant-notification-notice').filter({ hasText: '限行通知' }))
  await page.goto(`${home}/index`)
  await settled(page)
  const asking = page.getByRole('dialog', { name: '权限已变更' })
  await expect.poll(async () => loads.length > 1 || (await asking.isVisible())).toBe(true)
  expect(loads, 'nothing is loaded anew before somebody agreed').toHaveLength(1)
  await asking.getByRole('button', { name: '取消' }).click()
  await isShown()
})

journey('[SH-03] the menu of the person works beside a page that does not exist', async cast => {
  const { page } = await cast.known('shipper')
  await page.goto(`${home}/no/such/page`)
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  const out = page.getByRole('menuitem', { name: '退出登录' })
  await expect
    .poll(
      async () => {
        if (!(await out.isVisible())) await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
        return out.isVisible()
      },
      { interval: 500, timeout: 60_000 },
    )
    .toBe(true)
})

journey(
  'a piece of the shell whose script cannot be had says so, leaves the shell standing, and comes at the next try',
  async cast => {
    const { page, expectComplaint } = await cast.visit('shipper')
    expectComplaint(/ERR_FAILED|could not be loaded/)
    await page.route(/SearchPanel-[^/]*\.js/, route => route.abort())
    await page.keyboard.press('s')
    await message(page, '加载失败，请检查网络后重试').waitFor()
    await page.getByRole('tablist', { name: '打开的页面' }).waitFor()
    await page.unroute(/SearchPanel-[^/]*\.js/)
    await page.keyboard.press('s')
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .or(page.getByRole('dialog').getByRole('textbox'))
      .first()
      .waitFor()
  },
)
