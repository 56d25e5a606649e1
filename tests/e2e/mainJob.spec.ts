// The main job of the product in one story: goods are offered, taken, hauled, signed for, settled, paid and booked.
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { field, publishAsk, publishButton } from './goodsForm.ts'
import { pngPhoto } from './photo.ts'
import { countedPresses, countPresses, type Presses } from './presses.ts'
import { clearDraft } from './publishing.ts'
import { startWhole } from './seed.ts'
import {
  act,
  actOn,
  addressOf,
  artefacts,
  front,
  goInside,
  held,
  journey,
  message,
  pointedAt,
  rowOf,
  settled,
  useProduct,
  type Visitor,
} from './visitor.ts'

// the whole product, as people start it
useProduct(startWhole)

/** Presses a move of the page in front and, where it asks first, its dialog's button of the same name. */
async function move(
  page: Page,
  name: string,
  fill?: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<void> {
  await act(page, name)
  if (!fill) return
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${name} `) })
  await fill(dialog)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Leaves the presses of all people behind, for the bench. */
async function tellPresses(people: readonly Visitor[]): Promise<void> {
  const each = await Promise.all(people.map(({ page }) => countedPresses(page)))
  const sum = (of: (presses: Presses) => number): number => each.reduce((all, presses) => all + of(presses), 0)
  fs.mkdirSync(artefacts, { recursive: true })
  const text = JSON.stringify({ clicks: sum(({ clicks }) => clicks), typed: sum(({ typed }) => typed), each })
  fs.writeFileSync(path.join(artefacts, 'mainJob.json'), text)
}

/** The state of the record in front, which stands before the marks beside its title. */
const stateOf = (page: Page) => front(page).locator('.ys-page-head .ys-tag').first()
const isIn = (page: Page, state: string) =>
  expect.poll(() => stateOf(page).textContent(), { message: `state ${state}` }).toBe(state)

async function shipperPublishes({ page }: Visitor): Promise<string> {
  await front(page).getByRole('heading', { name: '发布货源' }).waitFor()
  await clearDraft(page)
  const lanes = front(page).getByRole('toolbar', { name: '快速填写' }).getByRole('button')
  await lanes.nth(1).waitFor()
  await countPresses(page)
  // a lane of the address book, as goods are published day by day; the whole form has a journey of its own
  await lanes.first().click()
  await field(page, '重量').fill('30')
  await field(page, '托运单价').fill('210.5')
  await front(page).locator('.ys-page-foot').getByText('6,315.00').waitFor()
  await publishButton(page).click()
  await publishAsk(page).getByRole('button', { name: '确认发布' }).click()
  const said = await message(page, '已发布').textContent()
  const goodsNo = /货源 (\S+) 已发布/.exec(said ?? '')?.[1] ?? ''
  expect(goodsNo).not.toBe('')
  await front(page)
    .getByRole('heading', { name: `货源 ${goodsNo}` })
    .waitFor()
  expect(addressOf(page)).toMatch(/^\/goods\/details\//)
  await isIn(page, '已发布')
  return goodsNo
}

/** The waybill that came of the goods: its number and address. */
async function carrierTakes(page: Page, goodsNo: string): Promise<{ waybillNo: string; at: string }> {
  await actOn(rowOf(page, goodsNo), '接单')
  const taking = page.getByRole('dialog', { name: `接单 ${goodsNo}` })
  expect(await taking.getByLabel(/^接单数量/).inputValue()).toBe('30.000')
  await taking.getByRole('button', { name: '接单并派车' }).click()
  await expect.poll(() => addressOf(page)).toMatch(/^\/appoint\/waybill\//)
  await settled(page)
  // the most fit vehicle comes with the driver who last drove it: one truck is two clicks
  await front(page).getByRole('list', { name: '车辆', exact: true }).locator('button:enabled').first().click()
  await front(page).getByText('本次派 30.000 吨').waitFor()
  await front(page).getByRole('button', { name: '确认派车（1 车）' }).click()
  const made = front(page).getByRole('region', { name: '已派车' })
  const link = made.getByRole('listitem').getByRole('link')
  const waybillNo = (await link.textContent()) ?? ''
  await link.click()
  await front(page)
    .getByRole('heading', { name: `运单 ${waybillNo}` })
    .waitFor()
  return { waybillNo, at: addressOf(page) }
}

/** From the order to the receiver's yard, with what the scales say and a photo of the receipt. */
async function carrierHauls(page: Page): Promise<void> {
  await isIn(page, '待接单')
  await move(page, '确认接单')
  await isIn(page, '待装货')
  await move(page, '到达装货地')
  await isIn(page, '装货中')
  await move(page, '装货发车', async dialog => {
    await dialog.getByLabel(/^装货重量/).fill('29.86')
  })
  await isIn(page, '运输中')
  await move(page, '到达卸货地')
  await isIn(page, '已到卸货地')
  await move(page, '卸货完成', async dialog => {
    await dialog.getByLabel(/^卸货重量/).fill('29.84')
  })
  await isIn(page, '待签收')
  const receipt = front(page).getByRole('region', { name: '回单', exact: true })
  await receipt
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: pngPhoto() })
  await message(page, '已上传 1 个文件').waitFor()
  const photo = receipt.getByRole('button', { name: /^查看大图 回单\.png/ }).locator('img')
  await photo.scrollIntoViewIfNeeded()
  await expect
    .poll(() => photo.evaluate(image => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBe(240)
  expect(
    await front(page).getByRole('button', { name: '签收', exact: true }).count(),
    'a carrier signs nothing itself',
  ).toBe(0)
}

/** Signature and verdict of the receipt in one act, at the receipt desk. */
async function shipperSigns(page: Page, waybillNo: string, at: string): Promise<void> {
  await goInside(page, `/waybill/receipts?id=${at.slice(at.lastIndexOf('/') + 1)}`)
  const desk = front(page)
  await desk.locator('.desk-head').getByRole('link', { name: waybillNo }).waitFor()
  await desk.getByRole('button', { name: /^通过/ }).click()
  const passing = desk.getByRole('form', { name: /^通过/ })
  await passing.getByText('装货 29.860 吨，卸货 29.840 吨').waitFor()
  await passing.getByRole('button', { name: /^签收并通过/ }).click()
  await desk
    .locator('.desk-said')
    .filter({ hasText: `已签收并通过 ${waybillNo}` })
    .waitFor()
  await goInside(page, at)
  await isIn(page, '已签收')
  await front(page).getByRole('region', { name: '回单', exact: true }).getByText('已确认', { exact: true }).waitFor()
}

async function freightSettles(page: Page, waybillNo: string): Promise<string> {
  await front(page).getByLabel('单号').fill(waybillNo)
  await front(page).getByLabel('单号').press('Enter')
  await front(page)
    .getByRole('checkbox', { name: `选择 ${waybillNo}` })
    .check()
  const sums = front(page).getByRole('region', { name: '结算合计' })
  await sums.getByText('1 行').waitFor()
  await sums.getByRole('button', { name: '生成并提交审核' }).click()
  await front(page)
    .getByRole('heading', { name: /^结算单 / })
    .waitFor()
  const settlementNum = ((await front(page).getByRole('heading', { level: 1 }).textContent()) ?? '').slice(
    '结算单 '.length,
  )
  expect(addressOf(page)).toBe(`/manage/Normal/${settlementNum}`)
  await isIn(page, '待审核')
  // the maker and submitter is not offered to judge it
  expect(
    await front(page)
      .getByRole('button', { name: /审核通过|驳回|支付/ })
      .count(),
  ).toBe(0)
  return settlementNum
}

async function financePays(page: Page, settlementNum: string): Promise<void> {
  await front(page).getByRole('link', { name: settlementNum }).click()
  await front(page)
    .getByRole('heading', { name: `结算单 ${settlementNum}` })
    .waitFor()
  await front(page).getByRole('button', { name: '审核通过', exact: true }).click()
  const judging = page.getByRole('dialog', { name: `审核结算单 ${settlementNum}` })
  // the payee of the truck that was chosen, or the carrier itself
  await judging.getByText(/^\*{4}\d{4}$/).waitFor()
  await judging.getByRole('button', { name: '审核并支付', exact: true }).click()
  const paying = page.getByRole('dialog', { name: `支付结算单 ${settlementNum}` })
  const confirm = paying.getByRole('button', { name: '确认支付' })
  expect(await confirm.isDisabled()).toBe(true)
  await paying.getByRole('checkbox', { name: /^已核对收款人/ }).check()
  await confirm.click()
  await isIn(page, '已支付')
  await front(page).getByRole('region', { name: '支付记录' }).getByText('支付成功', { exact: true }).waitFor()
}

journey(
  '[BZ-01] [BZ-05] [PM-05] [PU-07] [RT-03] [RT-05] [RT-06] [RT-14] [RT-20] [RT-31] [RT-32] goods are published, taken, hauled, signed for, settled, paid and booked to the fen',
  async cast => {
    const shipper = await cast.visit('shipper', '/goods/publish')
    const carrier = await cast.visit('carrier', '/TaskList?pane=offers')
    const loads: string[] = []
    carrier.page.on('load', () => loads.push(carrier.page.url()))
    // a second window of the carrier stands at another page: its notification leads to the list
    const aside = await carrier.context.newPage()
    await aside.goto(new URL('/vehicle/list', carrier.page.url()).href)
    await settled(aside)

    await countPresses(carrier.page)
    const stays = held(aside.getByRole('alert').filter({ hasText: '新货源' }))
    const goodsNo = await shipperPublishes(shipper)
    await rowOf(carrier.page, goodsNo).waitFor()
    await stays()
    const notice = aside.getByRole('alert').filter({ hasText: goodsNo })
    await notice.getByText('新货源').waitFor()
    await notice.getByText(goodsNo).click()
    await rowOf(aside, goodsNo).waitFor()
    expect(addressOf(aside)).toBe('/TaskList?pane=offers')
    await aside.close()
    expect(loads, 'the list of the carrier came up to date without a reload').toEqual([])

    const { waybillNo, at } = await carrierTakes(carrier.page, goodsNo)
    await carrierHauls(carrier.page)
    await shipperSigns(shipper.page, waybillNo, at)
    await goInside(shipper.page, '/GoodsMy')
    await rowOf(shipper.page, goodsNo).getByText('0.000 / 30.000 吨').waitFor()

    const freight = await cast.visit('shipper-freight', '/settlement/make?part=waybills')
    await countPresses(freight.page)
    const settlementNum = await freightSettles(freight.page, waybillNo)
    const finance = await cast.visit('shipper-finance', '/settlement/list?state=submitted')
    await countPresses(finance.page)
    await financePays(finance.page, settlementNum)
    await tellPresses([shipper, carrier, freight, finance])

    // 29.84 t as weighed at the unloading, at 199.975 yuan: the shipper's 210.50 less the fee of 5 %
    const paid = { figures: '5,967.25', words: '人民币伍仟玖佰陆拾柒元贰角伍分' }
    await front(finance.page).getByText(paid.words, { exact: true }).waitFor()
    expect(await front(finance.page).locator('.st-due-amount').innerText()).toContain(paid.figures)

    await goInside(carrier.page, `/manage/Normal/${settlementNum}`)
    await isIn(carrier.page, '已支付')
    await front(carrier.page).getByText(paid.words, { exact: true }).waitFor()
    await goInside(carrier.page, at)
    const money = front(carrier.page).getByRole('region', { name: '结算', exact: true })
    await money.getByText('已结算', { exact: true }).waitFor()
    expect(await money.innerText()).toMatch(/已付\(元\)\s+5,967\.25\s+未付\(元\)\s+0\.00/)
    const prices = front(carrier.page).getByRole('region', { name: '计价', exact: true })
    expect(await prices.innerText(), 'the price of the shipper is none of the carrier’s business').not.toContain(
      '托运单价',
    )

    const books = await cast.visit('platform-finance', `/voucher/list?text=${settlementNum}`)
    const voucher = rowOf(books.page, '结算应付运费').filter({ hasText: settlementNum })
    await voucher.filter({ hasText: paid.figures }).getByRole('link').first().click()
    // a page of a branch's books: the platform's people choose the branch first
    await message(books.page, '请使用分公司管理账号进行操作').locator('.ant-message-warning').waitFor()
    await front(books.page).getByRole('button', { name: '进入华北分公司' }).click()
    await front(books.page).getByRole('heading', { name: '记账凭证', level: 2 }).waitFor()
    expect(addressOf(books.page)).toMatch(/^\/manage\/AccountingVoucher\/[^/]+\/[^/]+$/)
    const total = front(books.page)
      .getByRole('row')
      .filter({ hasText: `合计：${paid.words}` })
    expect(await total.getByRole('cell').allInnerTexts()).toEqual([paid.figures, paid.figures])
    await goInside(books.page, '/ledger/trial')
    const agreement = front(books.page).locator('.vc-trial')
    expect(await agreement.innerText()).toMatch(/差额\(元\)\s+0\.00/)
    await agreement.getByText('借贷平衡', { exact: true }).waitFor()
  },
)

journey(
  'money of a shipper could not be brought in by anybody: the branch records it, the platform’s finance confirms, and it stands in the books of both pages',
  async cast => {
    const { page } = await cast.visit('branch', '/fund/list')
    const record = async (serial: string): Promise<ReturnType<Page['getByRole']>> => {
      await front(page).getByRole('button', { name: '登记资金' }).click()
      const form = page.getByRole('dialog', { name: '登记资金' })
      await form.getByLabel('货主', { exact: true }).click()
      await page.keyboard.type('冀东')
      await page.locator('.ant-select-dropdown:visible').getByTitle('唐山冀东钢材贸易有限公司', { exact: true }).click()
      await form.getByLabel('金额', { exact: true }).fill('12345.67')
      await form.getByLabel('银行流水号', { exact: true }).fill(serial)
      await form
        .locator('input[type=file]')
        .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: pngPhoto() })
      await form.getByRole('button', { name: '提交复核' }).click()
      return form
    }
    const form = await record(' ')
    await form.getByText('请填写银行流水号').waitFor()
    await form.getByLabel('银行流水号', { exact: true }).fill('CZ20261123A')
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.waitFor({ state: 'detached' })
    const again = await record('CZ20261123A')
    await again.getByText('银行流水号CZ20261123A已登记，请勿重复登记').waitFor()
    await again.getByRole('button', { name: /取\s*消/ }).click()
    // the slip cannot be kept with the draft
    await page.getByRole('button', { name: /放\s*弃/ }).click()
    await rowOf(page, 'CZ20261123A').getByText('待复核').waitFor()
    expect(await (await pointedAt(rowOf(page, 'CZ20261123A'))).getByRole('button', { name: '确认入账' }).count()).toBe(
      0,
    )

    const finance = await cast.visit('platform-finance', '/fund/list?state=recorded')
    await actOn(rowOf(finance.page, 'CZ20261123A'), '确认入账')
    const judging = finance.page.getByRole('dialog', { name: /^确认入账/ })
    await judging.getByText('12,345.67').waitFor()
    await judging.getByRole('button', { name: '确认入账' }).click()
    await judging.waitFor({ state: 'detached' })
    await rowOf(page, 'CZ20261123A').getByText('已入账').waitFor()
    await rowOf(page, 'CZ20261123A').getByRole('button', { name: /^ZJ/ }).click()
    const shown = page.getByRole('dialog', { name: /^资金登记 ZJ/ })
    await shown.getByRole('region', { name: '操作记录' }).getByText('确认入账').waitFor()
    await shown.getByRole('link', { name: /^记-/ }).click()
    await front(page).getByRole('heading', { name: '记账凭证', level: 2 }).waitFor()
    await front(page).getByText('托运人充值').first().waitFor()
  },
)
