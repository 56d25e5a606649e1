// Journeys of working for an employee: the platform does another’s work in that portal, under both names.
import { expect } from 'vitest'
import { header, throughMenus, userMenu } from './portal.ts'
import { addressOf, front, home, journey, rows, settled, useProduct } from './visitor.ts'
import { banner, people, workFor } from './workFor.ts'

useProduct()

journey(
  '[SH-19] [GD-13] the platform works for a carrier’s employee in that employee’s portal, under a banner that survives a reload, and stops',
  async cast => {
    const { page } = await cast.visit('platform-ops', '/waybill/list')
    expect(await header(page).locator('strong').textContent()).toBe('运枢后台管理')
    expect(await header(page).getByRole('button', { name: /^消息/ }).count()).toBe(0)
    await userMenu(page, '选择员工')
    await people(page).getByText('操作记录写明双方姓名').waitFor()
    await workFor(page, 'carrier2-finance')

    await banner(page).getByText('山东鲁通物流有限公司 · ').waitFor()
    expect(addressOf(page)).toBe('/index')
    expect(await header(page).locator('strong').textContent()).toBe('山东鲁通物流有限公司')
    await header(page).getByRole('button', { name: /^消息/ }).waitFor()
    await throughMenus(page, '运力', '车辆管理')
    await settled(page)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    // the trucks of that company, and nobody else's
    await expect.poll(() => rows(page).filter({ hasNotText: '鲁J' }).count()).toBe(0)
    // acts possible in one's own name only are missing, and nobody else can be chosen before stopping
    await header(page).locator('button[aria-haspopup=menu]').click()
    await page.getByRole('menuitem', { name: /^退出代办/ }).waitFor()
    expect(await page.getByRole('menuitem', { name: '选择员工' }).count()).toBe(0)
    await page.keyboard.press('Escape')

    await page.reload()
    await settled(page)
    await banner(page).waitFor()
    const name = JSON.parse(
      decodeURIComponent((await page.context().cookies()).find(cookie => cookie.name === 'user')?.value ?? '{}'),
    ) as { name: string; account: string }
    expect([name.account, await header(page).locator('.header-user-name').textContent()]).toEqual([
      'platform-ops',
      name.name,
    ])

    const own = page.waitForEvent('load')
    await banner(page).getByRole('button', { name: '退出代办' }).click()
    await own
    await settled(page)
    expect(await banner(page).count()).toBe(0)
    expect(await header(page).locator('strong').textContent()).toBe('运枢后台管理')
    // the tabs of one's own work are there again
    await page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab', { name: '运单列表' }).waitFor()
  },
)

journey('what is done for an employee says both names in the history of the record', async cast => {
  const office = await cast.visit('platform-ops', '/index')
  const { page } = office
  const own = await header(page).locator('.header-user-name').textContent()
  await userMenu(page, '选择员工')
  await workFor(page, 'shipper4-freight')
  const employee = (await banner(page).locator('strong').textContent())?.split(' · ')[1]
  await page.goto(`${home}/settlement/make?part=waybills`)
  await settled(page)
  await front(page).getByRole('checkbox', { disabled: false }).nth(1).check()
  await front(page).getByRole('button', { name: '生成结算单' }).click()
  await front(page).getByText(`${own}（代${employee}）`).first().waitFor()
  const stopped = page.waitForEvent('load')
  await userMenu(page, /^退出代办/)
  await stopped
  await settled(page)
})
