// Journeys of shared goods: a link is passed on, strangers open it on a and it ends when it is taken back.
import fs from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { qrModules } from '../../apps/web/src/ui/qrModules.ts'
import { drawerOf, fits, openShare, passerBy } from './sharing.ts'
import { act, addressOf, fillLogin, front, home, journey, message, settled, useProduct } from './visitor.ts'

useProduct()

/** The address of the newest link in the drawer. */
const linkOf = async (page: Page): Promise<string> =>
  (await drawerOf(page).locator('.sh-links .sh-address > span').first().textContent()) ?? ''

async function makeLink(page: Page, { hasPrice }: { hasPrice: boolean }): Promise<void> {
  const drawer = drawerOf(page)
  const before = await drawer.locator('.sh-links > li').count()
  if (hasPrice) await drawer.getByLabel('价格').click()
  await drawer.getByRole('button', { name: '生成链接和海报' }).click()
  await page.getByRole('dialog', { name: /^海报 HY/ }).waitFor()
  await expect.poll(() => drawer.locator('.sh-links > li').count()).toBe(before + 1)
}

journey(
  '[BZ-01] [PB-05] a link shows goods to a stranger on a phone, leads a carrier through the login to them, and is a 404 once revoked',
  async cast => {
    const shipper = await cast.visit('shipper', '/GoodsMy?state=partial', {
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    })
    await openShare(shipper.page)
    await makeLink(shipper.page, { hasPrice: true })
    const poster = shipper.page.getByRole('dialog', { name: /^海报 HY/ })
    const [download] = await Promise.all([
      shipper.page.waitForEvent('download'),
      poster.getByRole('button', { name: '下载海报' }).click(),
    ])
    const png = fs.readFileSync(await download.path())
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1500, 2300])
    expect(download.suggestedFilename()).toMatch(/^货源海报-HY\d+\.png$/)
    await poster.getByRole('button', { name: '复制链接' }).click()
    await message(shipper.page, '复制成功！').waitFor()
    const link = await shipper.page.evaluate(() => navigator.clipboard.readText())
    // the code of the poster is that of the link
    expect(await poster.locator('svg path[transform]').getAttribute('d')).toBe(qrModules(link).path)
    await shipper.page.keyboard.press('Escape')
    await poster.waitFor({ state: 'hidden' })
    expect(await linkOf(shipper.page)).toBe(link)
    expect(new URL(link).pathname).toMatch(/^\/public\/shareGoods\/[\w-]{22}$/)

    const { page } = await passerBy(cast)
    await page.goto(link)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.title()).toMatch(/^运枢 - .+ → .+/)
    await page
      .getByText(/^\d+\.\d+$/)
      .first()
      .waitFor()
    await page.getByText('榆林恒泰煤业销售有限公司').waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)|煤炭集运站|专线北侧|集运路/)
    await page.getByRole('button', { name: '联系' }).click()
    await page.getByText(/^.\*\*\s+\d{3}\*{4}\d{4}$/).waitFor()
    expect(await fits(page)).toBe(0)

    // GD-01 let them pass; taking the goods needs a carrier's account, and the way there is not lost
    await page.getByRole('link', { name: '接单', exact: true }).click()
    await page.waitForURL('**/login')
    await fillLogin(page, 'carrier')
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/goods\/details\/[0-9a-f-]{36}$/)
    await front(page).getByRole('button', { name: '接单', exact: true }).waitFor()
    // with a session the page passes as freely
    await page.goto(link)
    await page.getByRole('link', { name: '接单', exact: true }).waitFor()

    await shipper.page.reload()
    await settled(shipper.page)
    await act(shipper.page, '分享')
    const row = drawerOf(shipper.page).locator('.sh-links > li').first()
    await row.getByText('已查看 2 次').waitFor()
    await row.getByRole('button', { name: '作废' }).click()
    await shipper.page.getByRole('tooltip').getByRole('button', { name: '作废' }).click()
    await row.getByText('已作废', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '链接已失效或不存在' }).waitFor()
    await page.goto(`${home}/public/shareGoods/nothing-like-a-code`)
    await page.getByRole('heading', { name: '链接已失效或不存在' }).waitFor()
  },
)

journey(
  'a link without a price shows none, and a carrier the goods were not published to is told so after signing in',
  async cast => {
    const shipper = await cast.visit('shipper2', '/GoodsMy?state=published&publishTo=RELATED')
    await openShare(shipper.page)
    await makeLink(shipper.page, { hasPrice: false })
    await shipper.page
      .getByRole('dialog', { name: /^海报 HY/ })
      .getByText('单价登录后查看')
      .waitFor()
    await shipper.page.keyboard.press('Escape')
    const { page } = await passerBy(cast)
    await page.goto(await linkOf(shipper.page))
    await page.getByText('单价登录后查看').waitFor()
    await page.getByRole('link', { name: '接单', exact: true }).click()
    await page.waitForURL('**/login')
    await fillLogin(page, 'carrier')
    await front(page).getByText('请联系货主邀请贵公司合作').waitFor()
  },
)
