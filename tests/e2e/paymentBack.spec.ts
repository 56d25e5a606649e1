// Journeys of money that came back: without the order's number, on a phone one points it at the payment it is and another agrees; and
// named by the bank before its money was recorded, which then stands once.
import { confirmRemittance, recordRemittance } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { listTrades } from '@yunshu/contract/trade/trade'
import type { Fen } from '@yunshu/domain/figures/money'
import { withClient } from '@yunshu/postgres/withClient'
import { expect } from 'vitest'
import { reachAll } from '../server/oldDatabase.ts'
import { until } from '../server/until.ts'
import { senderOf, type Sender } from './calls.ts'
import { startCopy } from './seed.ts'
import { front, journey, rowOf, rows, useProduct } from './visitor.ts'

let database = ''
useProduct(async seed => {
  const product = await startCopy(seed)
  database = product.database ?? ''
  return product
})

/** The newest payment of freight by the simulated bank that is out, leaving some of them for others. */
async function paidFreight(branch: Sender, skip = 0) {
  const { rows: trades } = await branch(listTrades, { kind: 'FREIGHT', channel: 'SIM', limit: 50 })
  const paid = trades.flatMap(({ mark, taskNo, outgo, settlementNum }) =>
    mark === 'done' && taskNo !== undefined && outgo !== undefined && settlementNum !== undefined
      ? [{ taskNo, amount: outgo, settlementNum }]
      : [],
  )[skip]
  if (paid === undefined) throw new Error('the demo paid no freight')
  return paid
}
/** Money that came to the branch, and nobody's yet: recorded by one, confirmed by another. */
async function came(amount: Fen, serial: string) {
  const [branch, house] = [await senderOf('branch'), await senderOf('platform-finance')]
  const said = { payerName: '银行内部户', payerAccount: '9999000011112222', amount, date: Date.now(), serial }
  const { id, version, remittanceNo } = await branch(recordRemittance, said)
  await house(confirmRemittance, { id, version, expectAmount: amount })
  return remittanceNo
}
/** The bank says of its own that the money of a payment came back. */
const bankReturns = (taskNo: string): Promise<void> =>
  withClient(database, async client => {
    await client.query('begin')
    await reachAll(client)
    await client.query(
      `insert into channel_facts (id, channel, fact_key, source, order_key, kind, amount_fen, bank_serial, reason, raw, happened_at,
          received_at, shipper_id, branch_id)
        select gen_random_uuid(), channel, 'back ' || task_no, 'NOTICE', idem_key, 'RETURNED', amount_fen, 'SIMBACK' || task_no,
          '收款账户已销户', '{}', $2::bigint, $2::bigint, shipper_id, branch_id from payments where task_no = $1`,
      [taskNo, Date.now()],
    )
    await client.query('commit')
  })

journey(
  '[RT-16] money that came is pointed at the payment it is on a phone, and another person agrees: the payment is 已退汇',
  async cast => {
    const { taskNo, amount, settlementNum } = await paidFreight(await senderOf('branch'))
    const remittanceNo = await came(amount, 'BACK20261128')

    const at = `/money/receipts?text=${remittanceNo}`
    const phone = await cast.visit('branch', `${at}&act=askReturn`, { viewport: { width: 390, height: 844 } })
    const asking = phone.page.getByRole('dialog', { name: /^登记退汇 SK/ })
    await asking.getByRole('radio', { name: new RegExp(taskNo) }).check()
    await asking.getByLabel('原因').fill('回单写明账户已销户退回')
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await asking.getByRole('button', { name: '登记退汇' }).click()
    await asking.waitFor({ state: 'detached' })
    await front(phone.page).getByText('退汇待复核').first().waitFor()

    const { page } = await cast.visit('platform-finance', `${at}&act=confirmReturn`)
    const agreeing = page.getByRole('dialog', { name: /^确认退汇 SK/ })
    await agreeing.getByText(taskNo).waitFor()
    await agreeing.getByText('回单写明账户已销户退回').waitFor()
    await agreeing.getByRole('button', { name: '确认退汇' }).click()
    await agreeing.waitFor({ state: 'detached' })
    await rowOf(page, remittanceNo).getByText('已作退汇').waitFor()
    await page.goto(new URL(screenUrl('SettlementNormal', { settlementNum }), page.url()).href)
    await front(page).getByText('已退汇', { exact: true }).first().waitFor()
  },
)

journey(
  '[RT-16] the bank names the return first: the money recorded after it is pointed at the same payment by two, and stands once',
  async cast => {
    const branch = await senderOf('branch')
    const { taskNo, amount, settlementNum } = await paidFreight(branch, 2)
    await bankReturns(taskNo)
    const isBack = async () => (await branch(listTrades, { settlementNum, kind: 'RETURN' })).rows.length > 0
    await until(isBack, 'the word of the bank is judged')
    const serial = 'BACK20261129'
    const remittanceNo = await came(amount, serial)

    const at = `/money/receipts?text=${remittanceNo}`
    const { page: asker } = await cast.visit('branch', `${at}&act=askReturn`)
    const asking = asker.getByRole('dialog', { name: /^登记退汇 SK/ })
    const choice = asking.getByRole('radio', { name: new RegExp(`${taskNo}.*银行已报退汇`) })
    await choice.check()
    await asking.getByLabel('原因').fill('与银行退汇通知是同一笔')
    await asking.getByRole('button', { name: '登记退汇' }).click()
    await asking.waitFor({ state: 'detached' })
    await rowOf(asker, remittanceNo).getByText('退汇待复核').waitFor()

    const { page } = await cast.visit('platform-finance', `${at}&act=confirmReturn`)
    const agreeing = page.getByRole('dialog', { name: /^确认退汇 SK/ })
    await agreeing.getByText('银行先报了退汇，款项在账上已有一笔；确认后只留一笔').waitFor()
    await agreeing.getByRole('button', { name: '确认退汇' }).click()
    await agreeing.waitFor({ state: 'detached' })
    await rowOf(page, remittanceNo).getByText('已作退汇').waitFor()

    // one movement came back, with the number of the slip
    const back = await cast.visit('branch', `/manage/TradeWater?settlementNum=${settlementNum}&direction=IN`)
    await rows(back.page).first().getByText(serial).waitFor()
    expect(await rows(back.page).count()).toBe(1)
    expect(await rows(back.page).first().textContent()).toContain('退汇')
  },
)
