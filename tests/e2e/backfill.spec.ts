// A journey of returned papers in the sheet: trips pasted, mended by keyboard, kept, and sent.
import { expect } from 'vitest'
import { block, cell, foot, head, openSheet, trip, trucks } from './backfillTrips.ts'
import { front, heard, home, journey, settled, useProduct } from './visitor.ts'

useProduct()

journey(
  '[BZ-05] [RT-08] trips pasted from Excel are judged, mended by keyboard, kept as a draft, and become waybills that wait for signature',
  async cast => {
    const [one, two, three] = await trucks(cast, 3)
    if (!one || !two || !three) throw new Error('no trucks')
    const carrier = await cast.visit('carrier', '/waybill/list')
    const { page, context, expectComplaint } = await cast.visit('shipper', '/GoodsMy')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home })
    await openSheet(page)
    await page.evaluate(
      text => navigator.clipboard.writeText(text),
      block([head, trip(one, 200), trip({ ...two, driver: '查无此人' }, 200), trip(three, 200).with(4, '二十吨')]),
    )
    await cell(page).focus()
    await page.keyboard.press('Control+V')
    await foot(page).getByText('2 行有错误').waitFor()
    const faults = front(page).getByRole('region', { name: '错误' })
    await faults.getByText('没有登记这名司机').waitFor()
    await faults.getByText('重量格式不正确').waitFor()

    // from fault to fault by keyboard
    await page.keyboard.press('F8')
    await expect.poll(() => cell(page).getAttribute('aria-label')).toBe('司机 第2行')
    await page.keyboard.type(two.driver)
    await page.keyboard.press('Enter')
    await page.keyboard.press('F8')
    await expect.poll(() => cell(page).getAttribute('aria-label')).toBe('装货重量(吨) 第3行')
    await page.keyboard.type('20')
    await page.keyboard.press('Tab')
    await faults.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Z')
    await faults.getByText('重量格式不正确').waitFor()
    await page.keyboard.press('Control+Y')
    await faults.waitFor({ state: 'detached' })
    await foot(page).getByText('已填 3 行').waitFor()
    await front(page).locator('.sg-info').filter({ hasText: two.driver }).waitFor()

    // the typed text is still there when the page is opened anew
    await front(page)
      .getByText(/^草稿已保存/)
      .waitFor()
    // a draft that cannot be read just now is no empty sheet, which would be kept over it
    expectComplaint(/status of 500|加载/)
    await page.route(
      '**/auth/v1/draft?**',
      route =>
        route.fulfill({
          status: 500,
          contentType: 'application/json',
          body: '{"code":5000,"message":"系统繁忙","data":null}',
        }),
      { times: 1 },
    )
    await page.reload()
    await front(page).getByRole('button', { name: '重试' }).click()
    await settled(page)
    await foot(page).getByText('已填 3 行').waitFor()
    await front(page).locator('.sg-info').filter({ hasText: three.driver }).waitFor()
    const isTold = heard(carrier.page.locator('.ant-notification-notice').filter({ hasText: '补录运单 3 张，请核对' }))
    await cell(page).focus()
    await page.keyboard.press('Control+Enter')
    await front(page)
      .getByText(/^已生成 3 张待签收的运单/)
      .waitFor()
    await foot(page).getByText('已填 0 行').waitFor()
    await isTold()

    // the same papers again are found
    await cell(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+V')
    await faults
      .getByText(/疑似重复：运单YD\d+/)
      .first()
      .waitFor()
    await page.keyboard.press('Delete')
    await front(page).getByRole('link', { name: /^YD/ }).first().click()
    await settled(page)
    await front(page).locator('.ys-page-head').getByText('待签收').waitFor()
    await front(page).getByText('补录装卸货').waitFor()
  },
)
