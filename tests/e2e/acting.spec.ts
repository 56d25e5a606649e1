// Journeys of working for an employee: the platform does a carrier's work in the carrier's portal, and goes back to its
// own.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { header, side, userMenu } from './portal.ts'
import { addressOf, front, home, journey, rowOf, rows, settled, useProduct } from './visitor.ts'

useProduct()

const banner = (page: Page) => page.getByRole('status').filter({ hasText: '正在代' })
const people = (page: Page) => page.getByRole('dialog', { name: '选择员工' })

/** Chooses the only person a text finds, and waits until the portal stands anew. */
async function workFor(page: Page, text: string): Promise<void> {
  await people(page).getByRole('textbox').or(people(page).getByRole('searchbox')).first().fill(text)
  await expect.poll(() => people(page).getByRole('listitem').count()).toBe(1)
  const loaded = page.waitForEvent('load')
  await people(page).getByRole('listitem').getByRole('button').click()
  await loaded
  await settled(page)
}

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
    await side(page).getByRole('link', { name: '车辆管理' }).click()
    await settled(page)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    // the trucks of that company, and nobody else's
    await expect.poll(() => rows(page).filter({ hasText: '鲁J' }).count()).toBe(await rows(page).count())
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
  await page.goto(`${home}/settlement/make`)
  await settled(page)
  await front(page).getByRole('checkbox', { disabled: false }).nth(1).check()
  await front(page).getByRole('button', { name: '生成结算单' }).click()
  await front(page).getByText(`${own}（代${employee}）`).first().waitFor()
  const stopped = page.waitForEvent('load')
  await userMenu(page, /^退出代办/)
  await stopped
  await settled(page)
})

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
    await rowOf(boss.page, 'shipper5-freight').getByRole('button', { name: '更多' }).click()
    await boss.page.getByRole('menuitem', { name: '停用' }).click()
    await boss.page.getByRole('dialog').getByRole('button', { name: '停用' }).click()
    await rowOf(boss.page, 'shipper5-freight').getByText('停用', { exact: true }).first().waitFor()
    await side(page).getByRole('link', { name: '运单列表' }).click()
    const over = page.getByRole('dialog', { name: '代办已结束' })
    await over.waitFor()
    const loaded = page.waitForEvent('load')
    await over.getByRole('button', { name: '确定' }).click()
    await loaded
    await settled(page)
    expect(await header(page).locator('strong').textContent()).toBe('运枢后台管理')
  },
)
