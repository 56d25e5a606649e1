// Money claimed in parts: each part is somebody's by itself, all of them are never more than the money, and one taken back leaves the
// others as they are.
import { explainBooks } from '@yunshu/contract/explain'
import {
  claimRemittance,
  confirmRemittance,
  getRemittance,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { listOpenAges } from '@yunshu/contract/report/openAge'
import { getTrade } from '@yunshu/contract/trade/trade'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let branch: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
})
afterAll(() => server.stop())

const branchId = demoCompanyId('branch1')
let serials = 0
const arrived = async ({ amount }: { amount: ReturnType<typeof fen> }) => {
  const said = {
    payerName: '某某贸易有限公司',
    payerAccount: '6222020099990001',
    amount,
    date: Date.now(),
    serial: `FK${String((serials += 1)).padStart(6, '0')}`,
  }
  const { id, version } = await branch.send(recordRemittance, said, withSlip())
  return finance.send(confirmRemittance, { id, version, expectAmount: amount })
}
const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const balance = async (account: string, company?: string): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}' and branch_id = '${branchId}' ${company ? `and party_id = '${demoCompanyId(company)}'` : ''}`,
    )
  )[0]?.n ?? NaN
const of = (client: Client, id: string) => client.send(getRemittance, { id })

const shipperId = (key: string) => demoCompanyId(key)
const claim = (
  client: Client,
  money: { id: string; version: number },
  said: { shipper: string; amount?: number; rest: number },
) =>
  client.ask(claimRemittance, {
    id: money.id,
    version: money.version,
    shipperId: shipperId(said.shipper),
    ...(said.amount === undefined ? {} : { amount: fen(said.amount) }),
    expectAmount: fen(said.rest),
  })
/** The movement as the house sees it, and whether its shipper sees it. */
const movement = async (id: string) => {
  const [row] = await rows<{ id: string; shipper_id: string | null }>(
    `select t.id, t.shipper_id from trades t join journal_entries e on e.id = t.entry_id where e.source_id = '${id}' and e.event = 'E0'`,
  )
  const trade = await finance.send(getTrade, { id: row?.id ?? '' })
  const { text, isKept } = await finance.send(explainBooks, { amountOf: 'trade', figure: 'amount', id: trade.id })
  expect(isKept).toBe(true)
  // each part is told
  expect(trade.parts.filter(({ amount }) => !text.includes(printMoney(amount)))).toEqual([])
  return { parts: trade.parts.map(({ use, amount: of }) => [use, of]), owner: row?.shipper_id ?? null }
}

test('[RT-16] a claim of a part takes its share alone, each for whom it is, and the rest is nobody’s until it is claimed; never more than there is', async () => {
  await signedWaybill(server, { shipper: 'shipper2', branch: 'branch1', shipperFreight: 45_000 })
  const unclaimed = await balance('2241.03')
  const { id, version } = await arrived({ amount: fen(100_000) })
  const seen = { id, version }
  for (const [amount, words] of [
    [0, '应大于 0'],
    [100_001, '未认领的只有 1,000.00 元'],
  ] as const) {
    const refused = await claim(finance, seen, { shipper: 'shipper2', amount, rest: 100_000 })
    expect([refused.http, refused.envelope.message]).toEqual([400, expect.stringContaining(words)])
  }
  // twelve at once: one part is taken
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      claim(n % 2 ? finance : admin, seen, { shipper: 'shipper2', amount: 60_000, rest: 100_000 }),
    ),
  )
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200, 409]))
  let row = await of(finance, id)
  expect(row).toMatchObject({ state: 'unclaimed', claimed: 60_000, rest: 40_000 })
  expect(row.moves).toEqual(['claim', 'unclaim', 'askRefund'])
  expect(await balance('2241.03')).toBe(unclaimed - 40_000)
  expect(await balance('1122.01', 'shipper2')).toBe(0)
  expect(await movement(id)).toEqual({
    parts: [
      ['SHIPPER', 60_000],
      ['NOBODY', 40_000],
    ],
    owner: null,
  })
  // ages of what is nobody's are of the rest alone
  const [aged] = (await admin.send(listOpenAges, { kind: 'unclaimed', branchId, text: '某某贸易' })).rows
  expect(aged?.total).toBe(40_000)
  // no more than the rest is there now
  const over = await claim(finance, row, { shipper: 'shipper4', amount: 40_001, rest: 40_000 })
  expect([over.http, over.envelope.message]).toEqual([400, expect.stringContaining('未认领的只有 400.00 元')])
  expect((await claim(finance, row, { shipper: 'shipper4', amount: 40_000, rest: 100_000 })).http).toBe(400)
  expect((await claim(admin, row, { shipper: 'shipper4', rest: 40_000 })).envelope.code).toBe(0)
  row = await of(finance, id)
  expect(row).toMatchObject({ state: 'claimed', claimed: 100_000, rest: 0 })
  expect(row.claims.map(each => each.amount)).toEqual([40_000, 60_000])
  expect((await movement(id)).parts).toEqual([
    ['SHIPPER', 60_000],
    ['SHIPPER', 40_000],
  ])
  expect(await drift(server)).toEqual([])
})

test('a claim of a part is taken back by itself: the others stand, its money is claimed anew or sent back', async () => {
  const unclaimed = await balance('2241.03')
  const { id, version } = await arrived({ amount: fen(90_000) })
  await claim(finance, { id, version }, { shipper: 'shipper3', amount: 50_000, rest: 90_000 })
  await claim(finance, { id, version: version + 1 }, { shipper: 'shipper4', amount: 30_000, rest: 40_000 })
  let row = await of(finance, id)
  const [second, first] = row.claims
  const undo = (said: object) =>
    finance.ask(moveRemittance, { id, version: row.version, move: 'unclaim', reason: '认错了', ...said })
  const unsaid = await undo({})
  expect([unsaid.http, unsaid.envelope.message]).toEqual([400, '有 2 笔认领，请选择撤销哪一笔'])
  expect((await undo({ claimId: id })).http).toBe(404)
  const before = await balance('2205.01', 'shipper4')
  const twice = await Promise.all([undo({ claimId: first?.id }), undo({ claimId: first?.id })])
  expect(twice.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
  expect(await balance('2205.01', 'shipper4')).toBe(before)
  expect(await balance('2241.03')).toBe(unclaimed - 60_000)
  row = await of(finance, id)
  expect(row).toMatchObject({
    state: 'unclaimed',
    claimed: 30_000,
    rest: 60_000,
    shipperName: expect.any(String) as string,
  })
  expect(row.claims.map(({ undone }) => undone?.reason)).toEqual([undefined, '认错了'])
  expect(second?.undone).toBeUndefined()
  // the rest goes back to who sent it; the claim that stands is no more taken back
  const asked = await finance.send(moveRemittance, { id, version: row.version, move: 'askRefund', reason: '多付' })
  const money = await balance('1002.02')
  const send = (expectAmount: number) =>
    admin.ask(refundRemittance, { id, version: asked.version, expectAmount: fen(expectAmount), serial: 'TK-PART' })
  expect((await send(90_000)).http).toBe(400)
  expect((await send(60_000)).envelope.code).toBe(0)
  expect(await balance('1002.02')).toBe(money - 60_000)
  row = await of(finance, id)
  expect(row).toMatchObject({ state: 'refunded', claimed: 30_000, rest: 0, moves: [] })
  expect((await movement(id)).parts).toEqual([
    ['SHIPPER', 30_000],
    ['BACK', 60_000],
  ])
  // each line of its vouchers is worked out to the fen
  for (const { id: voucher } of row.vouchers)
    for (const n of [1, 2])
      expect((await finance.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n })).isKept).toBe(true)
  expect([await drift(server), await moneyFaults(server)]).toEqual([[], []])
})
