// The journey of money that came back without the order's number: on a phone one points it at the payment it is, another agrees.
import { confirmRemittance, recordRemittance } from '@yunshu/contract/remittance/remittance'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { listTrades } from '@yunshu/contract/trade/trade'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { front, journey, rowOf, useProduct } from './visitor.ts'

useProduct()

journey(
  '[RT-16] money that came is pointed at the payment it is on a phone, and another person agrees: the payment is 已退汇',
  async cast => {
    const [branch, house] = [await senderOf('branch'), await senderOf('platform-finance')]
    const { rows } = await branch(listTrades, { kind: 'FREIGHT', limit: 20 })
    const paid = rows.find(({ mark, taskNo, outgo }) => mark === 'done' && taskNo !== undefined && outgo !== undefined)
    if (paid?.taskNo === undefined || paid.outgo === undefined) throw new Error('the demo paid no freight')
    const { taskNo, outgo: amount, settlementNum = '' } = paid
    const serial = 'BACK20261128'
    const said = { payerName: '银行内部户', payerAccount: '9999000011112222', amount, date: Date.now(), serial }
    const { id, version, remittanceNo } = await branch(recordRemittance, said)
    await house(confirmRemittance, { id, version, expectAmount: amount })

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
