// Journeys of the home page: cards that open their lists, and the last thirty days as a picture and as a table.
import { expect } from 'vitest'
import { addressOf, journey, rows, settled, useChromium } from './visitor.ts'

useChromium()

journey('a card opens the list with its filter, and the number on it is the number of rows', async (cast) => {
  const { page } = await cast.visit('shipper')
  const card = page.getByRole('link', { name: /^待签收/ })
  const count = Number(/\d+/.exec(await card.innerText())?.[0])
  expect(count).toBeGreaterThan(0)
  await card.click()
  await settled(page)
  expect(addressOf(page)).toBe('/waybill/list?state=toSign')
  await expect.poll(() => rows(page).count()).toBe(count)
})

journey('the last thirty days are drawn, read as a table, and hold the freight of one’s own side only', async (cast) => {
  const { page } = await cast.visit('carrier')
  const days = page.getByRole('region', { name: '近 30 天' })
  await days.locator('figure svg path[fill="#0c6f83"]').first().waitFor()
  expect(await days.getByText(/新增运单 \d+ 张/).innerText()).toMatch(/承运费 [\d,]+\.\d\d 元$/)
  await days.getByText('吨位', { exact: true }).click()
  await days.getByRole('figure', { name: /吨位/ }).locator('svg path[fill="#0c6f83"]').first().waitFor()
  await days.getByRole('button', { name: '看数据' }).click()
  const table = days.getByRole('table')
  await table.getByRole('columnheader', { name: '签收重量' }).waitFor()
  expect(await table.getByRole('row').count()).toBe(31)
  await days.getByText('运费', { exact: true }).click()
  await table.getByRole('columnheader', { name: '承运费' }).waitFor()
  expect(await table.getByRole('columnheader', { name: '托运费' }).count()).toBe(0)
  await days.getByRole('button', { name: '看图' }).click()
  await days.locator('figure svg path[fill="#0c6f83"]').first().waitFor()
})

journey('at 390 px the picture fits the page', async (cast) => {
  const { page } = await cast.visit('shipper', '/index', { viewport: { width: 390, height: 844 } })
  await page.getByRole('region', { name: '近 30 天' }).locator('figure svg path[fill="#0c6f83"]').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
