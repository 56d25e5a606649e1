// Journeys of payments people end themselves: made at the bank by hand, recorded by one person of the house with its slip and
// confirmed by another; and one the bank gives no result of, decided by two.
import { formatDate } from '@yunshu/domain/figures/time'
import { withClient } from '@yunshu/postgres/withClient'
import { expect } from 'vitest'
import { reachAll } from '../server/oldDatabase.ts'
import { pngPhoto } from './photo.ts'
import { startCopy } from './seed.ts'
import { addressOf, front, journey, rows, settled, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})
const owner = (text: string, values: readonly string[]): Promise<void> =>
  withClient(database, async client => {
    await client.query('begin')
    await reachAll(client)
    for (const each of text.split(';')) await client.query(each, [...values])
    await client.query('commit')
  })
/** The accounts a sheet pays are ones the simulated bank never answers for. */
const silence = (settlementNum: string): Promise<void> => {
  const paid = `(select l.payee ->> 'account' from settlement_lines l join settlements s on s.id = l.settlement_id
    where s.settlement_num = $1)`
  const silent = "left(account_no, -4) || '9007'"
  return owner(
    `update company_accounts set account_no = ${silent} where account_no in ${paid};
    update payees set account_no = ${silent} where account_no in ${paid};
    update settlement_lines set payee = jsonb_set(payee, '{account}', to_jsonb(left(payee ->> 'account', -4) || '9007'))
      where settlement_id = (select id from settlements where settlement_num = $1)`,
    [settlementNum],
  )
}

journey(
  'a payment by hand is recorded with its slip by one person of the house and confirmed by another',
  async cast => {
    const { page: payer } = await cast.visit('shipper-finance', '/settlement/list?state=approved')
    await rows(payer).first().getByRole('link', { name: /^JS/ }).click()
    await front(payer).getByRole('button', { name: '支付', exact: true }).click()
    const paying = payer.getByRole('dialog')
    await paying.getByRole('radio', { name: '线下支付' }).check()
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(payer)
      .getByText(/笔线下支付待登记/)
      .waitFor()
    const at = addressOf(payer)
    // the shipper waits: the money leaves the house's account
    expect(await front(payer).getByRole('button', { name: '登记线下付款' }).count()).toBe(0)

    const { page: recorder } = await cast.visit('platform-finance', at)
    await front(recorder).getByRole('button', { name: '登记线下付款' }).first().click()
    const recording = recorder.getByRole('dialog')
    await recording.getByLabel('银行流水号').fill('OFF-20261128-1')
    await recording.getByLabel('银行记账日期').fill(formatDate(Date.now()))
    await recording.getByLabel('银行记账日期').press('Enter')
    await recording
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: '银行回单.png', mimeType: 'image/png', buffer: pngPhoto() })
    await recording.getByRole('button', { name: '登记', exact: true }).click()
    const slip = (of: typeof recorder) => front(of).getByRole('article', { name: /^线下付款 ZF/ })
    await slip(recorder).getByText('待确认').waitFor()
    expect(await front(recorder).getByRole('button', { name: '确认已付出' }).count()).toBe(0)

    const { page: checker } = await cast.visit('admin', at)
    await slip(checker).getByText('OFF-20261128-1').waitFor()
    await settled(checker)
    await front(checker).getByRole('button', { name: '确认已付出' }).click()
    const confirming = checker.getByRole('dialog')
    await confirming.getByText('OFF-20261128-1').waitFor()
    await confirming.getByRole('button', { name: '确认已付出' }).click()
    await slip(checker).getByText('已确认').waitFor()
    await front(checker).getByText('支付成功', { exact: true }).first().waitFor()
  },
)

journey(
  'a payment the bank gives no result of is decided by one person, and another agrees in its exceptions',
  async cast => {
    const { page } = await cast.visit('shipper-finance', '/settlement/list?state=approved')
    const sheet = rows(page).first().getByRole('link', { name: /^JS/ })
    const settlementNum = (await sheet.textContent()) ?? ''
    await silence(settlementNum)
    await sheet.click()
    await front(page).getByRole('button', { name: '支付', exact: true }).click()
    const paying = page.getByRole('dialog')
    await paying.getByRole('checkbox').check()
    await paying.getByRole('button', { name: '确认支付' }).click()
    await front(page).getByRole('button', { name: '查询支付结果' }).first().waitFor()
    // the bank's file of its day is there, and has no word of it
    expect(await front(page).getByRole('button', { name: '认定付款结果' }).count()).toBe(0)
    await owner(
      `update payments set sent_at = sent_at - 172800000 where settlement_id = (select id from settlements where settlement_num = $1)`,
      [settlementNum],
    )
    await page.reload()
    await settled(page)
    await front(page).getByRole('button', { name: '认定付款结果' }).first().click()
    const deciding = page.getByRole('dialog', { name: /^认定付款结果 ZF/ })
    await deciding.getByRole('radio').first().check()
    expect(await deciding.getByRole('button', { name: '提出' }).isDisabled()).toBe(true)
    await deciding.getByLabel('银行流水号').fill('DECIDED-20261128')
    await deciding.getByLabel('银行记账日期').fill(formatDate(Date.now()))
    await deciding.getByLabel('银行记账日期').press('Enter')
    await deciding.getByLabel('原因').fill('网银回单显示已付出')
    await deciding.getByRole('button', { name: '提出' }).click()
    await deciding.waitFor({ state: 'detached' })
    const about = (of: typeof page) => front(of).locator('.st-exception').first()
    await about(page).getByText('待复核').first().waitFor()
    expect(await about(page).getByRole('button', { name: '复核确认' }).count()).toBe(0)

    const { page: other } = await cast.visit('platform-finance', addressOf(page))
    await about(other).getByRole('button', { name: '复核确认' }).click()
    const confirming = other.getByRole('dialog')
    await confirming.getByText('不能撤销').waitFor()
    await confirming.getByRole('button', { name: '复核确认' }).click()
    await confirming.waitFor({ state: 'detached' })
    await front(other).getByText('支付成功', { exact: true }).first().waitFor()
  },
)
