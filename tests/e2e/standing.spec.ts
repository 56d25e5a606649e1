// Journeys of where a person stands in the shell: whom one works for, and what one may open.
import { expect } from 'vitest'
import { header, jurisdictionWith, userMenu } from './portal.ts'
import { front, goInside, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

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
      .getByText(/已加载/)
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
  const column = front(page).getByText(/^托运单价/)
  await jurisdictionWith(page, () => ({ userPermissions: [], userRoles: [], isAdmin: false }))
  await page.goto(`${home}/GoodsMy`)
  await settled(page)
  await front(page)
    .getByRole('columnheader', { name: /^货源号/ })
    .waitFor()
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
  // on a phone the head names the page, which exists
  await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('.switcher-title').getByText('新建结算单', { exact: true }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await goInside(page, '/index')
  expect(await page.getByRole('heading', { name: '没有访问权限' }).count()).toBe(0)
})
