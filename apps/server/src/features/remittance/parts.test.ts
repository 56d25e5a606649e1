// Money claimed in parts: each part is somebody's by itself, all of them are never more than the money, and one taken back leaves the
// others as they are.
import type { Input } from '@yunshu/contract/call'
import { explainBooks } from '@yunshu/contract/explain'
import {
  claimRemittance,
  confirmRemittance,
  countRemittances,
  getRemittance,
  listRemittances,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { listOpenAges } from '@yunshu/contract/report/openAge'
import { getTrade } from '@yunshu/contract/trade/trade'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import {
  depositsOfSerial,
  fundsOfSerial,
  paymentsOfSerial,
  remittancesOfSerial,
  returnsOfSerial,
} from '../../db/bankSerials.ts'
import { isNumbered, pastedNumbers } from '../../db/pastedNumbers.ts'
import { nilId, q } from '../../db/tx.ts'
import { isRemitted } from '../recon/reconRows.queries.ts'
import { rowsOfNumbers } from './remittance.queries.ts'

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
  // the rest goes back to who sent it
  const asked = await finance.send(moveRemittance, { id, version: row.version, move: 'askRefund', reason: '多付' })
  const money = await balance('1002.02')
  const send = (expectAmount: number) =>
    admin.ask(refundRemittance, { id, version: asked.version, expectAmount: fen(expectAmount), serial: 'TK-PART' })
  expect((await send(90_000)).http).toBe(400)
  expect((await send(60_000)).envelope.code).toBe(0)
  expect(await balance('1002.02')).toBe(money - 60_000)
  row = await of(finance, id)
  expect(row).toMatchObject({ state: 'refunded', claimed: 30_000, refunded: 60_000, rest: 0, moves: ['unclaim'] })
  expect((await movement(id)).parts).toEqual([
    ['SHIPPER', 30_000],
    ['BACK', 60_000],
  ])
  // each line of its vouchers is worked out to the fen
  for (const { id: voucher } of row.vouchers)
    for (const n of [1, 2])
      expect((await finance.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n })).isKept).toBe(true)
  expect([await drift(server), await moneyFaults(server)]).toEqual([[], []])
  expect(await unclaimedOff(server, finance)).toBe(0)
})

test('a wrong claim is taken back also after the rest went back: its money is claimed anew or goes back by a return of its own, each to the fen', async () => {
  const { id, version } = await arrived({ amount: fen(100_000) })
  // a shipper of another branch, and one of this
  await claim(finance, { id, version }, { shipper: 'shipper6', amount: 50_000, rest: 100_000 })
  await claim(finance, { id, version: version + 1 }, { shipper: 'shipper4', amount: 20_000, rest: 50_000 })
  const [money, unclaimed] = [await balance('1002.02'), await balance('2241.03')]
  let row = await of(finance, id)
  const [right, wrong] = row.claims
  const goBack = async (serial: string, amount: number) => {
    const asked = await finance.send(moveRemittance, { id, version: row.version, move: 'askRefund', reason: '多付' })
    const send = () => admin.ask(refundRemittance, { id, version: asked.version, expectAmount: fen(amount), serial })
    // of two who agree at once one does
    const both = await Promise.all([send(), send()])
    row = await of(finance, id)
    return both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)
  }
  expect(await goBack('tK-a1', 30_000)).toEqual([0, 4090])
  expect(row).toMatchObject({ state: 'refunded', claimed: 70_000, refunded: 30_000, rest: 0, moves: ['unclaim'] })
  const undo = (claimId = '') =>
    finance.ask(moveRemittance, { id, version: row.version, move: 'unclaim', claimId, reason: '认错货主' })
  expect((await undo(wrong?.id)).envelope.code).toBe(0)
  row = await of(finance, id)
  expect(row).toMatchObject({ state: 'unclaimed', claimed: 20_000, refunded: 30_000, rest: 50_000 })
  expect(row.moves).toEqual(['claim', 'unclaim', 'askRefund'])
  expect(await balance('2205.01', 'shipper6')).toBe(0)
  // no more than what is nobody's is claimed; a part of it is, and the rest is asked for and kept after all
  expect((await claim(finance, row, { shipper: 'shipper4', amount: 50_001, rest: 50_000 })).http).toBe(400)
  expect((await claim(finance, row, { shipper: 'shipper4', amount: 10_000, rest: 50_000 })).envelope.code).toBe(0)
  row = await of(finance, id)
  const asked = await finance.send(moveRemittance, { id, version: row.version, move: 'askRefund', reason: '退错' })
  const kept = await admin.send(moveRemittance, { id, version: asked.version, move: 'keep' })
  row = { ...row, version: kept.version }
  // under the number of the first return nothing goes a second time
  expect((await goBack('tk-a1', 40_000))[0]).toBe(2701)
  await admin.send(moveRemittance, { id, version: row.version, move: 'keep' })
  row = await of(finance, id)
  expect(await goBack('TK-A2', 40_000)).toEqual([0, 4090])
  expect(row).toMatchObject({ state: 'refunded', claimed: 30_000, refunded: 70_000, rest: 0 })
  expect(row.refunds.map(({ stage, amount, serial }) => [stage, amount, serial])).toEqual([
    ['sent', 40_000, 'TK-A2'],
    ['kept', 40_000, undefined],
    ['kept', 40_000, undefined],
    ['sent', 30_000, 'tK-a1'],
  ])
  expect([await balance('1002.02'), await balance('2241.03')]).toEqual([money - 70_000, unclaimed + 30_000])
  expect((await movement(id)).parts).toEqual([
    ['SHIPPER', 20_000],
    ['SHIPPER', 10_000],
    ['BACK', 70_000],
  ])
  // a last claim of all that is free leaves the money as one that went back in part
  expect((await undo(right?.id)).envelope.code).toBe(0)
  row = await of(finance, id)
  expect((await claim(admin, row, { shipper: 'shipper4', rest: 20_000 })).envelope.code).toBe(0)
  row = await of(finance, id)
  expect(row).toMatchObject({ state: 'refunded', claimed: 30_000, rest: 0 })
  // each return moved money once, under its own number, and each line is worked out to the fen
  const moved = await rows<{ bank_serial: string; amount_fen: number; record_no: string }>(
    `select bank_serial, amount_fen, record_no from trades where record_no = '${row.remittanceNo}' and direction = 'OUT' order by amount_fen`,
  )
  expect(moved).toEqual([
    { bank_serial: 'tK-a1', amount_fen: 30_000, record_no: row.remittanceNo },
    { bank_serial: 'TK-A2', amount_fen: 40_000, record_no: row.remittanceNo },
  ])
  // numbers pasted at once find it once: its own, and each of the bank's; another branch finds nothing
  const pasted = [row.remittanceNo.toLowerCase(), row.serial.toLowerCase(), 'Tk-A1', 'TK-A2', 'SK000']
  const found = async (client: Client, numbers: string[]) =>
    (await client.send(listRemittances, { numbers })).rows.map(each => each.id)
  for (const number of pasted.slice(0, 4)) expect(await found(finance, [number]), number).toEqual([id])
  // as they are copied out of the bank's paper: of full width, with another dash, with blanks
  for (const number of ['ＴＫ－Ａ１', 'TK–A2', 'tk - a1']) expect(await found(finance, [number]), number).toEqual([id])
  expect([await found(branch, pasted), await found(branch, ['SK000'])]).toEqual([[id], []])
  const another = await server.login('branch2')
  expect(await found(another, pasted)).toEqual([])
  // numbers that were not found are named: another branch's like numbers that are none
  const missing = async (client: Client, input: Omit<Input<typeof listRemittances>, 'numbers'> = {}) =>
    (await client.send(listRemittances, { ...input, numbers: pasted })).missing
  expect(await missing(finance)).toEqual({ unfound: ['SK000'], hidden: [] })
  expect(await missing(another)).toEqual({ unfound: pasted, hidden: [] })
  expect(await missing(branch, { state: 'claimed' })).toEqual({ unfound: ['SK000'], hidden: pasted.slice(0, 4) })
  expect(await finance.send(countRemittances, { numbers: pasted, part: 'sums' })).toMatchObject({ summed: 1 })
  expect((await finance.ask(listRemittances, {}, { raw: { numbers: '[""]' } })).http).toBe(400)
  expect(row.vouchers.length).toBeGreaterThan(7)
  for (const { id: voucher } of row.vouchers)
    for (const n of [1, 2])
      expect((await finance.send(explainBooks, { amountOf: 'voucherLine', id: voucher, n })).isKept).toBe(true)
  expect([await drift(server), await moneyFaults(server)]).toEqual([[], []])
})

/** The indexes a query is looked up by, as a person of a branch asks: one that is walked whole has no condition of its own. */
const lookedUpBy = (query: RawBuilder<unknown>): Promise<string> =>
  server.db(
    async tx => {
      // a handful of rows would be read sooner
      for (const way of ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'])
        await tx.run(sql.raw(`set local enable_${way} = off`).compile(q))
      const plan = await tx.rows<{ 'QUERY PLAN': string }>(sql<{ 'QUERY PLAN': string }>`explain ${query}`.compile(q))
      const lines = plan.map(line => line['QUERY PLAN'])
      return lines.filter((_, n) => /Index Cond:.*_(no|upper)\b/.test(lines[n + 1] ?? '')).join('\n')
    },
    { reach: 'branch', userId: nilId, companyId: nilId, branchId: nilId },
  )

test('numbers pasted at once are looked up by indexes', async () => {
  const lookedUp = await lookedUpBy(
    sql`select from remittances r where ${isNumbered('r', rowsOfNumbers(pastedNumbers(['SK1', 'TK-1'])))}`,
  )
  for (const index of ['remittances_remittance_no_key', 'remittances_numbers', 'remittance_refunds_serial'])
    expect(lookedUp).toContain(index)
})

test('a number of the bank is looked up by an index wherever its money may stand', async () => {
  const place = { branchId: nilId, serial: 'tk-1' }
  for (const [rows, indexes] of [
    [depositsOfSerial(place), ['deposits_serial', 'deposit_backs_back_serial']],
    [remittancesOfSerial(place), ['remittances_serial']],
    [fundsOfSerial(place), ['fund_records_serial']],
    [returnsOfSerial(place), ['refunds_serial', 'deposit_backs_serial', 'remittance_refunds_serial']],
    [paymentsOfSerial(place), ['payments_bank_serial', 'offline_slips_serial']],
    [sql`select ${isRemitted('l')} from recon_lines l where l.id = ${nilId}::uuid`, ['remittances_']],
    [
      sql`select from recon_lines l where l.branch_id = ${nilId}::uuid and l.entered_upper = upper('x')`,
      ['recon_lines_entered'],
    ],
    [sql`select from fuel_uses where account_id = ${nilId}::uuid and serial_upper = upper('x')`, ['fuel_uses_serial']],
    [
      sql`select from toll_passes where account_id = ${nilId}::uuid and serial_upper = any('{X}')`,
      ['toll_passes_serial'],
    ],
  ] as const) {
    const lookedUp = await lookedUpBy(rows)
    for (const index of indexes) expect(lookedUp).toContain(`using ${index}`)
  }
  // a function of the column that is not leakproof is asked after the wall
  expect(await lookedUpBy(sql`select from remittances where upper(serial_upper) = 'X'`)).toBe('')
})

test('money beside its claims and returns is found: each planted fault by its own sum', async () => {
  const { id, version } = await arrived({ amount: fen(9_000) })
  await claim(finance, { id, version }, { shipper: 'shipper4', amount: 4_000, rest: 9_000 })
  const asked = await finance.send(moveRemittance, { id, version: version + 1, move: 'askRefund', reason: '多付' })
  await admin.send(refundRemittance, { id, version: asked.version, expectAmount: fen(5_000), serial: 'TK-FAULT' })
  const { remittanceNo, refunds } = await of(finance, id)
  expect(await moneyFaults(server)).toEqual([])
  const [refund] = refunds
  const ofMoney = `where id = '${id}'`
  const ofRefund = `where id = '${refund?.id}'`
  const [entry] = await rows<{ entry_no: string }>(
    `select entry_no from journal_entries where source_id = '${refund?.id}'`,
  )
  const [books, sums] = [`beside the books ${remittanceNo}`, `of ${remittanceNo}`]
  const planted: readonly [string, readonly string[]][] = [
    // a claim taken back whose money the record still counts, and one that is a fen more than its entry
    [
      `update remittance_claims set undone_at = 1, undone_name = '某人', undone_reason = '无' where remittance_id = '${id}'`,
      [`claim ${books}`, `claims ${sums}`],
    ],
    [
      `update remittance_claims set amount_fen = amount_fen + 1 where remittance_id = '${id}'`,
      [`claim ${books}`, `claims ${sums}`],
    ],
    // the record says less than its claims, as a claim would that forgot it
    [
      `update remittances set claimed_fen = claimed_fen - 1, state = 'unclaimed' ${ofMoney}`,
      [`claims ${sums}`, `money beside its uses ${remittanceNo}`],
    ],
    // a return that was sent and is not counted, is a fen more than its entry, or has no row any more
    [
      `update remittances set refunded_fen = 4999, state = 'unclaimed' ${ofMoney}`,
      [`money beside its uses ${remittanceNo}`, `returns ${sums}`],
    ],
    [`update remittance_refunds set amount_fen = amount_fen + 1 ${ofRefund}`, [`return ${books}`, `returns ${sums}`]],
    [
      `update remittance_refunds set serial = null, date = null ${ofRefund}`,
      [`return ${books}`, `returned without a row ${entry?.entry_no}`, `returns ${sums}`],
    ],
    // money on its way back of which nobody asked
    [
      `update remittances set state = 'refunding', refunded_fen = 0 ${ofMoney}`,
      [`money beside its uses ${remittanceNo}`, `returns ${sums}`],
    ],
  ]
  for (const [fault, found] of planted) expect((await moneyFaults(server, fault)).toSorted(), fault).toEqual(found)
  expect([await drift(server), await moneyFaults(server)]).toEqual([[], []])
})
