// Remittances over HTTP: money is vouched for by two people on its way in and back out, claimed once however many press,
// suggested to the right shipper, and a claim taken back undoes what it had paid.
import type { Input } from '@yunshu/contract/call'
import {
  claimRemittance,
  confirmRemittance,
  countRemittances,
  getRemittance,
  listRemittances,
  listRemittanceShippers,
  moveRemittance,
  recordRemittance,
  refundRemittance,
} from '@yunshu/contract/remittance/remittance'
import { recordFund } from '@yunshu/contract/fund/fund'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { unclaimedOff } from '../../../../../tests/server/moneyInvariants.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'

let server: TestServer
let branch: Client
let finance: Client
let admin: Client
beforeAll(async () => {
  server = await startTestServer()
  ;[branch, finance, admin] = await Promise.all([
    server.login('branch'),
    server.login('platform-finance'),
    server.login('admin'),
  ])
})
afterAll(() => server.stop())

const branchId = demoCompanyId('branch1')
const inBranch1 = { raw: { branchCompanyId: branchId } }
let serials = 0
const slip = (over: Partial<Input<typeof recordRemittance>> = {}): Input<typeof recordRemittance> => ({
  payerName: '某某贸易有限公司',
  payerAccount: '6222 0200 9999 0001',
  amount: fen(123_456),
  date: Date.now(),
  serial: `LK${String((serials += 1)).padStart(6, '0')}`,
  ...over,
})
const recorded = (over?: Partial<Input<typeof recordRemittance>>) =>
  branch.send(recordRemittance, slip(over), withSlip())
const arrived = async (over: Partial<Input<typeof recordRemittance>> = {}) => {
  const { id, version } = await recorded(over)
  const { amount } = slip(over)
  return { ...(await finance.send(confirmRemittance, { id, version, expectAmount: amount })), amount }
}
const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const balance = async (account: string, company?: string): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}' and branch_id = '${branchId}' ${company ? `and party_id = '${demoCompanyId(company)}'` : ''}`,
    )
  )[0]?.n ?? NaN
const of = (client: Client, id: string) => client.send(getRemittance, { id })

describe('money that came', () => {
  test('is recorded by one person and confirmed by another, once by its serial, and is nobody’s yet', async () => {
    const before = await balance('1002.02')
    const { id, remittanceNo, version } = await recorded({ serial: ' lk-a１ ' })
    expect(remittanceNo).toMatch(/^SK\d{14}$/)
    expect(await of(finance, id)).toMatchObject({
      state: 'recorded',
      serial: 'lk-a1',
      payerAccount: '****0001',
      moves: ['confirm', 'reject'],
      vouchers: [],
    })
    expect((await of(branch, id)).moves).toEqual(['withdraw'])
    // for whoever recorded it it waits for another
    expect((await branch.send(countRemittances, { text: 'lk-a1' })).own).toMatchObject({ recorded: 1 })
    expect((await finance.send(countRemittances, { text: 'lk-a1' })).own).toMatchObject({ recorded: 0 })
    expect(await balance('2241.03')).toBe(0)
    expect((await branch.ask(recordRemittance, slip({ serial: 'LK-A1' }))).envelope.code).toBe(2701)
    expect((await branch.ask(confirmRemittance, { id, version, expectAmount: fen(123_456) })).envelope.code).toBe(4030)
    const wrong = await finance.ask(confirmRemittance, { id, version, expectAmount: fen(1) })
    expect([wrong.http, JSON.stringify(wrong.envelope)]).toEqual([
      400,
      expect.stringContaining('来款金额为 1,234.56 元'),
    ])
    const both = await Promise.all([
      finance.ask(confirmRemittance, { id, version, expectAmount: fen(123_456) }),
      admin.ask(confirmRemittance, { id, version, expectAmount: fen(123_456) }),
    ])
    expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
    expect([await balance('1002.02'), await balance('2241.03')]).toEqual([before + 123_456, -123_456])
    const whole = await of(finance, id)
    expect(whole).toMatchObject({ state: 'unclaimed', moves: ['claim', 'askRefund', 'askReturn'] })
    expect(whole.vouchers).toHaveLength(1)
    expect(whole.log.map(({ action }) => action)).toEqual(['确认到账', '登记来款'])
    expect(await drift(server)).toEqual([])
  })

  test('who recorded it neither confirms nor rejects it, and only they withdraw; a record that came to nothing frees its serial', async () => {
    const mine = await admin.send(recordRemittance, slip({ serial: 'LK-OWN' }), withSlip(inBranch1))
    for (const move of ['reject', 'unclaim'] as const)
      expect(
        (await admin.ask(moveRemittance, { id: mine.id, version: mine.version, move, reason: '自己的' })).envelope.code,
      ).not.toBe(0)
    expect(
      (await admin.ask(confirmRemittance, { id: mine.id, version: mine.version, expectAmount: fen(123_456) })).envelope
        .message,
    ).toBe('不能审核自己提交的单据')
    expect(
      (await finance.ask(moveRemittance, { id: mine.id, version: mine.version, move: 'withdraw' })).envelope.code,
    ).toBe(2504)
    const { http: status, envelope } = await finance.ask(moveRemittance, {
      id: mine.id,
      version: mine.version,
      move: 'reject',
    })
    expect([status, envelope.data]).toEqual([400, expect.anything()])
    await finance.send(moveRemittance, { id: mine.id, version: mine.version, move: 'reject', reason: '没有到账' })
    await admin.send(recordRemittance, slip({ serial: 'LK-OWN' }), withSlip(inBranch1))
  })

  test('wrong input names its field and writes nothing', async () => {
    const before = (await branch.send(countRemittances, {})).state
    for (const [field, over] of [
      ['amount', { amount: fen(0) }],
      ['amount', { amount: fen(100_000_000_001) }],
      ['date', { date: Date.now() + 2 * DAY_MS }],
      ['date', { date: Date.now() - 400 * DAY_MS }],
      ['payerAccount', { payerAccount: '12 3' }],
      ['serial', { serial: 'а1' }],
    ] as const) {
      const { http: status, envelope } = await branch.ask(recordRemittance, slip(over))
      expect([status, Object.keys((envelope.data as { fields?: object }).fields ?? {})], field).toEqual([400, [field]])
    }
    expect((await branch.send(countRemittances, {})).state).toEqual(before)
    expect((await finance.ask(recordRemittance, slip())).envelope.message).toContain('分公司管理账号')
  })

  test('the same money is no fund record and no remittance twice', async () => {
    const top = { kind: 'TRANSFER' as const, amount: fen(100), date: Date.now() }
    await branch.send(recordFund, { ...top, serial: 'SAME-1' }, withSlip())
    expect((await branch.ask(recordRemittance, slip({ serial: 'same-1' }))).envelope.code).toBe(2701)
    await recorded({ serial: 'SAME-2' })
    expect((await branch.ask(recordFund, { ...top, serial: 'same-2' })).envelope.code).toBe(2503)
  })
})

describe('a claim', () => {
  test('of one remittance by 32 people at once goes through once, pays arrears, and is suggested by account, name and amount', async () => {
    const owed = await signedWaybill(server, { shipper: 'shipper2', branch: 'branch1', shipperFreight: 77_700 })
    const [{ name, account } = { name: '', account: '' }] = await rows<{ name: string; account: string }>(
      `select c.name, a.account_no as account from companies c join company_accounts a on a.company_id = c.id where c.id = '${demoCompanyId('shipper4')}'`,
    )
    const { id, version, amount } = await arrived({ amount: fen(77_700), payerName: name, payerAccount: account })
    const { suggestions } = await of(finance, id)
    expect(suggestions.map(({ shipperId, why }) => [shipperId, why])).toEqual([
      [demoCompanyId('shipper4'), ['ACCOUNT', 'NAME']],
      [demoCompanyId('shipper2'), ['WAYBILL', 'ARREARS']],
    ])
    expect(suggestions[1]).toMatchObject({ owed: 77_700, prepaid: 0 })
    const shipperId = demoCompanyId('shipper2')
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, n) =>
        (n % 2 ? finance : admin).ask(claimRemittance, { id, version, shipperId, expectAmount: amount }),
      ),
    )
    expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
    expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200, 409]))
    expect([await balance('1122.01', 'shipper2'), await balance('2205.01', 'shipper2')]).toEqual([0, 0])
    expect(await rows(`select open_fen from ar_items where waybill_id = '${owed.id}'`)).toEqual([{ open_fen: 0 }])
    // the account is known now
    const again = await arrived({ amount: fen(5), payerName: '甲', payerAccount: account })
    expect((await of(finance, again.id)).suggestions.find(each => each.shipperId === shipperId)?.why).toEqual([
      'BEFORE',
    ])
    expect(await drift(server)).toEqual([])
  })

  test('taken back undoes what the money had paid, the newest first, and the money is nobody’s again', async () => {
    const first = await arrived({ amount: fen(50_000) })
    const claim = async ({ id, version, amount }: Awaited<ReturnType<typeof arrived>>) =>
      finance.send(claimRemittance, { id, version, shipperId: demoCompanyId('shipper3'), expectAmount: amount })
    const claimed = await claim(first)
    const old = await signedWaybill(server, { shipper: 'shipper3', branch: 'branch1', shipperFreight: 30_000 })
    const next = await signedWaybill(server, { shipper: 'shipper3', branch: 'branch1', shipperFreight: 15_000 })
    await claim(await arrived({ amount: fen(2_000) }))
    const unclaimed = await balance('2241.03')
    expect([await balance('1122.01', 'shipper3'), await balance('2205.01', 'shipper3')]).toEqual([0, -7_000])
    const noReason = await finance.ask(moveRemittance, { id: first.id, version: claimed.version, move: 'unclaim' })
    expect(noReason.http).toBe(400)
    const back = await finance.send(moveRemittance, {
      id: first.id,
      version: claimed.version,
      move: 'unclaim',
      reason: '认错了货主',
    })
    // 45,000 owed, 2,000 paid ahead
    expect([await balance('1122.01', 'shipper3'), await balance('2205.01', 'shipper3')]).toEqual([43_000, 0])
    expect(
      await rows(
        `select waybill_no, open_fen from ar_items where shipper_id = '${demoCompanyId('shipper3')}' order by waybill_id`,
      ),
    ).toEqual([
      { waybill_no: old.waybillNo, open_fen: 28_000 },
      { waybill_no: next.waybillNo, open_fen: 15_000 },
    ])
    expect(await balance('2241.03')).toBe(unclaimed - 50_000)
    expect(await drift(server)).toEqual([])
    // and once more for the same shipper: a claim of its own
    await finance.send(claimRemittance, {
      id: first.id,
      version: back.version,
      shipperId: demoCompanyId('shipper3'),
      expectAmount: first.amount,
    })
    expect([await balance('1122.01', 'shipper3'), await balance('2205.01', 'shipper3')]).toEqual([0, -7_000])
    expect(await drift(server)).toEqual([])
  })

  test('is for a shipper there is, by whoever may', async () => {
    const { id, version, amount } = await arrived()
    const { http: status } = await finance.ask(claimRemittance, {
      id,
      version,
      shipperId: demoCompanyId('carrier'),
      expectAmount: amount,
    })
    expect(status).toBe(400)
    expect((await finance.send(listRemittanceShippers, { text: '渤海' })).rows).toHaveLength(1)
    const outsider = await server.login('shipper-finance')
    expect((await outsider.ask(listRemittances, {})).http).toBe(403)
    const other = await server.login('branch2')
    expect((await other.ask(getRemittance, { id })).http).toBe(404)
    expect((await other.send(listRemittances, {})).rows.map(row => row.id)).not.toContain(id)
  })
})

describe('money sent back', () => {
  test('takes two people, leaves the books once, and needs the number of the bank', async () => {
    const before = await balance('1002.02')
    const { id, version, amount } = await arrived({ amount: fen(9_900) })
    const asked = await finance.send(moveRemittance, { id, version, move: 'askRefund', reason: '打错了' })
    expect((await of(finance, id)).moves).toEqual(['keep'])
    expect((await of(admin, id)).moves).toEqual(['refund', 'keep'])
    const send = (client: Client, serial: string) =>
      client.ask(refundRemittance, { id, version: asked.version, expectAmount: amount, serial })
    expect((await send(finance, 'TK1')).envelope.message).toBe('不能审核自己提交的单据')
    const { serial } = await of(admin, id)
    const own = await send(admin, serial)
    expect([own.http, own.envelope.message]).toEqual([400, '退回流水号应为银行退回时的流水号，不能是来款的流水号'])
    const answers = await Promise.all([send(admin, 'TK1'), send(admin, 'TK2')])
    expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 4090])
    expect(await balance('1002.02')).toBe(before)
    const gone = await of(admin, id)
    expect(gone).toMatchObject({ state: 'refunded', moves: [] })
    for (const expectAmount of [fen(0), amount]) {
      const late = { id, version: gone.version, shipperId: demoCompanyId('shipper'), expectAmount }
      expect((await finance.ask(claimRemittance, late)).envelope.message).toBe('当前状态为“已退回”，不能认领')
    }
    // both movements are trades with the bank's numbers
    expect(
      await rows(
        `select direction, amount_fen, bank_serial like 'TK%' as is_back from trades t join journal_entries e on e.id = t.entry_id where e.source_id in ('${id}', '${gone.refunds[0]?.id}') order by t.id`,
      ),
    ).toEqual([
      { direction: 'IN', amount_fen: 9_900, is_back: false },
      { direction: 'OUT', amount_fen: 9_900, is_back: true },
    ])
    expect(await drift(server)).toEqual([])
  })

  test('is kept after all when somebody says so', async () => {
    const { id, version } = await arrived({ amount: fen(100) })
    const asked = await branch.send(moveRemittance, { id, version, move: 'askRefund', reason: '待查' })
    const kept = await finance.send(moveRemittance, { id, version: asked.version, move: 'keep' })
    expect(await of(finance, id)).toMatchObject({ state: 'unclaimed', version: kept.version })
  })
})

test('counts and sums are those of the rows, and each filter finds its rows', async () => {
  const all = (await finance.send(listRemittances, { limit: 100 })).rows
  const { state } = await finance.send(countRemittances, {})
  for (const [name, n] of Object.entries(state))
    if (name !== 'all')
      expect(
        all.filter(row => row.state === name),
        name,
      ).toHaveLength(n)
  const { sums, summed } = await finance.send(countRemittances, { part: 'sums' })
  const sumOf = (key: 'amount' | 'claimed' | 'refunded' | 'rest') => all.reduce((sum, row) => sum + row[key], 0)
  expect([summed, sums]).toEqual([
    all.length,
    { amount: sumOf('amount'), claimed: sumOf('claimed'), refunded: sumOf('refunded'), rest: sumOf('rest') },
  ])
  expect(await balance('2241.03')).toBe(0 - sumOf('rest'))
  expect(await unclaimedOff(server, finance)).toBe(0)
  for (const filter of [
    { text: '某某贸易' },
    { amountFrom: fen(9_900), amountTo: fen(9_900) },
    { state: 'claimed' as const },
    { branchId },
    { to: Date.now() - 2 * DAY_MS },
  ]) {
    const { rows: found } = await finance.send(listRemittances, { ...filter, limit: 100 })
    const expected = all.filter(
      row =>
        (!('text' in filter) || row.payerName.includes('某某贸易')) &&
        (!('amountFrom' in filter) || row.amount === 9_900) &&
        (!('state' in filter) || row.state === 'claimed') &&
        (!('to' in filter) || row.date < Date.now() - 2 * DAY_MS),
    )
    expect(found.map(row => row.id)).toEqual(expected.map(row => row.id))
  }
})
