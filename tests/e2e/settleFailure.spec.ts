// Journeys of payments that end otherwise: the clerk makes a sheet of a failed one, finance approves and pays, and both
// sheets are over; and a channel nobody is answered by is said to be silent wherever sheets are paid.
import { DAY_MS } from '@yunshu/domain/figures/time'
import { silence } from '@yunshu/domain/settlement/settlement'
import { withClient } from '@yunshu/postgres/withClient'
import { expect } from 'vitest'
import { reachAll } from '../server/oldDatabase.ts'
import { refusedSheet } from './refusedSheet.ts'
import { startCopy } from './seed.ts'
import { addressOf, front, journey, message, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
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

const failedLink = (page: Parameters<typeof front>[0], parent: string) =>
  front(page)
    .getByRole('region', { name: /^失败的付款/ })
    .getByRole('link', { name: parent })

/** Orders of the simulated bank wait for an answer, or have one; a day ahead, so that no answer of the moment ends it. */
async function answers(isSilent: boolean): Promise<void> {
  const later = Date.now() + DAY_MS
  await withClient(database, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(
      `update payments set state = 'unknown', next_at = $1::bigint, updated_at = $1
        where id in (select id from payments where channel = 'SIM' and state = 'success' order by id limit $2)`,
      [later, silence.orders],
    )
    await client.query(
      `insert into partner_signs (partner, succeeded_at, failed_at) values ('SIM', $1, $2)
        on conflict (partner) do update set succeeded_at = $1, failed_at = $2`,
      isSilent ? [later - 2 * DAY_MS, later] : [later + 1, later],
    )
    await client.query('commit')
  })
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
