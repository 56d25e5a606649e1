// Journeys of the home page: the work of today in one order, put off and done, and the last thirty days as a picture and
// as a table.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { groups } from './portal.ts'
import { actOn, addressOf, front, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

const work = (page: Page) => page.locator('.today-row')
const part = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: '今日待办分类' }).getByRole('button', { name: new RegExp(`^${name}`) })
const countOf = async (page: Page, name: string): Promise<number> =>
  Number(/\d+/.exec(await part(page, name).innerText())?.[0])

journey(
  'work waits in one order; a part shows its own, stays in the address, and its act opens the record',
  async cast => {
    const { page } = await cast.visit('shipper')
    await page.getByRole('heading', { name: '今日', exact: true }).waitFor()
    const count = await countOf(page, '签收')
    expect(count).toBeGreaterThan(0)
    expect(await work(page).count()).toBe(await countOf(page, '全部'))
    await part(page, '签收').click()
    await expect.poll(() => work(page).count()).toBe(count)
    expect(addressOf(page)).toBe('/index?part=sign')
    const no = await work(page).first().locator('.today-no').innerText()
    await work(page)
      .first()
      .getByRole('link', { name: `签收：签收 ${no}` })
      .click()
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/waybill\/details\//)
    await front(page).getByText(no).first().waitFor()
  },
)

journey('a opens the act of the row walked on, and does nothing before anybody walked', async cast => {
  const { page } = await cast.visit('shipper')
  await work(page).first().waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('j')
  const act = work(page).nth(0).locator('.today-act')
  await expect.poll(() => act.evaluate(link => link === document.activeElement)).toBe(true)
  expect(addressOf(page)).toBe('/index')
  const path = await act.getAttribute('href')
  await page.keyboard.press('a')
  await expect.poll(() => addressOf(page)).toBe(path)
  await settled(page)
})

journey('work put off leaves the list, can be taken back at once or later; keys walk and put off', async cast => {
  const { page } = await cast.visit('carrier')
  const all = await countOf(page, '全部')
  const first = await work(page).first().locator('.today-no').innerText()
  await work(page)
    .first()
    .getByRole('button', { name: /^稍后：/ })
    .click()
  await work(page)
    .first()
    .getByRole('button', { name: /^撤销稍后：/ })
    .click()
  await work(page)
    .first()
    .getByRole('button', { name: /^稍后：/ })
    .waitFor()
  await expect.poll(() => countOf(page, '全部')).toBe(all)
  const walked = () =>
    page.evaluate(() => document.activeElement?.closest('.today-row')?.querySelector('.today-no')?.textContent)
  await page.keyboard.press('j')
  await expect.poll(walked).toBe(await work(page).nth(1).locator('.today-no').innerText())
  await page.keyboard.press('k')
  await expect.poll(walked).toBe(first)
  await page.keyboard.press('h')
  await expect.poll(() => countOf(page, '全部')).toBe(all - 1)
  await part(page, '已稍后').click()
  await expect.poll(() => work(page).locator('.today-no').allInnerTexts()).toEqual([first])
  await work(page)
    .getByRole('button', { name: /^撤销稍后：/ })
    .click()
  await page.getByText('没有稍后处理的事').waitFor()
  await part(page, '全部').click()
  await expect.poll(() => work(page).count()).toBe(all)
})

journey('work that comes in waits until it is asked for: the order stands still', async cast => {
  const { page } = await cast.visit('shipper', '/notice')
  let isFirst = true
  await page.route('**/auth/v1/today?*', async route => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { items: unknown[] } }
    if (isFirst) body.data.items.shift()
    isFirst = false
    await route.fulfill({ response, json: body })
  })
  await groups(page).getByRole('link', { name: '首页' }).click()
  await work(page).first().waitFor()
  const before = await work(page).locator('.today-no').allInnerTexts()
  await work(page)
    .last()
    .getByRole('button', { name: /^稍后：/ })
    .click()
  await page.getByRole('button', { name: '1 项新增' }).waitFor()
  expect(await work(page).locator('.today-no').allInnerTexts()).toEqual(before)
  await page.getByRole('button', { name: '1 项新增' }).click()
  await expect.poll(() => work(page).count()).toBe(before.length + 1)
})

journey('the last thirty days are drawn, read as a table, and hold the freight of one’s own side only', async cast => {
  const { page } = await cast.visit('carrier')
  const days = page.getByRole('region', { name: '近 30 天' })
  await days.locator('figure svg path[fill="#0a6b7c"]').first().waitFor()
  expect(await days.getByText(/新增运单 \d+ 张/).innerText()).toMatch(/承运费 [\d,]+\.\d\d 元$/)
  await days.getByText('吨位', { exact: true }).click()
  await days.getByRole('figure', { name: /吨位/ }).locator('svg path[fill="#0a6b7c"]').first().waitFor()
  await days.getByRole('button', { name: '看数据' }).click()
  const table = days.getByRole('table')
  await table.getByRole('columnheader', { name: '签收重量' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(31)
  await days.getByText('运费', { exact: true }).click()
  await table.getByRole('columnheader', { name: '承运费' }).waitFor()
  expect(await table.getByRole('columnheader', { name: '托运费' }).count()).toBe(0)
  await days.getByRole('button', { name: '看图' }).click()
  await days.locator('figure svg path[fill="#0a6b7c"]').first().waitFor()
})

journey('at 390 px the picture fits the page', async cast => {
  const { page } = await cast.visit('shipper', '/index', { viewport: { width: 390, height: 844 } })
  await page.getByRole('region', { name: '近 30 天' }).locator('figure svg path[fill="#0a6b7c"]').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

journey('a carrier finds the changes of goods it has to answer, and reads each where it is answered', async cast => {
  const { page } = await cast.visit('carrier')
  const change = work(page).filter({ hasText: '答复货源变更' })
  const count = await change.count()
  expect(count).toBeGreaterThan(0)
  await change.first().getByRole('link').click()
  await settled(page)
  expect(addressOf(page)).toBe('/TaskList?pane=changes')
  await expect.poll(() => rows(page).count()).toBe(count)
  await rows(page)
    .first()
    .getByText(/承运单价：.+ → .+/)
    .waitFor()
  await actOn(rows(page).first(), '查看并答复')
  await settled(page)
  await front(page).getByText('货主申请变更以下内容，请答复').waitFor()
})

journey('a house finds what it has to verify and to answer, each where it is done', async cast => {
  const { page } = await cast.visit('platform-ops')
  for (const [label, at] of [
    ['审核收款人', /^\/payee\/details\//],
    ['确认换车', /^\/waybill\/details\//],
  ] as const) {
    await work(page).filter({ hasText: label }).first().getByRole('link').click()
    await settled(page)
    expect(addressOf(page)).toMatch(at)
    await page.goBack()
    await settled(page)
  }
})
