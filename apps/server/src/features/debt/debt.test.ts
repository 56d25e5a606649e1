// The ledger of debts over HTTP: paid by money that came, given up by two people, paid in instalments; each agrees with 1221.
import {
  ageDebts,
  chaseDebt,
  confirmDebtWriteOff,
  countDebts,
  getDebt,
  getDebtLetter,
  listDebts,
  moveDebt,
  planDebt,
  type DebtRow,
} from '@yunshu/contract/debt/debt'
import {
  claimRemittance,
  confirmRemittance,
  listRemittances,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { paySettlement, type SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { listToday } from '@yunshu/contract/today'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import {
  balances,
  drift,
  sheetOf,
  sheetWhen,
  signedWaybill,
  type People,
  type SignedOptions,
} from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { tellOfDebts } from './debt.jobs.ts'

let server: TestServer
let people: People
let carrier: Client
let carrier7: Client
let house: { finance: Client; branch: Client; admin: Client }
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  ;[carrier, carrier7] = await Promise.all([server.login('carrier-finance'), server.login('carrier7')])
  const [finance, branch, admin] = await Promise.all([
    server.login('platform-finance'),
    server.login('branch'),
    server.login('admin'),
  ])
  house = { finance, branch, admin }
})
afterAll(() => server.stop())

/** 500.00 of freight, 620.00 deducted: 120.00 owed. */
const worthLess: SignedOptions = { payable: 50_000, deducted: 62_000, oil: 0 }
const plain: SignedOptions = { payable: 950_000, deducted: 0, oil: 0 }

async function paid(sheet: SettlementDetail): Promise<SettlementDetail> {
  const { settlementNum, version, due } = sheet
  await people.finance.send(paySettlement, { settlementNum, version, expectDue: due, channel: 'SIM' })
  return sheetWhen(people.maker, settlementNum, ({ state }) => state !== 'paying')
}
const approved = async (options: SignedOptions): Promise<SettlementDetail> =>
  sheetOf(people, [(await signedWaybill(server, options)).id], 'approved')
/** The part of 1221 a carrier stands on, fen. */
const owesBy = async (name: string): Promise<number> =>
  (
    await server.db(tx =>
      tx.one(
        sql<{ n: number }>`select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from journal_lines
          where account in ('1221.01', '1221.02') and party_id = ${demoCompanyId(name)}::uuid`.compile(q),
      ),
    )
  ).n

/** A debt of 120.00 that no sheet has taken, with a carrier of its own. */
async function owed(carrierName: string): Promise<DebtRow> {
  const sheet = await paid(await approved({ ...worthLess, carrier: carrierName }))
  const [debt] = (await house.finance.send(listDebts, { text: sheet.settlementNum })).rows
  if (debt === undefined) throw new Error('no debt')
  return debt
}
let serials = 0
async function arrived(amount: number): Promise<{ id: string; version: number; expectAmount: Fen }> {
  const slip = {
    payerName: '某承运公司',
    payerAccount: '6222020099990009',
    amount: fen(amount),
    date: Date.now(),
    serial: `QK${String((serials += 1))}`,
  }
  const { id, version } = await house.branch.send(recordRemittance, slip, withSlip())
  const confirmed = await house.finance.send(confirmRemittance, { id, version, expectAmount: fen(amount) })
  return { id, version: confirmed.version, expectAmount: fen(amount) }
}
const debtOf = (client: Client, { id }: { id: string }) => client.send(getDebt, { id })
const lossOf = async (): Promise<number> => (await balances(server))['6702'] ?? 0

test('a debt is paid by money that came: in part, then the rest; more than is owed is refused, and a claim goes back', async () => {
  const debt = await owed('carrier5')
  expect(debt).toMatchObject({ stage: 'open', origin: 'SHEET', amount: 12_000, open: 12_000, offset: 0, age: 0 })
  expect((await debtOf(house.finance, debt)).log.map(({ action }) => action)).toEqual(['发生欠款'])
  const some = await arrived(5_000)
  await house.finance.send(claimRemittance, { ...some, debtId: debt.id })
  expect(await debtOf(house.finance, debt)).toMatchObject({
    stage: 'partly',
    collected: 5_000,
    open: 7_000,
    payments: [{ amount: 5_000, isUndone: false }],
  })
  expect(await owesBy('carrier5')).toBe(7_000)
  const much = await arrived(7_001)
  const refused = await house.finance.ask(claimRemittance, { ...much, debtId: debt.id })
  expect(refused.envelope.message).toBe('来款 70.01 元多于该承运商在本分公司的待收欠款 70.00 元')
  // the part of it that is owed is taken, and the rest is nobody's still
  const inPart = await house.finance.send(claimRemittance, { ...much, amount: fen(7_000), debtId: debt.id })
  expect((await debtOf(house.finance, debt)).open).toBe(0)
  expect((await house.finance.send(listRemittances, { ids: [much.id] })).rows).toMatchObject([
    { state: 'unclaimed', claimed: 7_000, rest: 1, debtorName: debt.carrierName },
  ])
  expect([await drift(server), await moneyFaults(server)]).toEqual([[], []])
  await house.finance.send(moveRemittance, { ...inPart, move: 'unclaim', reason: '认错了' })
  // sixteen claims of the whole rest at once: one pays it
  const many = []
  for (let n = 0; n < 16; n++) many.push(await arrived(7_000))
  const codes = await Promise.all(
    many.map(async each => (await house.finance.ask(claimRemittance, { ...each, debtId: debt.id })).envelope.code),
  )
  expect(codes.filter(code => code === 0)).toHaveLength(1)
  expect(await debtOf(house.finance, debt)).toMatchObject({ stage: 'collected', collected: 12_000, open: 0 })
  expect(await owesBy('carrier5')).toBe(0)
  const paidBy = many[codes.indexOf(0)]
  const { version = 0 } = (await house.finance.send(listRemittances, { ids: [paidBy?.id ?? ''] })).rows[0] ?? {}
  await house.finance.send(moveRemittance, { id: paidBy?.id ?? '', version, move: 'unclaim', reason: '认错了' })
  expect(await debtOf(house.finance, debt)).toMatchObject({ stage: 'partly', collected: 5_000, open: 7_000 })
  // the next sheet takes what is left, and then the money that paid the rest stays
  const next = await sheetOf(people, [(await signedWaybill(server, { ...plain, carrier: 'carrier5' })).id], 'approved')
  expect(next).toMatchObject({ carriedIn: 7_000, carried: [{ amount: 7_000 }] })
  const first = (await house.finance.send(listRemittances, { ids: [some.id] })).rows[0]
  const held = await house.finance.ask(moveRemittance, {
    id: some.id,
    version: first?.version ?? 0,
    move: 'unclaim',
    reason: '认错了',
  })
  expect(held.envelope.message).toContain(`已在结算单${next.settlementNum}中抵扣`)
  expect(await debtOf(house.finance, debt)).toMatchObject({ stage: 'taking', takenBy: next.settlementNum })
  await paid(next)
  expect(await debtOf(house.finance, debt)).toMatchObject({ stage: 'offset', offset: 7_000, open: 0 })
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
})

test('two people give a debt up: who asked does not confirm, it is held meanwhile, and it leaves the books as a loss', async () => {
  const before = await lossOf()
  const debt = await owed('carrier6')
  const ask = { id: debt.id, version: debt.version, move: 'askWriteOff' as const }
  expect((await house.finance.ask(moveDebt, ask)).http).toBe(400)
  for (const client of [people.finance, carrier])
    expect((await client.ask(moveDebt, { ...ask, reason: '核销' })).envelope.code).not.toBe(0)
  const asked = await house.finance.send(moveDebt, { ...ask, reason: '承运商已注销' })
  const seen = { id: debt.id, version: asked.version }
  expect((await debtOf(house.finance, debt)).moves).toEqual(['withdrawWriteOff'])
  expect((await debtOf(house.admin, debt)).moves).toEqual(['confirmWriteOff', 'refuseWriteOff'])
  // held: no sheet takes it, no money pays it
  const next = await sheetOf(people, [(await signedWaybill(server, { ...plain, carrier: 'carrier6' })).id], 'draft')
  expect(next.carriedIn).toBe(0)
  const money = await arrived(12_000)
  const another = await owed('carrier6')
  const claimed = async (debtId: string, one = money) =>
    (await house.finance.ask(claimRemittance, { ...one, debtId })).envelope
  expect(await claimed(debt.id)).toMatchObject({
    code: 3524,
    message: `欠款${debt.debtNo}核销待确认，请先办结后再操作`,
  })
  const wrong = await house.admin.ask(confirmDebtWriteOff, { ...seen, expectAmount: fen(1) })
  expect([wrong.http, wrong.envelope.message]).toEqual([409, `欠款${debt.debtNo}余额已变为 120.00 元，请核对后再办理`])
  expect((await house.finance.ask(confirmDebtWriteOff, { ...seen, expectAmount: fen(12_000) })).http).toBe(403)
  const refused = await house.admin.send(moveDebt, { ...seen, move: 'refuseWriteOff', reason: '再催一次' })
  const again = await house.finance.send(moveDebt, { ...ask, version: refused.version, reason: '承运商已注销' })
  const both = await Promise.all(
    [1, 2].map(() =>
      house.admin.ask(confirmDebtWriteOff, { id: debt.id, version: again.version, expectAmount: fen(12_000) }),
    ),
  )
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const done = await debtOf(house.admin, debt)
  expect(done).toMatchObject({ stage: 'written', writtenOff: 12_000, open: 0, moves: [], asker: '秦海涛' })
  expect(done.vouchers).toHaveLength(1)
  expect((await lossOf()) - before).toBe(12_000)
  expect(await owesBy('carrier6')).toBe(12_000)
  // money is for the debt that was asked for, or for none
  expect((await claimed(debt.id)).message).toBe(`欠款${debt.debtNo}已核销，请选择其他欠款`)
  await sheetOf(people, [(await signedWaybill(server, { ...plain, carrier: 'carrier6' })).id], 'approved')
  const { takenBy } = await debtOf(house.finance, another)
  await owed('carrier6')
  expect(await claimed(another.id, await arrived(100))).toMatchObject({
    code: 3524,
    message: `欠款${another.debtNo}已在结算单${takenBy ?? ''}中抵扣，请先办结后再操作`,
  })
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
})

test('a plan is the whole debt in days that follow each other; what was collected pays the first ones', async () => {
  const debt = await owed('carrier7')
  const day = 86_400_000
  const wish = (instalments: { dueAt: number; amount: Fen }[]) => ({
    id: debt.id,
    version: debt.version,
    instalments,
  })
  const plan = [1, 2].map(n => ({ dueAt: Date.now() + n * 30 * day, amount: fen(6_000) }))
  for (const [instalments, why] of [
    [plan.slice(1), '各期合计应为欠款金额 120.00 元'],
    [plan.toReversed(), '到期日应逐期推后'],
    [[{ dueAt: Date.now() - 2 * day, amount: fen(12_000) }], '到期日不能早于今天'],
    [[...plan, { dueAt: Date.now() + 99 * day, amount: fen(0) }], '每期金额应大于 0'],
    [[{ dueAt: Date.now() + 4000 * day, amount: fen(12_000) }], '到期日不能晚于三年后'],
  ] as const) {
    const { http: status, envelope } = await house.finance.ask(planDebt, wish([...instalments]))
    expect([status, JSON.stringify(envelope)]).toEqual([400, expect.stringContaining(why)])
  }
  await house.finance.send(planDebt, wish(plan))
  expect((await house.finance.ask(planDebt, wish(plan))).http).toBe(409)
  await house.finance.send(claimRemittance, { ...(await arrived(7_000)), debtId: debt.id })
  expect((await debtOf(carrier7, debt)).instalments).toMatchObject([{ paid: 6_000 }, { paid: 1_000, isLate: false }])
  const letter = await house.finance.send(getDebtLetter, { id: debt.id })
  expect(letter).toMatchObject({ open: 5_000, openInWords: '人民币伍拾元整', rows: [{ debtNo: debt.debtNo }] })
  const ages = await house.finance.send(ageDebts, { text: debt.debtNo })
  expect(ages).toMatchObject({ rows: [{ d30: 5_000, d60: 0, older: 0, total: 5_000 }], sums: { total: 5_000 } })
  expect((await house.finance.send(countDebts, { part: 'sums', ids: [debt.id] })).sums).toMatchObject({ open: 5_000 })
  // another carrier's debt is none
  expect((await carrier.ask(getDebt, { id: debt.id })).http).toBe(404)
  expect((await carrier.send(listDebts, { ids: [debt.id] })).rows).toEqual([])
})

test('a debt that differs from 1221 is found, and so is money on one that no claim explains', async () => {
  const debt = await owed('carrier8')
  const plant = (text: string) => server.db(tx => tx.run(sql`${sql.raw(text)}`.compile(q)))
  await plant(`update debts set collected_fen = 1 where id = '${debt.id}'`)
  expect(await moneyFaults(server)).toEqual([`debts of ${demoCompanyId('carrier8')}`, `money on debt ${debt.debtNo}`])
  await plant(`update debts set collected_fen = 0 where id = '${debt.id}'`)
  expect(await moneyFaults(server)).toEqual([])
})

test('a claim is not taken back while a sheet takes what is left of its debt: who comes second sees the sheet', async () => {
  const debt = await owed('carrier5')
  const money = await arrived(2_000)
  const claimed = await house.finance.send(claimRemittance, { ...money, debtId: debt.id })
  const taker = await approved({ ...plain, carrier: 'carrier5', oil: 0 }).then(({ settlementNum }) => settlementNum)
  const taken = await debtOf(house.finance, debt)
  expect(taken.takenBy).toBe(taker)
  // the same moment again: the sheet has the row, and is not done
  const of = sql`select taken_by as sheet from debts where id = ${debt.id}::uuid`
  const { sheet } = await server.db(tx => tx.one<{ sheet: string }>(sql<{ sheet: string }>`${of}`.compile(q)))
  await server.db(tx => tx.run(sql`update debts set taken_by = null where id = ${debt.id}::uuid`.compile(q)))
  let answer: ReturnType<Client['ask']> | undefined
  await server.db(async tx => {
    await tx.run(sql`update debts set taken_by = ${sheet}::uuid where id = ${debt.id}::uuid`.compile(q))
    answer = house.finance.ask(moveRemittance, {
      id: money.id,
      version: claimed.version,
      move: 'unclaim',
      reason: '认错了',
    })
    await until(async () => {
      const waits = sql<{
        n: number
      }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'
        and datname = current_database()`
      return (await server.db(other => other.one(waits.compile(q)))).n > 0
    }, 'the claim waits for the debt')
  })
  const said = await answer
  expect(said?.envelope).toMatchObject({ code: 3524, message: expect.stringContaining(taker) })
  expect(await drift(server)).toEqual([])
  expect(await moneyFaults(server)).toEqual([])
})

test('a debt that stands is told of after 7, 30 and 60 days, once each, and waits in 今日 until somebody has asked its carrier', async () => {
  const tell = () => tellOfDebts(server.server.deps)
  await tell()
  const debt = await owed('carrier4')
  const aged = (days: number) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable('debts')
          .set({ created_at: Date.now() - days * DAY_MS - 60_000 })
          .where('id', '=', debt.id),
      ),
    )
  const told = async (): Promise<string[]> => {
    await server.relayed()
    const rows = await server.db(tx =>
      tx.rows(
        q
          .selectFrom('messages as m')
          .innerJoin('users as u', 'u.id', 'm.user_id')
          .select(['u.account', 'm.content'])
          .where('m.content', 'like', '%欠款已满%')
          .where('u.account', 'in', ['platform-finance', 'branch', 'branch2', 'carrier4', 'carrier7'])
          .orderBy('u.account'),
      ),
    )
    await server.db(tx => tx.run(q.deleteFrom('messages').where('content', 'like', '%欠款已满%')))
    return rows.map(
      ({ account, content }) =>
        `${account}：${content.replace(debt.carrierName, '承运商').replace(debt.branchName, '分公司')}`,
    )
  }
  await told()
  const waits = async (client: Client) =>
    (await client.send(listToday, {})).items.filter(({ kind, id }) => kind === 'chaseDebt' && id === debt.id).length
  const row = async () => (await house.finance.send(listDebts, { ids: [debt.id] })).rows[0]
  await aged(6)
  expect([await tell(), await told(), await waits(house.finance)]).toEqual([0, [], 0])
  await aged(7)
  // two servers at once tell of it once
  expect((await Promise.all([tell(), tell()])).toSorted()).toEqual([0, 1])
  expect(await told()).toEqual([
    'branch：承运商有 1 笔欠款已满 7 天未还，共 120.00 元，请催收',
    'carrier4：贵公司在分公司有 1 笔欠款已满 7 天未还，共 120.00 元，请尽快归还，或与对方约定分期',
    'platform-finance：承运商有 1 笔欠款已满 7 天未还，共 120.00 元，请催收',
  ])
  expect([await tell(), (await row())?.chaseDue, await waits(house.finance), await waits(house.branch)]).toEqual([
    0, 7, 1, 1,
  ])
  expect(await waits(await server.login('branch2'))).toBe(0)
  const seen = { id: debt.id, version: debt.version }
  expect((await carrier.ask(chaseDebt, { ...seen, chased: '自己催自己' })).http).toBe(403)
  const asked = await Promise.all([
    house.branch.ask(chaseDebt, { ...seen, chased: '电话已催，对方月底还' }),
    house.finance.ask(chaseDebt, { ...seen, chased: '电话已催，对方月底还' }),
  ])
  expect(new Set(asked.map(({ envelope }) => envelope.code))).toEqual(new Set([0, 4090]))
  expect([(await row())?.chaseDue, await waits(house.finance)]).toEqual([undefined, 0])
  expect((await debtOf(house.finance, debt)).log[0]).toMatchObject({ action: '催收', remark: '电话已催，对方月底还' })
  // one found late is told at the step it has reached; after the last there is none
  await aged(90)
  expect([await tell(), (await told()).length, (await row())?.chaseDue, await waits(house.branch)]).toEqual([
    1, 3, 60, 1,
  ])
  expect(await tell()).toBe(0)
  // a carrier that keeps to its plan is not asked
  const other = await owed('carrier4')
  const plan = {
    id: other.id,
    version: other.version,
    instalments: [{ dueAt: Date.now() + 9 * DAY_MS, amount: other.amount }],
  }
  await house.finance.send(planDebt, plan)
  const later = q
    .updateTable('debts')
    .set({ created_at: Date.now() - 31 * DAY_MS })
    .where('id', '=', other.id)
  await server.db(tx => tx.run(later))
  expect(await tell()).toBe(0)
})
