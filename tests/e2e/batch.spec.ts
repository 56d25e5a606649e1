// One act for many sheets: finance approves and pays at once what took 29 times six clicks, and sees what was left undone.
import { chooseBatch } from '@yunshu/contract/batch'
import { getCompany, updateCompanyAccount } from '@yunshu/contract/company/company'
import { listSettleable, type SettleableRow } from '@yunshu/contract/settlement/settleable'
import {
  getSettlement,
  listSettlements,
  makeSettlement,
  rejectSettlement,
  submitSettlement,
} from '@yunshu/contract/settlement/settlement'
import { payToCarrier } from '@yunshu/contract/settlement/sheetLines'
import { listStatements, moveStatement } from '@yunshu/contract/statement/statement'
import { listPaymentTasks } from '@yunshu/contract/settlement/paymentTask'
import type { PaymentTaskKind } from '@yunshu/domain/settlement/paymentTask'
import { printMoney, sumFen } from '@yunshu/domain/figures/money'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { senderOf, type Sender } from './calls.ts'
import { addressOf, front, goInside, heard, journey, message, rowOf, rows, settled, useProduct } from './visitor.ts'

useProduct()

/** Sheets of one waybill each that fits, as drafts. */
async function drafts(maker: Sender, count: number, fits: (row: SettleableRow) => boolean): Promise<string[]> {
  const { rows: waybills } = await maker(listSettleable, { limit: 100 })
  const fit = waybills.filter(row => row.receiptOk && fits(row)).slice(0, count)
  const made = await Promise.all(
    fit.map(async ({ partId }) => (await maker(makeSettlement, { partIds: [partId] })).settlementNum),
  )
  expect(made, 'waybills of the demo that can be settled').toHaveLength(count)
  return made
}

/** Has a draft paid to its carrier, whoever its driver would have paid. */
async function payCarrier(sender: Sender, settlementNum: string): Promise<void> {
  const { version, lines } = await sender(getSettlement, { settlementNum })
  const others = lines.filter(({ isCarrierPaid }) => !isCarrierPaid).map(({ waybillId }) => waybillId)
  if (others.length > 0) await sender(payToCarrier, { settlementNum, version, waybillIds: others })
}

async function submit(sender: Sender, settlementNum: string): Promise<void> {
  const { version } = await sender(getSettlement, { settlementNum })
  await sender(submitSettlement, { settlementNum, version })
}

/** The carrier that gets another account: whoever is paid there is looked at first. */
const moved = '河北顺达运输有限公司'
const isUsual = ({ carrierName }: SettleableRow): boolean => carrierName !== moved

/** The carrier's people write another number into their account. */
async function moveAccount(): Promise<void> {
  const carrier = await senderOf('carrier')
  const { name, accounts } = await carrier(getCompany, {})
  const [account] = accounts
  if (!account) throw new Error('the carrier has no account')
  const { id, version, bank } = account
  await carrier(updateCompanyAccount, {
    id,
    version,
    bank,
    bankCode: '102290000001',
    accountName: name,
    accountNo: '6222020200112233445',
  })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: /^批量/ })

/** Presses buttons and boxes as a person does, and counts. */
function presser(page: Page) {
  let count = 0
  const inList = (role: 'button' | 'checkbox' | 'tab', name: string | RegExp) => front(page).getByRole(role, { name })
  return {
    list: async (role: 'button' | 'checkbox' | 'tab', name: string | RegExp): Promise<void> => {
      count++
      await inList(role, name).click()
    },
    dialog: async (name: string | RegExp): Promise<void> => {
      count++
      await dialog(page)
        .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
        .last()
        .click()
    },
    count: () => count,
  }
}

const isSaid = (page: Page, text: string) => dialog(page).getByText(text, { exact: true }).waitFor()

/** Waits for the inbox of a kind: its first row is in view, whatever came in before and is due later. */
async function firstTask(page: Page, sender: Sender, state: PaymentTaskKind): Promise<void> {
  const { rows: tasks } = await sender(listPaymentTasks, { state, limit: 1 })
  await rowOf(page, tasks[0]?.settlementNum ?? 'no task').waitFor()
}

journey('29 sheets took finance 29 times six clicks: they are approved and paid in at most twelve', async cast => {
  const freight = await senderOf('shipper-freight')
  const finance = await senderOf('shipper-finance')
  await Promise.all((await drafts(freight, 28, () => true)).map(number => submit(freight, number)))
  const { rows: waiting } = await finance(listSettlements, { state: 'submitted', limit: 100 })
  expect(waiting).toHaveLength(29)
  const { page } = await cast.visit('shipper-finance', '/payment/tasks?state=approve')
  await firstTask(page, finance, 'approve')
  const press = presser(page)

  await press.list('checkbox', '选择全部已加载的行')
  await press.list('button', '批量审核通过')
  const sum = printMoney(sumFen(waiting.map(({ due }) => due)))
  await press.dialog(`审核通过 29 单 合计 ${sum} 元`)
  await isSaid(page, '29/29 单已通过')
  expect(await page.locator('.ant-notification-notice').count(), 'one notice for each row').toBe(0)
  await press.dialog('关闭')

  await press.list('tab', /^待支付/)
  await firstTask(page, finance, 'pay')
  const { rows: approved } = await finance(listSettlements, { state: 'approved', limit: 100 })
  await press.list('checkbox', '选择全部已加载的行')
  await press.list('button', '批量支付')
  expect(await dialog(page).getByRole('region', { name: '收款人' }).innerText()).toMatch(/\*\*\*\*\d{4}/)
  await press.dialog(`支付 ${approved.length} 单 合计 ${printMoney(sumFen(approved.map(({ due }) => due)))} 元`)
  const result = `${approved.length}/${approved.length} 单已支付`
  await isSaid(page, result)
  await press.dialog('关闭')
  expect(press.count(), 'clicks').toBeLessThanOrEqual(12)
  for (const { settlementNum } of waiting)
    expect(['paying', 'paid']).toContain((await finance(getSettlement, { settlementNum })).state)

  // another browser, another day: the results are found
  await goInside(page, '/batch/list')
  await rowOf(page, '批量支付').getByText(result).waitFor()
  await rowOf(page, '批量审核通过').getByText('29/29 单已通过').waitFor()
})

journey(
  'a sheet changed meanwhile is skipped, said as such and tried again; one out of the usual is looked at first; nobody approves what they made',
  async cast => {
    const freight = await senderOf('shipper-freight')
    const finance = await senderOf('shipper-finance')
    const [changed = '', same = ''] = await drafts(freight, 2, isUsual)
    const [own = ''] = await drafts(finance, 1, isUsual)
    await moveAccount()
    const [odd = ''] = await drafts(freight, 1, row => !isUsual(row))
    await payCarrier(freight, odd)
    for (const number of [changed, same, odd, own]) await submit(freight, number)

    const { page, expectComplaint } = await cast.visit('shipper-finance', '/settlement/list?state=submitted')
    const press = presser(page)
    await press.list('checkbox', `选择 ${changed}`)
    await press.list('checkbox', `选择 ${same}`)
    // another question drops the choice and says so
    const isSaidOnce = heard(message(page, '条件变了，已取消选择'))
    await goInside(page, '/settlement/list?state=draft')
    await isSaidOnce()
    await goInside(page, '/settlement/list?state=submitted')
    await rowOf(page, changed).waitFor()
    // all of the list's filter, of which one is ticked
    await press.list('checkbox', `选择 ${odd}`)
    await press.list('button', '选择全部 4 条')
    await front(page).getByText('已选全部 4 条').waitFor()
    await press.list('button', '批量审核通过')

    const start = dialog(page).getByRole('button', { name: /^审核通过 \d+ 单/ })
    await expect.poll(() => start.textContent()).toMatch(/^审核通过 2 单 /)
    const leftOut = dialog(page).getByRole('region', { name: '不办理' }).getByRole('listitem')
    await leftOut.filter({ hasText: own }).getByText('跳过', { exact: true }).waitFor()
    const box = dialog(page).getByRole('checkbox', { name: `已核对 ${odd}` })
    expect(await box.isDisabled(), 'nobody ticks what they have not looked at').toBe(true)
    await dialog(page)
      .getByRole('button', { name: new RegExp(`${odd}.*核对$`) })
      .click()
    await dialog(page).getByText('新收款账户，请核对收款人和金额。').waitFor()
    await box.check()
    await expect.poll(() => start.textContent()).toMatch(/^审核通过 3 单 /)
    // finance sends one back and the clerk submits it again, while the dialog stands: it is not the sheet that was seen
    const { version } = await finance(getSettlement, { settlementNum: changed })
    await finance(rejectSettlement, { settlementNum: changed, version, reason: '重做' })
    await submit(freight, changed)
    await start.click()
    await dialog(page).getByText('所选记录刚刚有变化，请重新核对').waitFor()
    await expect.poll(() => start.textContent()).toMatch(/^审核通过 2 单 /)
    // and once more, unseen: now the choice is started as it was confirmed, and this row is skipped
    const again = await finance(getSettlement, { settlementNum: changed })
    await finance(rejectSettlement, { settlementNum: changed, version: again.version, reason: '再改' })
    await submit(freight, changed)
    await start.click()
    await isSaid(page, '1/4 单已通过，3 单未办理')
    const results = dialog(page).getByRole('list', { name: '逐条结果' })
    await results.getByRole('listitem').filter({ hasText: changed }).getByText('已变化').waitFor()
    await results.getByRole('listitem').filter({ hasText: odd }).getByText('须逐张核对').waitFor()
    await dialog(page).getByRole('link', { name: '查看批量任务' }).click()

    await rowOf(page, '批量审核通过').getByText('1/4 单已通过，3 单未办理').waitFor()
    await rows(page).first().getByRole('link').first().click()
    await settled(page)
    expect(addressOf(page)).toMatch(/^\/batch\/details\//)
    await front(page).getByRole('button', { name: '重试未办理的 3 单' }).click()
    await expect.poll(() => start.textContent()).toMatch(/^审核通过 1 单 /)
    // another choice of the same person takes the place of this one: it is made anew
    const { id } = await finance(getSettlement, { settlementNum: changed })
    await finance(chooseBatch, { act: 'approve', ids: [id] })
    expectComplaint(/404/)
    await start.click()
    await dialog(page).getByRole('alert').getByRole('button', { name: '重新选择' }).click()
    await expect.poll(() => start.textContent()).toMatch(/^审核通过 1 单 /)
    await start.click()
    await isSaid(page, '1/3 单已通过，2 单未办理')
    expect((await finance(getSettlement, { settlementNum: changed })).state).toBe('approved')
    expect((await finance(getSettlement, { settlementNum: odd })).state).toBe('submitted')
  },
)

journey(
  'statements of all shippers of a month are made in one press, those that have theirs are left out and say why',
  async cast => {
    // of the demo's last month every shipper has one: some are taken back
    const finance = await senderOf('platform-finance')
    const { rows: made } = await finance(listStatements, { limit: 100 })
    const free = made.filter(({ moves }) => moves.includes('withdraw')).slice(0, 3)
    expect(free).toHaveLength(3)
    for (const { id, version } of free)
      await finance(moveStatement, { id, version, move: 'withdraw', reason: '补记后重做' })

    const { page } = await cast.visit('platform-finance', '/money/statements?state=draft')
    const askAll = async (): Promise<void> => {
      await front(page).getByRole('button', { name: '生成全部' }).click()
      const asking = page.getByRole('dialog', { name: '生成全部货主的对账单' })
      await asking.getByRole('button', { name: '下一步' }).click()
      await asking.waitFor({ state: 'detached' })
    }
    await askAll()
    const left = dialog(page).getByRole('region', { name: '不办理' })
    await left.getByText(/DZ\d+/).first().waitFor()
    // the three, and branches of a shipper that have none of that month yet
    const make = dialog(page).getByRole('button', { name: /^生成对账单 \d+ 单$/ })
    const asked = Number(/\d+/.exec((await make.textContent()) ?? '')?.[0])
    expect(asked).toBeGreaterThanOrEqual(free.length)
    await make.click()
    await dialog(page)
      .getByText(new RegExp(`^${asked}/\\d+ 单已生成`))
      .waitFor()
    await dialog(page).getByRole('button', { name: '关闭', exact: true }).last().click()
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => rowOf(page, '待发送').count()).toBeGreaterThanOrEqual(3)
    // a second time nobody is left
    await askAll()
    await message(page, /都不能生成对账单/).waitFor()
  },
)
