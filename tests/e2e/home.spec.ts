// Journeys of the home page: cards that open their lists, and the last thirty days as a picture and as a table.
import { expect } from 'vitest'
import { addressOf, front, journey, rows, settled, useProduct } from './visitor.ts'

useProduct()

journey('a card opens the list with its filter, and the number on it is the number of rows', async cast => {
  const { page } = await cast.visit('shipper')
  const card = page.getByRole('link', { name: /^待签收/ })
  const count = Number(/\d+/.exec(await card.innerText())?.[0])
  expect(count).toBeGreaterThan(0)
  await card.click()
  await settled(page)
  expect(addressOf(page)).toBe('/waybill/list?state=toSign')
  await expect.poll(() => rows(page).count()).toBe(count)
})

journey('the last thirty days are drawn, read as a table, and hold the freight of one’s own side only', async cast => {
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

journey('at 390 px the picture fits the page', async cast => {
  const { page } = await cast.visit('shipper', '/index', { viewport: { width: 390, height: 844 } })
  await page.getByRole('region', { name: '近 30 天' }).locator('figure svg path[fill="#0c6f83"]').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})

journey('a carrier finds the changes of goods it has to answer, and reads each where it is answered', async cast => {
  const { page } = await cast.visit('carrier')
  const card = page.getByRole('link', { name: /^待答复货源变更/ })
  const count = Number(/\d+/.exec(await card.innerText())?.[0])
  expect(count).toBeGreaterThan(0)
  await card.click()
  await settled(page)
  expect(addressOf(page)).toBe('/TaskList?pane=changes')
  await expect.poll(() => rows(page).count()).toBe(count)
  await rows(page)
    .first()
    .getByText(/承运单价：.+ → .+/)
    .waitFor()
  await rows(page).first().getByRole('link', { name: '查看并答复' }).click()
  await settled(page)
  await front(page).getByText('货主申请变更以下内容，请答复').waitFor()
})

journey('the cards of a fleet open its papers, of a house what it has to verify', async cast => {
  for (const [account, title, at] of [
    ['carrier', '车辆证件即将到期', '/vehicle/list?expiry=soon'],
    ['platform-ops', '待审核收款人', '/payee/list?paper=pending'],
    ['platform-ops', '换车申请待确认', '/waybill/list?question=swap'],
  ] as const) {
    const { page } = await cast.visit(account)
    const card = page.getByRole('link', { name: new RegExp(`^${title}`) })
    const count = Number(/\d+/.exec(await card.innerText())?.[0])
    expect([title, count > 0]).toEqual([title, true])
    await card.click()
    await settled(page)
    expect(addressOf(page)).toBe(at)
    await expect.poll(() => rows(page).count()).toBe(count)
  }
})
