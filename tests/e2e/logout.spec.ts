// Journeys of the end of a session: logout, asked for or given up, and what the server ends.
import { expect } from 'vitest'
import { header, userMenu } from './portal.ts'
import { home, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey('[SH-14] logout asks over a gray page, and giving up takes the gray away', async cast => {
  const { page } = await cast.visit('shipper')
  const filter = () => page.evaluate(() => getComputedStyle(document.documentElement).filter)
  await userMenu(page, '退出登录')
  const asking = page.getByRole('dialog', { name: '确认操作' })
  await asking.getByText('注销当前账户吗？打开的标签页和用户设置将会被保存。').waitFor()
  await asking.getByRole('button', { name: '确定' }).waitFor()
  expect(await filter()).toMatch(/grayscale/)
  await asking.getByRole('button', { name: '放弃' }).click()
  await asking.waitFor({ state: 'hidden' })
  await expect.poll(filter).toBe('none')
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('token')
})

journey(
  '[SH-15] logging out removes token and uuid and leads to the login, in this window and in the person’s others',
  async cast => {
    const { page, context, expectComplaint } = await cast.newcomer('shipper2')
    // the end of the session may overtake what a window keeps of its layout
    expectComplaint(/status of 401 .*\/user\/settings/)
    const other = await context.newPage()
    await other.goto(`${home}/GoodsMy`)
    await settled(other)
    await userMenu(page, '退出登录')
    await page.getByRole('dialog', { name: '确认操作' }).getByRole('button', { name: '确定' }).click()
    for (const each of [page, other]) await each.getByLabel('密码', { exact: true }).waitFor()
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names).not.toContain('token')
    expect(names).not.toContain('uuid')
  },
)

journey(
  '[SH-15] [ER-02] a session the server ends with a message shows it in a box before the login appears',
  async cast => {
    const { page, context, expectComplaint } = await cast.newcomer('shipper2')
    // the layout of a window may be sent after the session has ended
    expectComplaint(/status of 401 .*\/user\/settings/)
    await page.route('**/auth/v1/messages*', route =>
      route.fulfill({ json: { code: -2, message: '您的账号已在别处退出或权限已变更，请重新登录', data: null } }),
    )
    await header(page).getByRole('button', { name: /^消息/ }).click()
    const box = page.getByRole('dialog', { name: '请重新登录' })
    await box.getByText('您的账号已在别处退出或权限已变更，请重新登录').waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('token')
    await box.getByRole('button', { name: '重新登录' }).click()
    await page.getByLabel('密码', { exact: true }).waitFor()
  },
)
