// Journeys of returned papers: trips pasted into the sheet and mended by keyboard, trips by file, and the file of
// faults.
import fs from 'node:fs'
import { formatDateTime, startOfDay, DAY_MS, HOUR_MS } from '@yunshu/domain/figures/time'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { front, home, journey, message, rows, settled, useProduct, type Cast } from './visitor.ts'

useProduct()

interface Truck {
  readonly plate: string
  readonly driver: string
}

/** Trucks of the carrier with their drivers, as its waybills for this shipper name them. */
async function trucks(cast: Cast, count: number): Promise<Truck[]> {
  const { page, context } = await cast.visit('carrier', '/waybill/list?state=signed')
  const texts = await rows(page).allInnerTexts()
  await context.close()
  const found = new Map<string, Truck>()
  for (const text of texts) {
    const plate = /[\u4e00-\u9fa5][A-Z][A-Z0-9]{5,6}/.exec(text)?.[0]
    const driver = /([\u4e00-\u9fa5]{2,4}) 1[\d*]{10}/.exec(text)?.[1]
    if (plate !== undefined && driver !== undefined && text.includes('恒泰')) found.set(plate, { plate, driver })
  }
  expect(found.size).toBeGreaterThanOrEqual(count)
  return [...found.values()].slice(0, count)
}

const minute = (ms: number): string => formatDateTime(ms).slice(0, 16)
/** A trip of twenty-six hours so many days ago, as people write it. */
function trip({ plate, driver }: Truck, daysAgo: number): string[] {
  const at = startOfDay(Date.now()) - daysAgo * DAY_MS
  return [plate, driver, minute(at + 8 * HOUR_MS), minute(at + 34 * HOUR_MS), '20.000', '19.980']
}
const head = ['车牌号', '司机', '装货时间', '卸货时间', '装货重量', '卸货重量']
const block = (lines: readonly (readonly string[])[]): string => lines.map(line => line.join('\t')).join('\n')

/** Opens the sheet of the first goods counted by the ton of which part is left, the way people come to it. */
async function openSheet(page: Page): Promise<void> {
  await page.goto(`${home}/GoodsMy?state=partial`)
  await settled(page)
  await rows(page).filter({ hasText: /\d吨/ }).first().getByRole('link', { name: /^HY/ }).click()
  await settled(page)
  await front(page).getByRole('button', { name: '回单补录' }).click()
  await front(page).getByRole('heading', { name: '回单补录' }).waitFor()
  await settled(page)
}

const cell = (page: Page) => front(page).locator('.sg-input')
const foot = (page: Page) => front(page).locator('.bf-foot')

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
    await cell(page).focus()
    await page.keyboard.press('Control+Enter')
    await front(page)
      .getByText(/^已生成 3 张待签收的运单/)
      .waitFor()
    await foot(page).getByText('已填 0 行').waitFor()
    await carrier.page.locator('.ant-notification-notice').filter({ hasText: '补录运单 3 张，请核对' }).waitFor()

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

journey(
  'what is typed while rows are sent stays; what was entered elsewhere meanwhile is told at its cells; columns without a place are named',
  async cast => {
    const [one, two] = await trucks(cast, 2)
    if (!one || !two) throw new Error('no trucks')
    const windows = [await cast.visit('shipper', '/GoodsMy'), await cast.visit('shipper', '/GoodsMy')] as const
    const [first, second] = windows
    const block170 = block([
      [...head, '备注'],
      [...trip(one, 170), '夜班'],
      [...trip(two, 170), ''],
    ])
    for (const { page, context } of windows) {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: home })
      await openSheet(page)
    }
    for (const { page } of windows) {
      await page.bringToFront()
      await page.evaluate(text => navigator.clipboard.writeText(text), block170)
      await cell(page).focus()
      await page.keyboard.press('Control+V')
      await message(page, '表格里没有这些列，没有粘贴进来：备注').waitFor()
      await front(page).locator('.sg-info').filter({ hasText: two.driver }).waitFor()
    }
    const sent = Promise.withResolvers<void>()
    await first.page.route('**/backfill/submit**', async route => {
      await sent.promise
      await route.continue()
    })
    await first.page.bringToFront()
    await cell(first.page).focus()
    await first.page.keyboard.press('Control+Enter')
    await first.page.getByText('提交中...').waitFor()
    for (let n = 0; n < 2; n++) await first.page.keyboard.press('ArrowDown')
    await first.page.keyboard.type('冀A99999')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.press('Tab')
    await first.page.keyboard.type('新司机')
    sent.resolve()
    await front(first.page)
      .getByText(/^已生成 2 张待签收的运单/)
      .waitFor()
    await first.page.keyboard.press('Tab')
    await foot(first.page).getByText('已填 1 行').waitFor()
    await front(first.page)
      .getByRole('row')
      .filter({ hasText: /冀A99999.*新司机/ })
      .waitFor()

    second.expectComplaint(/status of 400/)
    await second.page.bringToFront()
    await cell(second.page).focus()
    await second.page.keyboard.press('Control+Enter')
    await foot(second.page).getByText('2 行有错误').waitFor()
    expect(
      await front(second.page)
        .getByRole('region', { name: '错误' })
        .getByText(/疑似重复/)
        .count(),
    ).toBe(2)
    // the refusal leaves the sheet its place
    expect((await front(second.page).locator('.ys-write-fault').boundingBox())?.height).toBeLessThan(80)
    for (const { page } of windows) {
      await page.bringToFront()
      await cell(page).focus()
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await foot(page).getByText('已填 0 行').waitFor()
    }
  },
)

journey(
  'a file with faults: nothing is written before the choice, the file of faults comes back mended, a phone can do it too',
  async cast => {
    const fleet = await trucks(cast, 3)
    const { page } = await cast.visit('shipper', '/GoodsMy', {
      acceptDownloads: true,
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${home}/GoodsMy?state=partial`)
    await settled(page)
    const to = await front(page)
      .locator('.ys-card')
      .filter({ hasText: /\d吨/ })
      .first()
      .getByRole('link', { name: /^HY/ })
      .getAttribute('href')
    await page.goto(`${home}/web/EnterpriseCreateWaybill/${(to ?? '').split('/').at(-1) ?? ''}`)
    await settled(page)
    await front(page).getByText('录入表格适合在电脑上使用').waitFor()
    await front(page).getByRole('button', { name: '从文件导入' }).click()
    const dialog = page.getByRole('dialog', { name: /^导入回单补录/ })

    const [template] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载模板' }).click(),
    ])
    expect(template.suggestedFilename()).toBe('回单补录导入模板.xlsx')
    const upload = async (name: string, buffer: Buffer): Promise<void> =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
    await upload('照片.png', Buffer.from('png'))
    await dialog.getByText('请上传 .xlsx 或 .csv 文件').waitFor()

    const lines = fleet.map(truck => trip(truck, 230))
    const bytes = await writeXlsx({
      sheets: [{ name: '回单', rows: [head, ...lines, trip({ plate: '冀A00001', driver: '张三' }, 230)] }],
    })
    await upload('十月回单.xlsx', Buffer.from(bytes))
    await dialog.getByText('3 行正确').waitFor()
    await dialog.getByRole('cell', { name: '第 5 行' }).waitFor()
    await dialog.getByText('合作承运商没有登记这辆车').waitFor()
    const [faults] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: '下载错误文件' }).click(),
    ])
    expect(faults.suggestedFilename()).toBe('十月回单-错误.xlsx')
    const [sheet] = (await readXlsx(fs.readFileSync(await faults.path()))).sheets
    expect(sheet?.rows.map(row => row.at(-1))).toEqual(['错误原因', '第5行：车牌号：合作承运商没有登记这辆车'])
    await dialog.getByRole('button', { name: '导入 3 行' }).click()
    await dialog.getByText(/已导入 3 行/).waitFor()

    // the row of the file of faults, mended, goes in by itself
    await dialog.getByRole('button', { name: '继续导入' }).click()
    await dialog.getByRole('button', { name: '十月回单.xlsx' }).waitFor()
    const [first] = fleet
    const mended = (sheet?.rows ?? []).map((row, n) =>
      n === 0 || !first
        ? row
        : row.map((text, at) => {
            const name = sheet?.rows[0]?.[at]
            const cells: Record<string, string> = {
              '车牌号*': first.plate,
              '司机*': first.driver,
              '装货时间*': trip(first, 240)[2] ?? '',
              '卸货时间*': trip(first, 240)[3] ?? '',
            }
            return cells[String(name)] ?? text
          }),
    )
    await upload('十月回单-改.xlsx', Buffer.from(await writeXlsx({ sheets: [{ name: '错误', rows: mended }] })))
    await dialog.getByText('1 行正确').waitFor()
    await dialog.getByRole('button', { name: '导入 1 行' }).click()
    await dialog.getByText(/已导入 1 行/).waitFor()
    await dialog.getByRole('button', { name: '完成' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.goto(`${home}/waybill/list?source=BACKFILL&state=toSign`)
    await settled(page)
    await front(page)
      .locator('.ys-card')
      .filter({ hasText: first?.plate ?? '' })
      .first()
      .waitFor()
    expect(await message(page, /错误|失败/).count()).toBe(0)
  },
)
