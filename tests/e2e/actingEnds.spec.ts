// Journeys of the end of working for an employee: in all windows at once, and when the employee is disabled.
import { expect } from 'vitest'
import { groups, header, userMenu } from './portal.ts'
import { home, journey, pointedAt, rowOf, settled, useProduct } from './visitor.ts'
import { banner, workFor } from './workFor.ts'

useProduct()

journey(
  'at 390 px the banner stands under the header with a button one can hit; stopping in one window stops all',
  async cast => {
    const { page, context } = await cast.visit('carrier', '/index', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const other = await context.newPage()
    await other.goto(`${home}/vehicle/list`)
    await settled(other)
    await header(page).getByRole('button', { name: '打开菜单目录' }).click()
    await page.getByRole('dialog', { name: '菜单目录' }).getByRole('button', { name: '选择员工' }).click()
    const begun = other.waitForEvent('load')
    await workFor(page, 'carrier-finance')
    await begun
    await settled(other)
    await banner(other).waitFor()
    const box = await banner(page).boundingBox()
    const stop = banner(page).getByRole('button', { name: '退出代办' })
    expect([box?.x, box?.width, (await stop.boundingBox())?.height]).toEqual([0, 390, 44])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    const ended = [page.waitForEvent('load'), other.waitForEvent('load')]
    await stop.click()
    await Promise.all(ended)
    await settled(page)
    await settled(other)
    expect([await banner(page).count(), await banner(other).count()]).toEqual([0, 0])
  },
)

journey(
  'an employee who is disabled meanwhile: the page says that it is over and goes on in one’s own name',
  async cast => {
    const { page } = await cast.visit('platform-ops', '/index')
    await userMenu(page, '选择员工')
    await workFor(page, 'shipper5-freight')
    const boss = await cast.visit('shipper5', '/shipper/staff/list')
    await (await pointedAt(rowOf(boss.page, 'shipper5-freight'))).getByRole('button', { name: '更多' }).click()
    await boss.page.getByRole('menuitem', { name: '停用' }).click()
    await boss.page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
    await rowOf(boss.page, 'shipper5-freight').getByText('停用', { exact: true }).first().waitFor()
    await groups(page).getByRole('link', { name: '运单', exact: true }).click()
    const over = page.getByRole('dialog', { name: '代办已结束' })
    await over.waitFor()
    const loaded = page.waitForEvent('load')
    await over.getByRole('button', { name: '确定' }).click()
    await loaded
    await settled(page)
    expect(await header(page).locator('strong').textContent()).toBe('运枢后台管理')
  },
)
