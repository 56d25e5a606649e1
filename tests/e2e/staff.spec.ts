// Journeys of a company's people: somebody new signs in with a first password; a changed position reaches who is signed
// in.
import type { Call } from '@yunshu/contract/call'
import { addRole, addStaff, removeRole, removeStaff, updateStaff } from '@yunshu/contract/staff/staff'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { groups, side } from './portal.ts'
import { actOn, fillLogin, front, home, journey, message, pointedAt, rowOf, settled, useProduct } from './visitor.ts'

useProduct()

/** Holds the answer of a call back until its overlay is seen, and waits for the words that follow it. */
async function works(page: Page, { path }: Call, press: () => Promise<void>): Promise<void> {
  const overlay = page.locator('.ys-overlay').getByText('操作中...')
  const done = message(page, '操作成功')
  await done.waitFor({ state: 'detached' })
  await page.route(
    `**${path}`,
    async route => {
      await overlay.waitFor()
      await route.continue()
    },
    { times: 1 },
  )
  const answered = page.waitForResponse(response => new URL(response.url()).pathname === path)
  await press()
  expect(await (await answered).json()).toMatchObject({ code: 0 })
  await done.waitFor()
  await overlay.waitFor({ state: 'detached' })
}

journey(
  '[CL-09] 操作中... while people and positions are added, changed and removed, 操作成功 once they are',
  async cast => {
    const { page } = await cast.visit('shipper3', '/shipper/staff/role')
    const save = (within: Pick<Page, 'getByRole'>) => within.getByRole('button', { name: '保存' }).click()
    await front(page).getByRole('button', { name: '添加职位' }).click()
    await front(page).getByLabel('职位名称').fill('临时职位')
    await page.reload()
    await settled(page)
    await front(page).getByRole('button', { name: '添加职位' }).click()
    await front(page)
      .getByText(/^已恢复 .* 的草稿$/)
      .waitFor()
    await expect.poll(() => front(page).getByLabel('职位名称').inputValue()).toBe('临时职位')
    await works(page, addRole, () => save(front(page)))

    await page.goto(`${home}/shipper/staff/list`)
    await settled(page)
    await front(page).getByRole('button', { name: '添加员工' }).click()
    const adding = page.getByRole('dialog', { name: '添加员工' })
    await adding.getByLabel('账号').fill('linshi01')
    await adding.getByLabel('姓名').fill('齐临时')
    await adding.getByLabel('职位').click()
    await page.getByTitle('临时职位').last().click()
    await page.keyboard.press('Escape')
    await works(page, addStaff, () => save(adding))
    await page.getByRole('dialog', { name: '初始密码' }).getByRole('button', { name: '我已记下' }).click()

    await actOn(rowOf(page, '齐临时'), '修改')
    const changing = page.getByRole('dialog', { name: '修改员工 linshi01' })
    await changing.getByLabel('姓名').fill('齐长工')
    await works(page, updateStaff, () => save(changing))

    await (await pointedAt(rowOf(page, '齐长工'))).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    const leaving = page.getByRole('dialog', { name: /^删除 齐长工/ })
    await works(page, removeStaff, () => leaving.getByRole('button', { name: /^删\s?除$/ }).click())

    await page.goto(`${home}/shipper/staff/role`)
    await settled(page)
    await front(page)
      .getByRole('button', { name: /临时职位/ })
      .click()
    await front(page)
      .getByRole('button', { name: /^删\s?除$/ })
      .click()
    const removing = page.getByRole('dialog', { name: '删除职位 临时职位' })
    await works(page, removeRole, () => removing.getByRole('button', { name: /^删\s?除$/ }).click())
  },
)

journey(
  '[BZ-09] [RT-13] [PM-07] a new position is given to a new person, who signs in; taking a permit away reaches her browser',
  async cast => {
    const boss = await cast.visit('shipper3', '/shipper/staff/role')
    const { page } = boss
    await front(page).getByRole('button', { name: '添加职位' }).click()
    await front(page).getByLabel('职位名称').fill('磅房文员')
    await front(page).getByRole('radio', { name: '本企业' }).check()
    for (const name of ['查看货源', '查看运单', '查看员工'])
      await front(page).getByRole('checkbox', { name, exact: true }).click()
    const seen = front(page).getByRole('region', { name: '权限预览' })
    await seen.getByRole('button', { name: /个页面/ }).click()
    await seen.getByText('运单列表').first().waitFor()
    await front(page).getByRole('button', { name: '保存' }).click()
    await message(page, '操作成功').waitFor()

    await page.goto(`${home}/shipper/staff/list`)
    await settled(page)
    await front(page).getByRole('button', { name: '添加员工' }).click()
    const drawer = page.getByRole('dialog', { name: '添加员工' })
    await drawer.getByLabel('账号').fill('bangfang01')
    await drawer.getByLabel('姓名').fill('白小满')
    await drawer.getByLabel('职位').click()
    await page.getByTitle('磅房文员').last().click()
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: '保存' }).click()
    const issued = page.getByRole('dialog', { name: '初始密码' })
    const password =
      (
        await issued
          .getByRole('button', { name: /^复制 / })
          .last()
          .getAttribute('aria-label')
      )?.slice(3) ?? ''
    expect(password).toHaveLength(12)
    await issued.getByRole('button', { name: '我已记下' }).click()
    await rowOf(page, '白小满').getByText('磅房文员').waitFor()

    const clerk = await cast.stranger({}, 'clerk')
    await clerk.page.goto(`${home}/login`)
    await fillLogin(clerk.page, 'bangfang01', password)
    // the first password is changed before anything else
    const fresh = 'Guobang#2026'
    await clerk.page.getByLabel('当前密码').fill(password)
    await clerk.page.getByLabel('新密码', { exact: true }).fill(fresh)
    await clerk.page.getByLabel('确认新密码').fill(fresh)
    await clerk.page.getByRole('button', { name: '修改密码并进入系统' }).click()
    await settled(clerk.page)
    const company = groups(clerk.page).getByRole('link', { name: '企业', exact: true })
    await company.click()
    await side(clerk.page).getByText('员工管理').waitFor()

    await page.goto(`${home}/shipper/staff/role`)
    await settled(page)
    await front(page)
      .getByRole('button', { name: /磅房文员/ })
      .click()
    await front(page).getByRole('checkbox', { name: '查看员工', exact: true }).click()
    await front(page).getByRole('button', { name: '保存' }).click()
    await message(page, '已保存，1 名成员的权限立即生效').waitFor()
    const asked = clerk.page.getByRole('dialog').filter({ hasText: '权限变更' })
    const loaded = clerk.page.waitForEvent('load')
    await asked.getByRole('button').last().click()
    await loaded
    await settled(clerk.page)
    if ((await company.count()) > 0) await company.click()
    expect(await side(clerk.page).getByText('员工管理').count()).toBe(0)
  },
)

journey(
  'why she may do something is explained, and unsaved changes of a position are kept when it is left',
  async cast => {
    const { page } = await cast.visit('shipper', '/shipper/staff/list')
    await actOn(rowOf(page, 'shipper-freight'), '权限说明')
    const why = page.getByRole('dialog', { name: /权限说明/ })
    await why
      .getByRole('row', { name: /提交结算单/ })
      .getByText('来自 运费专员')
      .waitFor()
    await why
      .getByRole('row', { name: /支付结算单/ })
      .getByText('担任 财务 可获得')
      .waitFor()
    await page.goto(`${home}/shipper/staff/role`)
    await settled(page)
    await front(page)
      .getByRole('button', { name: /发货员/ })
      .click()
    const box = front(page).getByRole('checkbox', { name: '取消运单', exact: true })
    const was = await box.isChecked()
    await box.click()
    await front(page).getByRole('button', { name: /^财务/ }).click()
    // kept as it is, and gone on with
    await front(page).getByRole('heading', { level: 1, name: '财务' }).waitFor()
    await message(page, '已存草稿').waitFor()
    await page.getByRole('button', { name: '继续填写' }).click()
    await front(page)
      .getByText(/^已恢复 .* 的草稿$/)
      .waitFor()
    await expect.poll(() => box.isChecked()).toBe(!was)
  },
)
