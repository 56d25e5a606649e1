// Journeys through settlement details: the carrier reads its own parts and prints its statement; the clerk makes a sheet of
// what was chosen there, two others check and pay it, and what failed is paid again.
import { readFile } from 'node:fs/promises'
import { listSettleable } from '@yunshu/contract/settlement/settleable'
import {
  approveSettlement,
  getSettlement,
  makeSettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { expect } from 'vitest'
import { unzip } from '../server/unzip.ts'
import { senderOf } from './calls.ts'
import { chooseState, isLoaded } from './listPage.ts'
import { actOn, addressOf, front, home, journey, message, pointedAt, rowOf, rows, useProduct } from './visitor.ts'

useProduct()

/** Numbers as the address of a list holds them. */
const numbersOf = (number: string): string => encodeURIComponent(JSON.stringify([number]))

journey(
  '[RT-17] a carrier reads its own parts by tab, prints the statement of a stretch of days, and asks how its freight came about',
  async cast => {
    const { page } = await cast.visit('carrier-finance', '/web/SettlementDetails')
    await isLoaded(page)
    await chooseState(page, /^失败与退汇/)
    await rows(page)
      .first()
      .getByText(/失败|退汇/)
      .first()
      .waitFor()
    await chooseState(page, /^已付/)
    await rows(page).first().getByText('已付').first().waitFor()
    expect(addressOf(page)).toBe('/web/SettlementDetails?state=paid')
    const row = rows(page).first()
    const number = (await row.getByRole('link', { name: /^YD/ }).textContent()) ?? ''
    await (await pointedAt(row)).getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '打印对账单' }).click()
    const drawer = page.getByRole('dialog', { name: /^对账单/ })
    await drawer.getByText('未付大写').waitFor()
    await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }))
    await drawer.getByRole('button', { name: /打\s*印/ }).click()
    await page.locator('body[data-printed]').waitFor()
    const paper = (await page.locator('.st-print').textContent()) ?? ''
    for (const said of ['承运商对账单', number, '付款方签章', '承运商签章', '人民币']) expect(paper).toContain(said)
    await page.keyboard.press('Escape')
    await row.getByRole('link', { name: number }).click()
    await front(page).getByTitle('看这个数是怎么来的').first().click()
    const explained = page.getByRole('dialog', { name: '金额说明' })
    await explained.getByText(/^[\d,.]+ 吨 × [\d,.]+ 元\/吨，四舍五入到分$/).waitFor()
    expect(await explained.getByRole('listitem').first().textContent()).toMatch(/^承运运费[\d,.]+ 元$/)
  },
)

journey(
  '[BZ-06] a clerk makes a sheet of parts chosen in the details, finance checks and pays it, what failed is paid again by a child sheet, and its papers are taken in one file',
  async cast => {
    const { page } = await cast.visit('shipper-freight', '/web/SettlementDetails?stage=ready')
    await rows(page).first().waitFor()
    const number = (await rows(page).first().getByRole('link', { name: /^YD/ }).textContent()) ?? ''
    await rows(page).first().getByRole('checkbox').check()
    await front(page).getByRole('button', { name: '加入结算单' }).click()
    await page.waitForURL(/\/settlement\/make\?/)
    const box = rowOf(page, number).getByRole('checkbox').first()
    await expect.poll(() => box.isChecked()).toBe(true)
    // nothing but what was chosen is brought along
    expect(await rows(page).getByRole('checkbox', { checked: true }).count()).toBeLessThanOrEqual(2)
    await front(page).getByRole('button', { name: '生成结算单' }).click()
    await page.waitForURL(/manage\/Normal\//)
    const made = addressOf(page)
    await front(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await front(page).locator('.ys-hero').getByText('待审核', { exact: true }).waitFor()

    // a second person approves, a third one pays
    const checker = await cast.visit('platform-finance', made)
    await front(checker.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await checker.page.getByRole('dialog').getByRole('button', { name: '审核通过', exact: true }).click()
    const payer = await cast.visit('shipper-finance', made)
    await front(payer.page).getByRole('button', { name: '支付', exact: true }).click()
    const paying = payer.page.getByRole('dialog')
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await paying.waitFor({ state: 'detached' })
    await payer.page.goto(`${home}/web/SettlementDetails?numbers=${numbersOf(number)}`)
    await rowOf(payer.page, number).getByText('已付').first().waitFor()

    // a sheet of which a payment failed, not one that came back: its failed lines go on a sheet of their own
    await page.goto(`${home}/web/SettlementDetails?state=failed&stage=failed`)
    const failed = rows(page).first()
    await failed.waitFor()
    const again = (await failed.getByRole('link', { name: /^YD/ }).textContent()) ?? ''
    await failed.getByRole('link', { name: /^JS/ }).click()
    await front(page).getByRole('button', { name: '生成失败补付单' }).click()
    await message(page, /^已生成失败补付单/).waitFor()
    await page.waitForURL(/\/manage\/Failure\//)
    const child = addressOf(page)
    await front(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await front(page).locator('.ys-hero').getByText('待审核', { exact: true }).waitFor()
    await checker.page.goto(`${home}${child}`)
    await front(checker.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await checker.page.getByRole('dialog').getByRole('button', { name: '审核通过', exact: true }).click()
    await payer.page.goto(`${home}${child}`)
    await front(payer.page).getByRole('button', { name: '支付', exact: true }).click()
    await payer.page.getByRole('dialog').getByRole('checkbox').check()
    await payer.page.getByRole('dialog').getByRole('button', { name: '确认支付' }).click()
    await payer.page.getByRole('dialog').waitFor({ state: 'detached' })

    await payer.page.goto(`${home}/web/SettlementDetails?numbers=${numbersOf(again)}`)
    await expect.poll(() => rowOf(payer.page, again).first().textContent(), { timeout: 60_000 }).toContain('已付')
    await payer.page.goto(`${home}${child}`)
    const take = front(payer.page).getByRole('button', { name: '打包下载' })
    const [zip] = await Promise.all([payer.page.waitForEvent('download'), take.click()])
    const files = unzip(await readFile(await zip.path()))
    expect([...files.keys()]).toEqual(expect.arrayContaining(['交易流水.xlsx', '清单.csv']))
  },
)

/** An approved sheet of two waybills, paid to their carrier. */
async function approvedPair(): Promise<{ settlementNum: string; waybillNo: string }> {
  const [maker, checker] = [await senderOf('shipper-freight'), await senderOf('platform-finance')]
  const { rows: ready } = await maker(listSettleable, { limit: 100 })
  const fit = ready.filter(({ receiptOk }) => receiptOk)
  const pair = [...Map.groupBy(fit, ({ carrierName }) => carrierName).values()].find(({ length }) => length > 1) ?? []
  const partIds = pair.slice(0, 2).map(({ partId }) => partId)
  const { settlementNum } = await maker(makeSettlement, { partIds })
  const read = () => maker(getSettlement, { settlementNum })
  const draft = await read()
  const others = draft.lines.filter(({ isCarrierPaid }) => !isCarrierPaid).map(({ waybillId }) => waybillId)
  if (others.length > 0) await maker(payToCarrier, { settlementNum, version: draft.version, waybillIds: others })
  await maker(submitSettlement, { settlementNum, version: (await read()).version })
  const { version, due, lines } = await read()
  await checker(approveSettlement, { settlementNum, version, expectDue: due })
  return { settlementNum, waybillNo: lines[0]?.waybillNo ?? '' }
}

journey(
  '[RT-17] a line is taken off an approved sheet: one asks in the details, another agrees on the sheet',
  async cast => {
    const { settlementNum, waybillNo } = await approvedPair()
    const { page } = await cast.visit('shipper-freight', `/web/SettlementDetails?numbers=${numbersOf(waybillNo)}`)
    await actOn(rowOf(page, settlementNum).first(), '申请变更')
    const asking = page.getByRole('dialog', { name: /^变更/ })
    await asking.getByLabel('原因').fill('运费有误')
    await asking.getByRole('button', { name: '提交申请' }).click()
    await asking.waitFor({ state: 'detached' })
    const payer = await cast.visit('shipper-finance', `/manage/Normal/${settlementNum}`)
    await front(payer.page).getByText('待确认的变更').waitFor()
    await front(payer.page).getByRole('button', { name: '确认变更', exact: true }).click()
    const agreeing = payer.page.getByRole('dialog', { name: /^确认移出运单/ })
    await agreeing.getByText('运费有误').waitFor()
    await agreeing.getByRole('button', { name: '确认变更', exact: true }).click()
    await agreeing.waitFor({ state: 'detached' })
    await front(payer.page).getByText('运单明细（1）').waitFor()
    await rowOf(page, waybillNo).getByText('待结算').first().waitFor()
  },
)
