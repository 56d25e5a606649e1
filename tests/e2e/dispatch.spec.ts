// The journey of dispatch: reasons beside trucks that cannot go, a plan by keys and back, and one truck in two clicks.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addressOf, front, journey, settled, useProduct } from './visitor.ts'

useProduct()

const vehicles = (page: Page) => front(page).getByRole('list', { name: '车辆', exact: true }).getByRole('button')
const confirm = (page: Page, count: number) => front(page).getByRole('button', { name: `确认派车（${count} 车）` })

journey(
  'one truck is two clicks from the page; a choice is undone by the same key; what cannot go says why; the next task follows',
  async cast => {
    const { page } = await cast.visit('carrier', '/index?part=task', { viewport: { width: 1366, height: 625 } })
    const task = page.locator('.today-row').filter({ has: page.getByRole('link', { name: /^派车：/ }) })
    await task.first().getByRole('link').last().click()
    await settled(page)
    const at = addressOf(page)
    expect(at).toMatch(/^\/appoint\/waybill\//)
    await vehicles(page).filter({ hasText: '不能派：' }).first().waitFor()
    expect(await vehicles(page).filter({ hasText: '不能派：' }).first().isDisabled()).toBe(true)

    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await front(page)
      .getByRole('group', { name: /^第 1 车 / })
      .waitFor()
    await page.keyboard.press('x')
    await front(page).getByRole('heading', { name: '派车明细（0 车）' }).waitFor()

    await page.evaluate(() => {
      document.body.dataset['clicks'] = '0'
      addEventListener('click', () => (document.body.dataset['clicks'] += 'x'), true)
    })
    await vehicles(page).first().click()
    const box = await confirm(page, 1).boundingBox()
    expect(box && box.y + box.height, 'the button stands in the window').toBeLessThanOrEqual(625)
    await confirm(page, 1).click()
    const done = front(page).getByRole('region', { name: '已派车' })
    await done.getByRole('list', { name: '生成的运单' }).getByRole('link', { name: /^YD/ }).waitFor()
    expect(await page.evaluate(() => document.body.dataset['clicks'])).toBe('0xx')
    await done.getByRole('link', { name: /^下一个待派任务 RW/ }).click()
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/appoint\/waybill\//)
    expect(addressOf(page)).not.toBe(at)

    // the command panel puts a truck into the plan of a task that waits
    const able = vehicles(page).and(page.locator(':enabled'))
    await able.first().waitFor()
    const plate = await able.first().locator('strong').innerText()
    await page.keyboard.press('s')
    const panel = page.getByRole('dialog', { name: '搜索' })
    await panel.getByRole('combobox').fill(`派 ${plate}`)
    await panel
      .getByRole('option')
      .filter({ hasText: `派 ${plate}` })
      .first()
      .click()
    await front(page)
      .getByRole('group', { name: /^第 1 车 / })
      .getByText(plate)
      .first()
      .waitFor()
    await expect.poll(() => addressOf(page)).toMatch(/^\/appoint\/waybill\/[0-9a-f-]+$/)
  },
)
