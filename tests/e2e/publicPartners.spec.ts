// The public pages of partners in one story: a carrier is checked, two parties sign, and what they agreed on travels.
import { makeDriverInvite } from '@yunshu/contract/fleet/driverInvite'
import { publicScreens } from '@yunshu/contract/publicScreens'
import { getSettlement, listSettlements } from '@yunshu/contract/settlement/settlement'
import { getPaperDesk, makePaperLink } from '@yunshu/contract/waybill/paper'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { listAgreements } from '@yunshu/contract/agreement/agreement'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demoIdNo } from '../../apps/server/demo/invented.ts'
import { senderOf } from './calls.ts'
import { fits, passerBy } from './sharing.ts'
import { act, front, goInside, home, journey, useProduct, type Cast, rowOf } from './visitor.ts'
import { dialogOf, section } from './waybillPage.ts'

useProduct()

/** The choice on the page of the simulated partner. */
const choose = async (page: Page, end: string): Promise<void> => {
  await page.getByRole('heading', { name: '模拟签章平台' }).waitFor()
  await page.getByRole('button', { name: end }).click()
}

/** A carrier and the person who signs for it prove who they are. */
async function proveCarrier(page: Page): Promise<void> {
  const checks = section(page, '实名认证（模拟）')
  await checks.getByRole('button', { name: '企业实名认证' }).click()
  await choose(page, '认证通过')
  await page.waitForURL('**/public/fadadaRenzheng?state=*')
  await page.getByRole('heading', { name: '实名认证已通过' }).waitFor()
  expect(await page.locator('body').innerText()).not.toMatch(/91\d{6}/)
  await page.getByRole('link', { name: '回到企业资料' }).click()
  await checks.getByText('已认证').waitFor()
  await checks.getByRole('button', { name: '经办人实名认证' }).click()
  const dialog = dialogOf(page, '经办人实名认证')
  await dialog.getByLabel('姓名').fill('周远')
  await dialog.getByLabel('身份证号').fill(demoIdNo('610802', '19860412', 12))
  await dialog.getByRole('button', { name: '去认证' }).click()
  await choose(page, '认证不通过')
  await page.getByRole('heading', { name: '认证未通过' }).waitFor()
  await page.getByText('证件信息核验不一致').waitFor()
  await page.getByRole('link', { name: '回到企业资料，重新认证' }).click()
  await checks.getByRole('button', { name: '经办人实名认证' }).click()
  await dialog.getByLabel('姓名').fill('周远')
  await dialog.getByLabel('身份证号').fill(demoIdNo('610802', '19860412', 12))
  await dialog.getByRole('button', { name: '去认证' }).click()
  await choose(page, '认证通过')
  await page.getByRole('heading', { name: '实名认证已通过' }).waitFor()
}

/** A waybill of the carrier that has no agreement yet. */
async function freeWaybill(): Promise<{ id: string; waybillNo: string }> {
  const house = await senderOf('admin')
  const { rows } = await (await senderOf('carrier'))(listWaybills, { limit: 60 })
  for (const row of rows.toReversed()) {
    const { rows: found } = await house(listAgreements, { waybillNo: row.waybillNo })
    if (found.length === 0 && row.state !== 'cancelled' && row.state !== 'void') return row
  }
  throw new Error('every waybill has an agreement')
}

journey(
  '[BZ-12] [PB-07] [PB-08] a carrier is checked, carrier and house sign at the partner, and a stranger who has the paper checks the waybill; whoever comes back sees our books',
  async cast => {
    const waybill = await freeWaybill()
    const carrier = await cast.visit('carrier', '/company/profile')
    await proveCarrier(carrier.page)

    const house = await cast.visit('platform-ops', '/agreement/list')
    await front(house.page).getByRole('button', { name: '起草合同' }).click()
    const form = dialogOf(house.page, '起草合同')
    await form.getByLabel('模板', { exact: true }).click()
    await house.page.getByTitle('货物承运合同（承运合同）').click()
    await form.getByLabel('运单号').fill(waybill.waybillNo)
    await form.getByLabel('回单天数').fill('7')
    await form.getByLabel('付款天数').fill('15')
    await form.getByRole('button', { name: '保存草稿' }).click()
    await house.page.getByText(/^已起草 HT/).waitFor()
    await goInside(house.page, `/agreement/list?waybillNo=${waybill.waybillNo}`)
    // the rows of before the filter stand until those of the filter are there
    await rowOf(house.page, waybill.waybillNo).getByRole('link', { name: /^HT/ }).first().click()
    await front(house.page).getByText(waybill.waybillNo, { exact: true }).first().waitFor()
    const agreementAt = new URL(house.page.url()).pathname
    await front(house.page).getByRole('button', { name: '发送签署' }).click()
    await dialogOf(house.page, /^发送签署 HT/)
      .getByRole('button', { name: '发送签署' })
      .click()
    await front(house.page).getByRole('button', { name: '去签署' }).waitFor()

    await carrier.page.goto(home + agreementAt)
    await front(carrier.page).getByRole('button', { name: '去签署' }).click()
    await choose(carrier.page, '同意签署')
    await carrier.page.waitForURL('**/public/fadadaReturn?state=*')
    await carrier.page.getByRole('heading', { name: '本方已签署' }).waitFor()
    const back = carrier.page.url()
    const finder = await passerBy(cast)
    finder.expectComplaint(/404/)
    await finder.page.goto(back)
    await finder.page.getByRole('heading', { name: '返回链接已失效' }).waitFor()
    expect(await fits(finder.page)).toBe(0)

    await front(house.page).getByRole('button', { name: '去签署' }).click()
    await choose(house.page, '同意签署')
    await house.page.getByRole('heading', { name: '已签署' }).waitFor()
    await carrier.page.getByRole('link', { name: '回到合同' }).click()
    await front(carrier.page).getByText('全部签署').first().waitFor()
    await section(carrier.page, '签署件').getByText(/\.pdf/).first().waitFor()
    await checkPapers(cast, waybill)
    await comeBackFromPayment(cast)
  },
)

/** A stranger prints the waybill by a link and checks it; a driver opens the invitation of the carrier. */
async function checkPapers(cast: Cast, { id, waybillNo }: { id: string; waybillNo: string }): Promise<void> {
  const carrier = await senderOf('carrier')
  const { linkCode } = await carrier(makePaperLink, { id, days: 1, showsAmount: false })
  const { checkCode } = await carrier(getPaperDesk, { id })
  const { inviteCode } = await carrier(makeDriverInvite, { mobile: '19900086422' })
  const { page } = await passerBy(cast)
  await page.goto(`${home}${publicScreens.paperWaybill}#${linkCode}`)
  await page.getByRole('heading', { name: `运单 ${waybillNo}` }).waitFor()
  await page.goto(`${home}${publicScreens.checkWaybill}`)
  await page.getByLabel('运单号').fill(waybillNo)
  await page.getByLabel('校验码').fill(checkCode)
  await page.getByRole('button', { name: '核验', exact: true }).click()
  await page.getByRole('heading', { name: `运单 ${waybillNo}` }).waitFor()
  await page.goto(`${home}${publicScreens.driverRegister}#${inviteCode}`)
  await page.getByRole('heading', { name: /^加入 / }).waitFor()
}

/** The shipper's finance comes back from a payment. */
async function comeBackFromPayment(cast: Cast): Promise<void> {
  const finance = await senderOf('shipper-finance')
  const { rows } = await finance(listSettlements, { state: 'paid', limit: 5 })
  const sheets = await Promise.all(rows.map(({ settlementNum }) => finance(getSettlement, { settlementNum })))
  const payment = sheets.flatMap(({ payments }) => payments).find(({ state }) => state === 'success')
  if (!payment) throw new Error('the demo paid nothing')
  const { page } = await cast.known('shipper-finance')
  await page.goto(`${home}${publicScreens.paymentReturn}?orderNo=${payment.taskNo}&status=failed`)
  await page.getByRole('heading', { name: '支付成功' }).waitFor()
}

journey('[BZ-12] a paper both sides signed is filed by one person and confirmed by another', async cast => {
  const house = await cast.visit('branch', '/agreement/list?state=draft')
  await front(house.page).getByRole('link', { name: /^HT/ }).first().click()
  await front(house.page).locator('.ys-page-head').waitFor()
  const at = new URL(house.page.url()).pathname
  await act(house.page, '上传纸质合同')
  const form = dialogOf(house.page, /^上传纸质合同 HT/)
  await form.getByLabel('签署件扫描').setInputFiles({
    name: '合同.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  })
  await form.getByRole('button', { name: '提交复核' }).click()
  await front(house.page).getByText('纸质待复核').first().waitFor()
  expect(await front(house.page).getByRole('button', { name: '复核通过' }).count()).toBe(0)
  const checker = await cast.visit('admin', at)
  await front(checker.page).getByRole('button', { name: '复核通过' }).click()
  await dialogOf(checker.page, /^复核通过 HT/)
    .getByRole('button', { name: '复核通过' })
    .click()
  await front(house.page).getByText('已签署').first().waitFor()
})
