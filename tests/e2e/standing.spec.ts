// Journeys of where a person stands in the shell: logout, sessions that end, whom one works for, and what one may open.
import { expect } from 'vitest'
import { header, jurisdictionWith, userMenu } from './portal.ts'
import { front, goInside, home, journey, settled, useProduct } from './visitor.ts'

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

journey(
  '[SH-19] companies choose one of their people to work for, the platform a branch too; who may not is not offered it',
  async cast => {
    const { page } = await cast.visit('shipper')
    await userMenu(page, '选择员工')
    const people = page.getByRole('dialog', { name: '选择员工' })
    await people
      .getByRole('textbox', { name: '按姓名、账号或企业查找' })
      .or(people.getByRole('searchbox', { name: '按姓名、账号或企业查找' }))
      .fill('shipper-finance')
    await expect.poll(() => people.getByRole('listitem').count()).toBe(1)
    const chosen = await people.getByRole('listitem').locator('strong').textContent()
    const loaded = page.waitForEvent('load')
    await people.getByRole('listitem').getByRole('button').click()
    await loaded
    await settled(page)
    await page
      .getByRole('status')
      .filter({ hasText: `榆林恒泰煤业销售有限公司 · ${chosen}` })
      .waitFor()
    const own = page.waitForEvent('load')
    await userMenu(page, `退出代办（${chosen}）`)
    await own
    await settled(page)
    const { page: clerk } = await cast.visit('shipper-finance')
    await header(clerk).locator('button[aria-haspopup=menu]').click()
    await clerk.getByRole('menuitem', { name: '个人资料' }).waitFor()
    expect(await clerk.getByRole('menuitem', { name: '选择员工' }).count()).toBe(0)

    const { page: office } = await cast.visit('admin', '/settlement/list')
    await front(office)
      .getByText(/^已加载/)
      .waitFor()
    const narrowed = office.waitForRequest(
      request => request.url().includes('settlement') && request.url().includes('branchCompanyId='),
    )
    await userMenu(office, '选择分公司')
    const branches = office.getByRole('dialog', { name: '选择分公司' })
    await branches.getByRole('button', { name: /西南分公司/ }).click()
    await branches.waitFor({ state: 'hidden' })
    await narrowed
    await header(office)
      .getByTitle('当前分公司')
      .getByText(/西南分公司/)
      .waitFor()
    // it is there again after a reload, from the first call on
    const again = office.waitForRequest(
      request => request.url().includes('settlement') && request.url().includes('branchCompanyId='),
    )
    await office.reload()
    await again
    await settled(office)
    await header(office)
      .getByTitle('当前分公司')
      .getByText(/西南分公司/)
      .waitFor()
    await userMenu(office, /^分公司：/)
    await branches.getByRole('button', { name: '清除选择' }).click()
    await header(office).getByTitle('当前分公司').waitFor({ state: 'detached' })
  },
)

journey('[PM-01] an administrator passes every check of the portal, whatever permits are listed', async cast => {
  const { page } = await cast.visit('shipper-freight')
  const column = front(page).getByText('托运单价', { exact: true })
  await jurisdictionWith(page, () => ({ userPermissions: [], userRoles: [], isAdmin: false }))
  await page.goto(`${home}/GoodsMy`)
  await settled(page)
  await front(page).getByText('货源号', { exact: true }).first().waitFor()
  expect(await column.count()).toBe(0)
  await page.unroute('**/auth/v1/jurisdiction*')
  await jurisdictionWith(page, () => ({ userPermissions: [], userRoles: [], isAdmin: true }))
  await page.reload()
  await settled(page)
  await column.first().waitFor()
})

journey('[PB-13] a page of the product the person may not open says so and names nobody’s data', async cast => {
  const { page } = await cast.visit('carrier', '/settlement/make')
  await page.getByRole('heading', { name: '没有访问权限' }).waitFor()
  await goInside(page, '/index')
  expect(await page.getByRole('heading', { name: '没有访问权限' }).count()).toBe(0)
})
