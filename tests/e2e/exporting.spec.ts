// The journey of a file: asked for from a list, made in the background, downloaded from the download centre, and equal
// to the list.
import fs from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { foot, fromMenu, isLoaded } from './listPage.ts'
import {
  actOn,
  drawn,
  front,
  goInside,
  heard,
  journey,
  message,
  pointedAt,
  rowOf,
  rows,
  settled,
  useProduct,
} from './visitor.ts'

useProduct()

/** Every number of the list in front, from the first to the last. */
async function allNumbers(page: Page): Promise<string[]> {
  await isLoaded(page)
  const numbers = new Set<string>()
  const grid = front(page).locator('.ys-grid')
  for (let isEnd = false; !isEnd;) {
    for (const number of await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()) numbers.add(number)
    isEnd =
      (await grid.evaluate(box => {
        box.scrollTop += 300
        return box.scrollTop + box.clientHeight >= box.scrollHeight - 2
      })) && /^\d+ 条$/.test((await foot(page).textContent()) ?? '')
    // the rows in view are drawn after the scroll
    await drawn(page)
  }
  for (const number of await rows(page).getByRole('link', { name: /^YD/ }).allTextContents()) numbers.add(number)
  return [...numbers]
}

journey(
  'a list is exported in the background, told of, downloaded, and holds the rows and the columns that were shown',
  async cast => {
    // a cancelled export stays cancelled, whatever earlier journeys did
    const { page } = await cast.visit('shipper3', '/waybill/list?state=cancelled')
    const numbers = await allNumbers(page)
    expect(numbers.length).toBeGreaterThan(0)
    await fromMenu(page, '导出')
    const dialog = page.getByRole('dialog', { name: '导出 Excel' })
    await dialog.getByText(`当前条件下全部 ${numbers.length} 条`).waitFor()
    await dialog.getByText('状态：已取消').waitFor()
    const isTold = heard(page.locator('.ant-notification-notice').filter({ hasText: '导出完成' }))
    await dialog.getByRole('button', { name: '开始导出' }).click()
    await page.getByRole('dialog', { name: '已开始导出' }).getByRole('link', { name: '去下载中心' }).click()
    await settled(page)
    const file = rows(page).filter({ hasText: '状态：已取消' }).first()
    await file.getByText('已完成', { exact: true }).waitFor()
    await isTold()
    const waiting = page.waitForEvent('download')
    await actOn(file, '下载')
    const download = await waiting
    expect(download.suggestedFilename()).toMatch(/^运单\d{14}\.xlsx$/)
    const book = await readXlsx(new Uint8Array(fs.readFileSync(await download.path())))
    const [titles = [], ...lines] = book.sheets[0]?.rows ?? []
    const end = lines.findIndex(([first]) => first === '合计')
    expect(lines.slice(0, end).map(([number]) => number)).toEqual(numbers)
    expect(lines[end + 1]?.slice(0, 2)).toEqual(['导出行数', numbers.length])
    expect(titles).toContain('托运运费(元)')
    expect(titles).not.toContain('承运运费(元)')
    expect(titles).not.toContain('客户单号')
    await actOn(file, '删除')
    await message(page, '已删除').waitFor()
    await expect.poll(() => rowOf(page, '状态：已取消').count()).toBe(0)
  },
)

journey('the download centre says why a file failed, tries again, and is within the width of a phone', async cast => {
  const { page } = await cast.visit('shipper', '/index')
  await page.locator('.header-user').click()
  await page.getByRole('menuitem', { name: '下载中心' }).click()
  await settled(page)
  const failed = rowOf(page, '结算单')
  await failed.getByText('系统错误，请稍后重试').waitFor()
  const expired = await pointedAt(rowOf(page, '已过期'))
  await expired.getByText('删除', { exact: true }).waitFor()
  expect(await expired.getByText('下载', { exact: true }).count()).toBe(0)
  await actOn(failed, '重试')
  await rowOf(page, '结算单').getByText('已完成', { exact: true }).waitFor()
  const phone = await cast.visit('shipper', '/downloads', { viewport: { width: 390, height: 844 } })
  await front(phone.page).locator('.ys-card').first().waitFor()
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

/** The rows of a file of the download centre under its titles, once it is made. */
async function rowsOfFile(page: Page, note: string): Promise<Record<string, unknown>[]> {
  const file = rows(page).filter({ hasText: note }).first()
  await file.getByText('已完成', { exact: true }).waitFor()
  const waiting = page.waitForEvent('download')
  await actOn(file, '下载')
  const book = await readXlsx(new Uint8Array(fs.readFileSync(await (await waiting).path())))
  const [titles = [], ...lines] = book.sheets[0]?.rows ?? []
  return lines
    .slice(
      0,
      lines.findIndex(([first]) => first === '合计'),
    )
    .map(cells => Object.fromEntries(titles.map((title, n) => [String(title), cells[n]])))
}

journey(
  'messages and the tickets of a special line have their file too: the search that was shown, every ticket of the line',
  async cast => {
    const { page } = await cast.visit('carrier2', '/notice?kind=payment')
    const shown = await front(page).locator('.notice-list > li').count()
    expect(shown).toBeGreaterThan(0)
    expect(await front(page).getByRole('button', { name: '加载更多' }).count()).toBe(0)
    await front(page).locator('.notice-bar').getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '导出', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '导出 Excel' })
    await dialog.getByText('类型：支付').waitFor()
    expect(await dialog.getByText('导出列').count()).toBe(0)
    await dialog.getByRole('button', { name: '开始导出' }).click()
    await page.getByRole('dialog', { name: '已开始导出' }).getByRole('link', { name: '去下载中心' }).click()
    await settled(page)
    const messages = await rowsOfFile(page, '类型：支付')
    expect([messages.length, new Set(messages.map(row => row['类型']))]).toEqual([shown, new Set(['支付'])])

    const carrier = await cast.visit('carrier', '/waybill/list?state=arrived')
    // not every waybill that has arrived rides on a special line
    const arrived = await rows(carrier.page)
      .getByRole('link', { name: /^YD/ })
      .evaluateAll(links =>
        links.map(link => [link.textContent, link.getAttribute('href')?.split('/').at(-1)] as const),
      )
    let waybillNo = ''
    for (const [number, id] of arrived) {
      await goInside(carrier.page, `/specialLine/InfoDetails/${id ?? ''}`)
      waybillNo = number
      if (await front(carrier.page).getByRole('button', { name: '导出票据' }).isVisible()) break
    }
    const table = front(carrier.page).getByRole('group', { name: '票据' })
    // the whole table is in view at a desk
    expect(await table.evaluate(box => box.scrollWidth <= box.clientWidth)).toBe(true)
    const numbers = (await table.locator('tbody tr').allTextContents()).flatMap(text => /P\d{5}/.exec(text) ?? [])
    expect(numbers.length).toBeGreaterThan(0)
    await front(carrier.page).getByRole('button', { name: '导出票据' }).click()
    const asking = carrier.page.getByRole('dialog', { name: '导出 Excel' })
    await asking.getByText(`当前条件下全部 ${numbers.length} 条`).waitFor()
    await asking.getByRole('button', { name: '开始导出' }).click()
    await carrier.page.getByRole('dialog', { name: '已开始导出' }).getByRole('link', { name: '去下载中心' }).click()
    await settled(carrier.page)
    expect((await rowsOfFile(carrier.page, `运单号：${waybillNo}`)).map(row => row['票号'])).toEqual(numbers)
  },
)
