// Deposits by two people of the house: entered and booked, asked back and agreed to, sent under the bank's number.
import { getCompany, removeCompanyAccount } from '@yunshu/contract/company/company'
import { getDeposit, confirmDeposit, listDepositCarriers, recordDeposit } from '@yunshu/contract/deposit/deposit'
import { askDepositBack, getDepositWays } from '@yunshu/contract/deposit/depositBack'
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import { fen } from '@yunshu/domain/figures/money'
import { expect } from 'vitest'
import { senderOf } from './calls.ts'
import { startCopy } from './seed.ts'
import { actOn, front, journey, pointedAt, rowOf, useProduct } from './visitor.ts'

useProduct(startCopy)

journey(
  'a deposit is entered by one and booked by another, goes back when the second agrees and the first sends it, and its carrier reads it',
  async cast => {
    const { page } = await cast.visit('branch', '/money/deposits')
    await front(page).getByRole('button', { name: '登记押金' }).click()
    const form = page.getByRole('dialog', { name: '登记押金' })
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.getByText('请填写银行流水号').waitFor()
    await form.getByLabel('承运商', { exact: true }).fill('顺达')
    await page.getByTitle('河北顺达运输有限公司').last().click()
    await form.getByLabel('用途', { exact: true }).click()
    await page.getByTitle('油卡', { exact: true }).last().click()
    await form.getByLabel('金额', { exact: true }).fill('600')
    await form.getByLabel('银行流水号', { exact: true }).fill('YJ20261128A')
    await form.getByRole('button', { name: '提交复核' }).click()
    await form.waitFor({ state: 'detached' })
    const own = await pointedAt(rowOf(page, 'YJ20261128A'))
    expect(await own.getByRole('button', { name: '确认入账' }).count(), 'nobody agrees with their own').toBe(0)

    const admin = await cast.visit('admin', '/money/deposits?state=recorded')
    await actOn(rowOf(admin.page, 'YJ20261128A'), '确认入账')
    const judging = admin.page.getByRole('dialog', { name: /^确认入账 YJ/ })
    await judging.getByText('600.00').waitFor()
    await judging.getByRole('button', { name: '确认入账' }).click()
    await judging.waitFor({ state: 'detached' })

    await rowOf(page, 'YJ20261128A').getByText('在押').waitFor()
    await actOn(rowOf(page, 'YJ20261128A'), '申请退还')
    const asking = page.getByRole('dialog', { name: /^申请退还 YJ/ })
    await asking.getByLabel('金额', { exact: true }).fill('250')
    await asking.getByLabel('收款账户', { exact: true }).click()
    await page
      .getByTitle(/河北顺达运输有限公司 \*/)
      .last()
      .click()
    await asking.getByLabel('原因', { exact: true }).fill('交回一张副卡')
    await asking.getByRole('button', { name: '提交申请' }).click()
    await asking.waitFor({ state: 'detached' })

    await admin.page.goto(new URL('/money/depositBacks?state=asked', admin.page.url()).href)
    await actOn(rowOf(admin.page, '250.00'), '同意退还')
    const agreeing = admin.page.getByRole('dialog', { name: /^同意退还 TY/ })
    await agreeing.getByText('250.00').waitFor()
    await agreeing.getByRole('button', { name: '同意退还' }).click()
    await agreeing.waitFor({ state: 'detached' })
    await admin.page.goto(new URL('/money/depositBacks?state=approved', admin.page.url()).href)
    const agreed = await pointedAt(rowOf(admin.page, '250.00'))
    expect(await agreed.getByRole('button', { name: '确认已退款' }).count(), 'who agreed does not send').toBe(0)

    const finance = await cast.visit('platform-finance', '/money/depositBacks?state=approved')
    await actOn(rowOf(finance.page, '250.00'), '确认已退款')
    const sending = finance.page.getByRole('dialog', { name: /^确认已退款 TY/ })
    await sending.getByLabel('退款的银行流水号').fill('TY20261128A')
    await sending.getByRole('button', { name: '确认已退款' }).click()
    await sending.waitFor({ state: 'detached' })

    const carrier = await cast.visit('carrier-finance', '/money/deposits?state=standing')
    const read = rowOf(carrier.page, 'YJ20261128A')
    await read.getByText('350.00').waitFor()
    expect(await (await pointedAt(read)).getByRole('button', { name: '申请退还' }).count()).toBe(0)
  },
)

journey(
  'of money asked back for an account that is gone the list and the dialogs say so, and what was sent is booked; where the house asks for the second factor the dialog says that it is missing',
  async cast => {
    const [branch, admin, carrier] = [await senderOf('branch'), await senderOf('admin'), await senderOf('carrier')]
    const { rows: carriers } = await branch(listDepositCarriers, { text: '顺达' })
    const money = { purpose: 'DEVICE', means: 'BANK', amount: fen(88_800), date: Date.now() } as const
    const said = { ...money, carrierId: carriers[0]?.id ?? '', serial: 'YJ20261128B' }
    const made = await branch(recordDeposit, said)
    await admin(confirmDeposit, { id: made.id, version: 1, move: 'confirm', expectAmount: said.amount })
    const { accounts } = await branch(getDepositWays, { id: made.id })
    const asking = {
      depositId: made.id,
      kind: 'RETURN',
      amount: said.amount,
      accountId: accounts[0]?.id ?? '',
    } as const
    await branch(askDepositBack, { ...asking, reason: '设备已交还' })

    const boss = await cast.visit('admin', '/money/depositBacks?state=asked')
    await actOn(rowOf(boss.page, '888.00'), '同意退还')
    const agreeing = boss.page.getByRole('dialog', { name: /^同意退还 TY/ })
    const { version, inForce } = await admin(getPolicies, {})
    const { noSelfApproval: _fixed, ...decisions } = inForce
    await admin(setPolicies, { version, decisions: { ...decisions, factorForMoney: true } })
    await agreeing.getByRole('button', { name: '同意退还' }).click()
    await agreeing.getByText('请先启用动态验证码并重新登录').waitFor()
    await admin(setPolicies, { version: version + 1, decisions: { ...decisions, factorForMoney: false } })
    await agreeing.getByRole('button', { name: '同意退还' }).click()
    await agreeing.waitFor({ state: 'detached' })

    const gone = (await carrier(getCompany, {})).accounts.find(({ id }) => id === asking.accountId)
    await carrier(removeCompanyAccount, { id: asking.accountId, version: gone?.version ?? 0 })
    const finance = await cast.visit('platform-finance', '/money/depositBacks?state=approved')
    await rowOf(finance.page, '888.00').getByText('账户已变更').waitFor()
    await actOn(rowOf(finance.page, '888.00'), '确认已退款')
    const sending = finance.page.getByRole('dialog', { name: /^确认已退款 TY/ })
    await sending.getByText('钱还没有退的，请不要退').waitFor()
    await sending.getByText('账户已变更').waitFor()
    await sending.getByLabel('退款的银行流水号').fill('TY20261128B')
    await sending.getByRole('button', { name: '确认已退款' }).click()
    await sending.waitFor({ state: 'detached' })
    expect((await branch(getDeposit, { id: made.id })).state).toBe('ended')
  },
)
