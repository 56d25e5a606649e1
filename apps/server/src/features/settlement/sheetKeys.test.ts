// Sheets asked for again, at once or by the wrong company, and urged: one effect each, and lists that keep to their own.
import type { Input } from '@yunshu/contract/call'
import {
  approveSettlement,
  askVoid,
  countSettlements,
  getSettlement,
  listSettlements,
  makeSettlement,
  submitSettlement,
  withdrawVoid,
} from '@yunshu/contract/settlement/settlement'
import { actFor, stopActing } from '@yunshu/contract/session/acting'
import { urgeSettlement } from '@yunshu/contract/settlement/urge'
import { problems } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { q } from '../../db/tx.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import {
  balances,
  messagesAbout,
  sheetOf,
  signedWaybill,
  type People,
} from '../../../../../tests/server/settlementWorld.ts'
import { untilServed } from '../../../../../tests/server/untilServed.ts'

let server: TestServer
let people: People
let stranger: Client
beforeAll(async () => {
  server = await startTestServer()
  people = { maker: await server.login('shipper-freight'), finance: await server.login('shipper-finance') }
  stranger = await server.login('shipper2-finance')
})
afterAll(async () => {
  await server.stop()
})

test('an answer repeated under its key is the same and posts nothing more', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'submitted')
  const approve = () =>
    people.finance.ask(
      approveSettlement,
      { settlementNum: sheet.settlementNum, version: sheet.version, expectDue: sheet.due },
      { key: `approve ${sheet.id}` },
    )
  const first = await approve()
  const books = await balances(server)
  const second = await approve()
  expect([first.envelope.code, second.envelope]).toEqual([0, first.envelope])
  expect(await balances(server)).toEqual(books)
})

test('a wish to void is taken back by who asked, or works in their place; others find no such move and refuse it', async () => {
  const { settlementNum, version } = await sheetOf(people, [(await signedWaybill(server)).id], 'approved')
  const asked = await people.maker.send(askVoid, { settlementNum, version, reason: '重做' })
  expect((await people.maker.send(getSettlement, { settlementNum })).moves).toContain('withdrawVoid')
  const taking = { settlementNum, version: asked.version }
  const [admin, boss] = [await server.login('admin'), await server.login('shipper')]
  // both hold the permit, and are not the one whose wish it is
  for (const other of [admin, boss]) {
    expect((await other.send(getSettlement, { settlementNum })).moves).not.toContain('withdrawVoid')
    expect((await other.ask(withdrawVoid, taking)).envelope.code).toBe(problems['settlement.notAsker'].code)
  }
  expect((await stranger.ask(withdrawVoid, taking)).envelope.code).not.toBe(0)
  expect((await people.maker.ask(withdrawVoid, { ...taking, version: version + 5 })).http).toBe(409)
  await boss.send(actFor, { userId: demoUserId('shipper-freight') })
  const back = await boss.send(withdrawVoid, taking)
  await boss.send(stopActing, {})
  expect((await people.maker.ask(withdrawVoid, { ...taking, version: back.version })).envelope.code).toBe(1101)
  const again = await people.maker.send(askVoid, { settlementNum, version: back.version, reason: '重做' })
  const both = await Promise.all(
    [0, 1].map(() => people.maker.ask(withdrawVoid, { settlementNum, version: again.version })),
  )
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect((await people.maker.send(getSettlement, { settlementNum })).state).toBe('approved')
})

test('a carrier without an account cannot be put up for payment', async () => {
  await server.db(tx =>
    tx.run(
      q.updateTable('company_accounts').set({ is_default: false }).where('company_id', '=', demoCompanyId('carrier8')),
    ),
  )
  const sheet = await sheetOf(people, [(await signedWaybill(server, { carrier: 'carrier8' })).id], 'draft')
  const submit = () =>
    people.maker.ask(submitSettlement, { settlementNum: sheet.settlementNum, version: sheet.version })
  expect((await submit()).envelope).toMatchObject({ code: 1708, message: '陕西秦塬运输有限公司未登记收款账户' })
  await server.db(tx =>
    tx.run(
      q.updateTable('company_accounts').set({ is_default: true }).where('company_id', '=', demoCompanyId('carrier8')),
    ),
  )
  expect((await submit()).envelope.code).toBe(0)
  expect((await people.maker.send(getSettlement, { settlementNum: sheet.settlementNum })).payees[0]?.name).toBe(
    '陕西秦塬运输有限公司',
  )
})

test('the estimates that stand are what 2202.99 says', async () => {
  for (const payable of [100_000, 345_678, 950_001]) await signedWaybill(server, { payable })
  const open = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('vouchers')
        .select(sql<number>`amount_fen - reversed_fen`.as('amount_fen'))
        .where('kind', '=', 'TENTATIVE')
        .where('state', '=', 'posted')
        .where('amount_fen', '>', 0),
    ),
  )
  expect(open.length).toBeGreaterThanOrEqual(3)
  expect((await balances(server))['2202.99']).toBe(-open.reduce((sum, row) => sum + row.amount_fen, 0))
})

test('lists and counters keep to the own company and to the filter', async () => {
  const [all, counts] = [
    await people.maker.send(listSettlements, { limit: 100 }),
    await people.maker.send(countSettlements, {}),
  ]
  expect(all.rows.length).toBe(Object.values(counts.state).reduce((sum, n) => sum + n, 0))
  for (const state of ['submitted', 'approved', 'void'] as const)
    expect((await people.maker.send(listSettlements, { state })).rows).toHaveLength(counts.state[state] ?? -1)
  for (const state of [undefined, 'submitted', 'approved', 'void'] as const) {
    const rows = all.rows.filter(row => state === undefined || row.state === state)
    const sum = (
      key: 'payable' | 'oil' | 'advanced' | 'deducted' | 'penalty' | 'carriedIn' | 'carriedOut' | 'due',
    ): number => rows.reduce((total, row) => total + row[key], 0)
    expect(
      await people.maker.send(countSettlements, { part: 'sums', ...(state === undefined ? {} : { state }) }),
    ).toEqual({
      state: {},
      summed: rows.length,
      sums: {
        payable: sum('payable'),
        oil: sum('oil'),
        advanced: sum('advanced'),
        deducted: sum('deducted'),
        penalty: sum('penalty'),
        carriedIn: sum('carriedIn'),
        carriedOut: sum('carriedOut'),
        due: sum('due'),
      },
    })
  }
  expect(await stranger.send(countSettlements, { part: 'sums' })).toEqual({
    state: {},
    summed: 0,
    sums: { payable: 0, oil: 0, advanced: 0, deducted: 0, penalty: 0, carriedIn: 0, carriedOut: 0, due: 0 },
  })
  const [one] = all.rows
  expect((await people.maker.send(listSettlements, { numbers: [one?.settlementNum ?? ''] })).rows).toEqual([one])
  expect((await stranger.send(listSettlements, {})).rows).toEqual([])
  expect((await stranger.ask(getSettlement, { settlementNum: one?.settlementNum ?? '' })).envelope.code).toBe(4041)
  expect((await people.maker.send(listSettlements, { overdue: true })).rows).toEqual([])
  const nobody = await server.login('carrier2')
  expect((await nobody.send(listSettlements, {})).rows).toEqual([])
})

test('a key answers the same for ever: 100 keys sent 16 times each make 100 sheets', async () => {
  const made = new Set<string>()
  for (let group = 0; group < 10; group++) {
    const waybills = await Promise.all(Array.from({ length: 10 }, () => signedWaybill(server, { posted: false })))
    const numbers = await Promise.all(
      waybills.map(async ({ id }) => new Set(await Promise.all(Array.from({ length: 16 }, () => makeSurely(id))))),
    )
    for (const same of numbers) {
      expect(same.size).toBe(1)
      same.forEach(number => made.add(number))
    }
    const lines = await server.db(tx =>
      tx.rows(
        q
          .selectFrom('settlement_lines')
          .select('settlement_id')
          .where(
            'waybill_id',
            'in',
            waybills.map(({ id }) => id),
          ),
      ),
    )
    expect(lines).toHaveLength(10)
    const [first] = waybills
    expect(
      (
        await people.maker.ask(
          makeSettlement,
          { waybillIds: [first?.id ?? ''], remark: '另一份' },
          { key: `make ${first?.id}` },
        )
      ).envelope.code,
    ).toBe(4091)
  }
  expect(made.size).toBe(100)
})

/** Sends as a client on a bad line does: always with the same key. */
async function makeSurely(waybillId: string): Promise<string> {
  const { envelope, data } = await untilServed(() =>
    people.maker.ask(makeSettlement, { waybillIds: [waybillId] }, { key: `make ${waybillId}` }),
  )
  if (envelope.code !== 0) throw new Error(envelope.message)
  return data.settlementNum
}

test('a sheet names whom it waits for: others urge them once a day, its carrier too, and nobody their own step', async () => {
  const sheet = await sheetOf(people, [(await signedWaybill(server)).id], 'draft')
  const { settlementNum } = sheet
  expect(sheet.awaits).toMatchObject({ act: '提交审核', isOwn: true })
  const urge = (client: Client) => client.ask(urgeSettlement, { settlementNum })
  expect((await urge(people.maker)).envelope.code).toBe(1517)
  expect((await urge(stranger)).http).toBe(404)
  expect(await people.finance.send(urgeSettlement, { settlementNum })).toMatchObject({
    company: sheet.maker,
    act: '提交审核',
    isNew: true,
  })
  expect(await messagesAbout(server, settlementNum, 1)).toEqual([
    { account: 'shipper-freight', title: '结算单催办', path: `/manage/Normal/${settlementNum}` },
  ])
  await people.maker.send(submitSettlement, { settlementNum, version: 1 })
  // the turn changed, the day did not
  expect(await people.maker.send(urgeSettlement, { settlementNum })).toMatchObject({ isNew: false })
  expect(await people.finance.send(getSettlement, { settlementNum })).toMatchObject({
    awaits: { act: '审核', isOwn: true },
    urged: { count: 1, isToday: true },
  })
  const other = await sheetOf(people, [(await signedWaybill(server)).id], 'submitted')
  const ways = [people.maker, await server.login('carrier-finance')].map(client =>
    client.send(urgeSettlement, { settlementNum: other.settlementNum }),
  )
  expect((await Promise.all(ways)).filter(({ isNew }) => isNew)).toHaveLength(1)
})

test('pasted numbers that lead to no sheet are told: another company’s as one that is none, a sheet other conditions leave out as there', async () => {
  const { id, waybillNo } = await signedWaybill(server)
  const { settlementNum } = await sheetOf(people, [id], 'draft')
  const numbers = ['JS000', waybillNo, settlementNum]
  const asked = async (client: Client, filter: Input<typeof listSettlements> = {}) => {
    const { rows, missing } = await client.send(listSettlements, { ...filter, numbers })
    return [rows.map(row => row.settlementNum), missing]
  }
  expect(await asked(people.maker)).toEqual([[settlementNum], { unfound: ['JS000'], hidden: [] }])
  expect(await asked(people.maker, { state: 'paid' })).toEqual([
    [],
    { unfound: ['JS000'], hidden: [waybillNo, settlementNum] },
  ])
  expect(await asked(stranger)).toEqual([[], { unfound: numbers, hidden: [] }])
})
