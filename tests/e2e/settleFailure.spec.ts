// Journeys of payments that end otherwise: the clerk makes a sheet of a failed one, finance approves and pays, and both
// sheets are over; an advance whose trip is cancelled is owed, chased and taken off; and a channel nobody is answered by is
// said to be silent wherever sheets are paid.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { getSettlement } from '@yunshu/contract/settlement/settlement'
import { getWaybill } from '@yunshu/contract/waybill/details'
import { moveWaybill } from '@yunshu/contract/waybill/waybill'
import { silence } from '@yunshu/domain/settlement/settlement'
import { withClient } from '@yunshu/postgres/withClient'
import { expect } from 'vitest'
import { reachAll } from '../server/oldDatabase.ts'
import { senderOf } from './calls.ts'
import { refusedSheet } from './refusedSheet.ts'
import { startCopy } from './seed.ts'
import { actOn, addressOf, front, journey, message, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
/** Does one statement past the product. */
const inDatabase = (statement: string, values: readonly unknown[] = []): Promise<void> =>
  withClient(database, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(statement, [...values])
    await client.query('commit')
  })
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})

journey(
  '[RT-15] a payment the bank refused is paid again from a sheet of its own, which ends the first one; numbers that do not belong together are not found',
  async cast => {
    const { page } = await cast.visit('shipper-freight', '/settlement/list?state=partial')
    await rowOf(page, (await refusedSheet()).settlementNum)
      .getByRole('link', { name: /^JS/ })
      .click()
    await front(page).getByText('部分失败', { exact: true }).first().waitFor()
    const parent = addressOf(page).split('/').at(-1) ?? ''
    await front(page).getByRole('button', { name: '生成失败补付单' }).click()
    await message(page, /^已生成失败补付单/).waitFor()
    await page.waitForURL(/\/manage\/Failure\//)
    const at = addressOf(page)
    expect(at).toMatch(new RegExp(`^/manage/Failure/JS\\d+/${parent}$`))
    const failed = front(page).getByRole('region', { name: /^失败的付款/ })
    await failed.getByText(/^(?:账号户名不符|卡已销户|超过单笔限额)$/).waitFor()
    await failed.getByText('第 2 次').waitFor()
    await front(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await front(page).locator('.ys-hero').getByText('待审核', { exact: true }).waitFor()

    const finance = await cast.visit('shipper-finance', at)
    await front(finance.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await finance.page.getByRole('dialog').getByRole('button', { name: '审核通过', exact: true }).click()
    await front(finance.page).getByRole('button', { name: '支付', exact: true }).click()
    const paying = finance.page.getByRole('dialog')
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(finance.page).locator('.ys-hero').getByText('已支付', { exact: true }).waitFor()
    await failedLink(finance.page, parent).click()
    await finance.page.waitForURL(`**/manage/Normal/${parent}`)
    await front(finance.page).locator('.ys-hero').getByText('已支付', { exact: true }).waitFor()

    // an address whose numbers do not belong together
    finance.expectComplaint(/status of 404/)
    const [, , , child = ''] = at.split('/')
    await finance.page.goto(finance.page.url().replace(/\/manage\/.*/, `/manage/Failure/${parent}/${child}`))
    await front(finance.page).getByText('记录不存在或已被删除').waitFor()
  },
)

journey(
  '[RT-17] an advance is paid from the list of its carrier; its trip is cancelled, the debt is chased, and the next sheet takes it off',
  async cast => {
    const { page } = await cast.visit('shipper-freight', '/settlement/make?part=advanceGroups')
    await rows(page)
      .first()
      .getByRole('button', { name: /^生成结算单 / })
      .click()
    const making = page.getByRole('dialog', { name: '生成 1 张结算单' })
    await making.getByRole('button', { name: '生成 1 张结算单' }).click()
    await making.getByRole('listitem').getByRole('link').click()
    await front(page).getByRole('button', { name: '提交审核', exact: true }).click()
    await front(page).locator('.ys-hero').getByText('待审核', { exact: true }).waitFor()
    const at = addressOf(page)
    const finance = await cast.visit('shipper-finance', at)
    await front(finance.page).getByRole('button', { name: '审核通过', exact: true }).click()
    await finance.page.getByRole('dialog').getByRole('button', { name: '审核并支付', exact: true }).click()
    const paying = finance.page.getByRole('dialog', { name: /^支付结算单/ })
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(finance.page).locator('.ys-hero').getByText('已支付', { exact: true }).waitFor()

    // one of its trips is called off before it has begun
    const send = await senderOf('shipper')
    const settlementNum = at.split('/').at(-1) ?? ''
    const { lines, carrierName } = await send(getSettlement, { settlementNum })
    const id = lines[0]?.waybillId ?? ''
    await inDatabase(`update waybills set state = 'toLoad' where id = '${id}'`)
    const { version } = await send(getWaybill, { id })
    await send(moveWaybill, { id, version, move: 'cancel', reason: '货源取消' })
    const house = await cast.visit('platform-finance', `/money/debts?state=open&text=${settlementNum}`)
    const debt = rowOf(house.page, '预付后运单取消')
    await debt.waitFor()
    await actOn(debt, '登记催收')
    const chasing = house.page.getByRole('dialog', { name: /^登记催收 QK/ })
    await chasing.getByLabel('催收情况').fill('电话已催，对方同意从下一单抵扣')
    await chasing.getByRole('button', { name: '登记催收' }).click()
    await message(house.page, '已登记催收').waitFor()

    await page.goto(new URL('/settlement/make', page.url()).href)
    await rowOf(page, carrierName)
      .getByText(/^抵前欠 /)
      .first()
      .waitFor()
  },
)

const failedLink = (page: Parameters<typeof front>[0], parent: string) =>
  front(page)
    .getByRole('region', { name: /^失败的付款/ })
    .getByRole('link', { name: parent })

/** Orders of the simulated bank wait for an answer, or have one; a day ahead, so that no answer of the moment ends it. */
async function answers(isSilent: boolean): Promise<void> {
  const later = Date.now() + DAY_MS
  await inDatabase(
    `update payments set state = 'unknown', next_at = $1::bigint, updated_at = $1
      where id in (select id from payments where channel = 'SIM' and state = 'success' order by id limit $2)`,
    [later, silence.orders],
  )
  await inDatabase(
    `insert into partner_signs (partner, succeeded_at, failed_at) values ('SIM', $1, $2)
      on conflict (partner) do update set succeeded_at = $1, failed_at = $2`,
    isSilent ? [later - 2 * DAY_MS, later] : [later + 1, later],
  )
}

journey(
  'a channel that answers nobody is said to be silent, with what becomes of payments, wherever sheets are paid, until it answers',
  async cast => {
    const { page } = await cast.visit('shipper-finance', '/payment/tasks')
    const banner = page.getByRole('alert').filter({ hasText: /模拟银行自 .* 的应答以后没有再应答/ })
    await rows(page).first().waitFor()
    expect(await banner.count()).toBe(0)
    await answers(true)
    await page.reload()
    await front(page).locator(banner).getByText('请勿另行付款', { exact: false }).waitFor()
    await page.goto(new URL('/settlement/list?state=approved', page.url()).href)
    await rows(page).first().getByRole('link', { name: /^JS/ }).click()
    await front(page).getByRole('button', { name: '支付', exact: true }).click()
    await page.getByRole('dialog').locator(banner).waitFor()
    await answers(false)
    await page.goto(new URL('/payment/tasks', page.url()).href)
    await rows(page).first().waitFor()
    expect(await banner.count()).toBe(0)
  },
)
