// The carrier's own account over HTTP: looked at again by every way out, a day old before money follows it.
import { addCompanyAccount, getCompany, setDefaultAccount } from '@yunshu/contract/company/company'
import { getSettlement, paySettlement, submitSettlement } from '@yunshu/contract/settlement/settlement'
import { askChangePayee, askRemoveLines, confirmChange } from '@yunshu/contract/settlement/sheetLines'
import { accountRestMs } from '@yunshu/domain/company/company'
import { fen } from '@yunshu/domain/figures/money'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoCompanyId } from '../../../demo/people.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  drift,
  openFunds,
  payTo,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let people: People
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  await openFunds(server)
})
afterAll(() => server.stop())

type Set = Partial<{ removed_at: number | null; is_default: boolean; payable_at: number }>
const setAccounts = (company: string, set: Set) =>
  server.db(tx => tx.run(q.updateTable('company_accounts').set(set).where('company_id', '=', demoCompanyId(company))))
const setState = (company: string, state: string) =>
  server.db(tx => tx.run(q.updateTable('companies').set({ state }).where('id', '=', demoCompanyId(company))))
const read = (settlementNum: string) => people.finance.send(getSettlement, { settlementNum })
async function pay(settlementNum: string) {
  const { version, due } = await read(settlementNum)
  const input = { settlementNum, version, expectDue: due, channel: 'SIM' } as const
  return (await people.finance.ask(paySettlement, input)).envelope
}
const ended = (settlementNum: string) => sheetWhen(people.finance, settlementNum, ({ state }) => state !== 'paying')
async function assertSound(): Promise<void> {
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
}
const bank = { bank: '中国银行武汉分行', bankCode: '104521000013' }

test('an account the carrier took off after the approval is not paid: the line is named, and another account is agreed on by two', async () => {
  await payTo(server, 'carrier', '6222020000000066')
  const waybill = await signedWaybill(server)
  const { settlementNum } = await sheetOf(people, [waybill.id], 'approved')
  await setAccounts('carrier', { removed_at: Date.now(), is_default: false })
  expect(await pay(settlementNum)).toMatchObject({ code: 1714 })
  const { message } = await pay(settlementNum)
  expect(message).toContain(`运单${waybill.waybillNo}的收款人`)
  expect(message).toContain('承运商已不再使用账户')
  expect((await read(settlementNum)).state).toBe('approved')

  const carrier = await server.login('carrier')
  const { name: accountName } = await carrier.send(getCompany, {})
  await carrier.send(addCompanyAccount, { ...bank, accountName, accountNo: '6222020000000077' })
  const { version, lines, due } = await read(settlementNum)
  const partIds = lines.map(line => line.partId)
  const asked = await people.maker.send(askChangePayee, { settlementNum, version, partIds, reason: '原账户已停用' })
  await people.finance.send(confirmChange, { settlementNum, version: asked.version, expectDue: due })
  // the new one stands for less than a day
  const from = (await carrier.send(getCompany, {})).accounts[0]?.payableAt ?? 0
  expect(from).toBeGreaterThan(Date.now() + accountRestMs - 60_000)
  const rest = await pay(settlementNum)
  expect(rest.code).toBe(1714)
  expect(rest.message).toContain(`不满 24 小时，${formatDateTime(from)} 起可付`)
  await setAccounts('carrier', { payable_at: Date.now() })
  expect((await pay(settlementNum)).code).toBe(0)
  const paid = await ended(settlementNum)
  expect([paid.state, paid.payments.map(({ account }) => account.slice(-4))]).toEqual(['paid', ['0077']])
  await assertSound()
})

test('a carrier that is suspended is neither submitted nor paid, and is paid when it is served again', async () => {
  const [first, second] = [await signedWaybill(server), await signedWaybill(server)]
  const { settlementNum } = await sheetOf(people, [first.id], 'approved')
  const draft = await sheetOf(people, [second.id], 'draft')
  await setState('carrier', 'suspended')
  const refused = await pay(settlementNum)
  expect([refused.code, refused.message.includes(first.waybillNo), refused.message.includes('承运商已停用')]).toEqual([
    1714,
    true,
    true,
  ])
  const submitting = { settlementNum: draft.settlementNum, version: draft.version }
  expect((await people.maker.ask(submitSettlement, submitting)).envelope.message).toContain('承运商已停用')
  await setState('carrier', 'active')
  expect((await pay(settlementNum)).code).toBe(0)
  expect((await ended(settlementNum)).state).toBe('paid')
  await people.maker.send(submitSettlement, submitting)
  await assertSound()
})

test('a sheet of several lines goes on without the one that cannot be paid, taken off by two; nothing is stuck', async () => {
  await payTo(server, 'carrier', '6222020000000066')
  const [one, two] = [await signedWaybill(server), await signedWaybill(server)]
  const { settlementNum, lines, version } = await sheetOf(people, [one.id, two.id], 'approved')
  await setAccounts('carrier', { payable_at: Date.now() + accountRestMs })
  expect((await pay(settlementNum)).code).toBe(1714)
  const [line] = lines
  const asked = await people.maker.send(askRemoveLines, {
    settlementNum,
    version,
    partIds: [line?.partId ?? ''],
    reason: '账户待生效',
  })
  const { change } = await read(settlementNum)
  await people.finance.send(confirmChange, {
    settlementNum,
    version: asked.version,
    expectDue: change?.due ?? fen(0),
  })
  expect((await pay(settlementNum)).code).toBe(1714)
  await setAccounts('carrier', { payable_at: 0 })
  expect((await pay(settlementNum)).code).toBe(0)
  expect((await ended(settlementNum)).state).toBe('paid')
  await assertSound()
})

test('an account that was there before is made the default one and paid at once', async () => {
  const carrier = await server.login('carrier8')
  const { name: accountName } = await carrier.send(getCompany, {})
  const added = await carrier.send(addCompanyAccount, { ...bank, accountName, accountNo: '6222020000000088' })
  await setAccounts('carrier8', { payable_at: Date.now() })
  await carrier.send(setDefaultAccount, { id: added.id, version: added.version })
  const waybill = await signedWaybill(server, { carrier: 'carrier8' })
  const { settlementNum } = await sheetOf(people, [waybill.id], 'approved')
  expect((await pay(settlementNum)).code).toBe(0)
  const paid = await ended(settlementNum)
  expect([paid.state, paid.payments.map(({ account }) => account.slice(-4))]).toEqual(['paid', ['0088']])
  await assertSound()
})
