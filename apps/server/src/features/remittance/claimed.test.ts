// Money claimed for waybills somebody names (E2c): they are paid and no others, never beyond what is open, and a claim taken
// back gives back what it had paid.
import {
  claimRemittance,
  confirmRemittance,
  getRemittance,
  listReceivables,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { issuedInvoice } from '../../../../../tests/server/invoiceWorld.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { applyRed, getRed, issueRed, moveRed } from '@yunshu/contract/invoice/red'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { explainVoucherLine } from '@yunshu/domain/amount/ledger'
import { bookedLines, figuresOfLine } from '../explain/voucherLine.queries.ts'
import { cancelParts } from '../part/parts.commands.ts'
import { postUnsigned } from '../voucher/books.commands.ts'

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

/** Each test has a shipper of its own. */
let shipper = ''
let next = 0
const names = ['shipper', 'shipper2', 'shipper3', 'shipper4', 'shipper5', 'shipper6']
beforeEach(() => {
  shipper = names[next++] ?? ''
})
const branchId = demoCompanyId('branch1')
const signed = (amount: number, of = shipper, at = 'branch1') =>
  signedWaybill(server, { shipper: of, branch: at, shipperFreight: amount })
let serials = 0
const arrived = async (amount: number) => {
  const { id, version } = await branch.send(
    recordRemittance,
    {
      payerName: '某某贸易有限公司',
      payerAccount: '6222020099990001',
      amount: fen(amount),
      date: Date.now(),
      serial: `HX${String((serials += 1)).padStart(6, '0')}`,
    },
    withSlip(),
  )
  return { ...(await finance.send(confirmRemittance, { id, version, expectAmount: fen(amount) })), amount: fen(amount) }
}
type Arrived = Awaited<ReturnType<typeof arrived>>
type Picked = readonly (readonly [{ readonly id: string }, number])[]
const said = ({ id, version, amount }: Arrived, picks: Picked, of = shipper) => ({
  id,
  version,
  shipperId: demoCompanyId(of),
  expectAmount: amount,
  receivables: picks.map(([waybill, share]) => ({ waybillId: waybill.id, amount: fen(share) })),
})
const claim = (money: Arrived, picks: Picked) => finance.send(claimRemittance, said(money, picks))
const unclaim = ({ id, version }: { id: string; version: number }) =>
  admin.send(moveRemittance, { id, version, move: 'unclaim', reason: '认错了' })
const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const balance = async (account: string, of?: string): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}' and branch_id = '${branchId}' ${of === undefined ? '' : `and party_id = '${demoCompanyId(of)}'`}`,
    )
  )[0]?.n ?? Number.NaN
const open = async (...waybills: readonly Signed[]): Promise<number[]> => {
  const found = await rows<{ waybill_id: string; open_fen: number }>(
    `select waybill_id, open_fen from ar_items where waybill_id in (${waybills.map(({ id }) => `'${id}'`).join()})`,
  )
  return waybills.map(({ id }) => found.find(row => row.waybill_id === id)?.open_fen ?? Number.NaN)
}
const linesOf = (id: string) =>
  rows<{ event: string; account: string; net: number }>(
    `select e.event, l.account, l.debit_fen - l.credit_fen as net from journal_lines l join journal_entries e on e.id = l.entry_id
      join remittance_claims r on r.id = e.source_id where r.remittance_id = '${id}' order by e.event, l.n`,
  ).then(all => all.map(({ event, account, net }) => `${event} ${account} ${net}`))
const unsign = (w: Signed): Promise<void> =>
  asSystem(server.server.deps, async ctx => {
    await cancelParts(ctx, w.id)
    await postUnsigned(ctx, { ...w, branchId })
  })

test('a claim pays the waybills it names straight from the money, the rest pays the oldest due, and what is left is prepaid', async () => {
  const [oldest, middle, newest] = [await signed(10_000), await signed(20_000), await signed(30_000)]
  const money = await arrived(55_000)
  const listed = await finance.send(listReceivables, { id: money.id, shipperId: demoCompanyId(shipper) })
  expect([listed.rows.map(row => [row.waybillId, row.open]), listed.count, listed.owed]).toEqual([
    [
      [oldest.id, 10_000],
      [middle.id, 20_000],
      [newest.id, 30_000],
    ],
    3,
    60_000,
  ])
  const one = await finance.send(listReceivables, {
    id: money.id,
    shipperId: demoCompanyId(shipper),
    text: middle.waybillNo,
  })
  expect([one.rows.map(row => row.waybillId), one.count, one.owed]).toEqual([[middle.id], 1, 20_000])
  await claim(money, [
    [newest, 30_000],
    [middle, 5_000],
  ])
  expect(await open(oldest, middle, newest)).toEqual([0, 5_000, 0])
  expect(await linesOf(money.id)).toEqual([
    'E1 2241.03 20000',
    'E1 2205.01 -20000',
    'E2c 2241.03 35000',
    'E2c 1122.01 -30000',
    'E2c 1122.01 -5000',
  ])
  expect([await balance('1122.01', shipper), await balance('2205.01', shipper)]).toEqual([5_000, 0])
  const told = await finance.send(getRemittance, { id: money.id })
  expect(told.receivables.map(each => [each.waybillNo, each.amount, each.isGivenBack])).toEqual([
    [middle.waybillNo, 5_000, false],
    [newest.waybillNo, 30_000, false],
  ])
  expect(told.log[0]?.diff?.find(({ field }) => field === '核销运单')?.new).toBe(
    `${newest.waybillNo} 300.00 元，${middle.waybillNo} 50.00 元`,
  )
  expect(told.vouchers).toHaveLength(3)
  // a claim of which nothing is left makes no entry of prepaid money
  const whole = await arrived(5_000)
  await claim(whole, [[middle, 5_000]])
  expect(await linesOf(whole.id)).toEqual(['E2c 2241.03 5000', 'E2c 1122.01 -5000'])
  expect(await drift(server)).toEqual([])
})

test('a claim that names too much, twice, nothing, a paid waybill or one of somebody else is refused and writes nothing', async () => {
  const own = await signed(10_000)
  const [foreign, elsewhere] = [await signed(10_000, 'shipper6'), await signed(10_000, shipper, 'branch2')]
  const money = await arrived(12_000)
  const refusal = async (picks: Picked, over = {}) => {
    const { http: status, envelope } = await finance.ask(claimRemittance, { ...said(money, picks), ...over })
    return [status, envelope.code, JSON.stringify(envelope)] as const
  }
  const faults = [
    [
      '核销合计 120.01 元，超过来款 120.00 元',
      [
        [own, 10_000],
        [foreign, 2_001],
      ],
    ],
    [
      '同一运单只能填一次',
      [
        [own, 1],
        [own, 1],
      ],
    ],
    ['每单核销金额应大于 0', [[own, 0]]],
  ] as const
  for (const [words, picks] of faults) {
    const [status, , text] = await refusal(picks)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(text).toContain('receivables')
  }
  expect((await refusal([[foreign, 1]]))[0]).toBe(404)
  expect((await refusal([[elsewhere, 1]]))[0]).toBe(404)
  const [, code, text] = await refusal([[own, 10_001]])
  expect([code, text]).toEqual([2704, expect.stringContaining(`${own.waybillNo}未付 100.00 元，不能核销 100.01 元`)])
  const debt = await refusal([[own, 1]], { shipperId: undefined, debtId: own.id })
  expect([debt[0], debt[2]]).toEqual([400, expect.stringContaining('收回欠款时不能指定运单')])
  const other = await server.login('branch2')
  expect((await other.ask(listReceivables, { id: money.id, shipperId: demoCompanyId(shipper) })).http).toBe(404)
  const outsider = await server.login('shipper-finance')
  expect((await outsider.ask(listReceivables, { id: money.id, shipperId: demoCompanyId(shipper) })).http).toBe(403)
  expect(await open(own, foreign)).toEqual([10_000, 10_000])
  expect((await finance.send(getRemittance, { id: money.id })).state).toBe('unclaimed')
  expect(await drift(server)).toEqual([])
})

test('eight claims at once for one waybill pay it once: the others are refused', async () => {
  const waybill = await signed(10_000)
  const money = await Promise.all(Array.from({ length: 8 }, () => arrived(10_000)))
  const answers = await Promise.all(
    money.map((each, n) => (n % 2 ? finance : admin).ask(claimRemittance, said(each, [[waybill, 10_000]]))),
  )
  expect(answers.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, ...Array(7).fill(2704)])
  expect(await open(waybill)).toEqual([0])
  expect(await balance('1122.01', shipper)).toBe(0)
  expect(await drift(server)).toEqual([])
})

test('a claim taken back opens the waybills it had named, and leaves those that other money paid', async () => {
  const [oldest, middle, newest] = [await signed(10_000), await signed(20_000), await signed(30_000)]
  const unclaimed = await balance('2241.03')
  const auto = await claim(await arrived(10_000), [])
  const kept = await arrived(20_000)
  await claim(kept, [[middle, 20_000]])
  const named = await arrived(25_000)
  const claimed = await claim(named, [[newest, 25_000]])
  expect(await open(oldest, middle, newest)).toEqual([0, 0, 5_000])
  const back = await unclaim(claimed)
  expect(await open(oldest, middle, newest)).toEqual([0, 0, 30_000])
  expect(await balance('2241.03')).toBe(unclaimed - 25_000)
  // money that named nothing took the oldest: it goes from there and from no other
  await unclaim(auto)
  expect(await open(oldest, middle, newest)).toEqual([10_000, 0, 30_000])
  expect((await finance.send(getRemittance, { id: named.id })).receivables).toEqual([])
  // the same money pays another waybill
  await claim({ ...back, amount: named.amount }, [[oldest, 10_000]])
  expect(await open(oldest, middle, newest)).toEqual([0, 0, 15_000])
  expect(await drift(server)).toEqual([])
})

test('of a voided waybill the money a claim had named for it is prepaid, pays what else is owed, and goes with the claim', async () => {
  const [other, voided] = [await signed(10_000), await signed(20_000)]
  const unclaimed = await balance('2241.03')
  const money = await arrived(20_000)
  const claimed = await claim(money, [[voided, 20_000]])
  await unsign(voided)
  expect(await open(other, voided)).toEqual([0, 0])
  expect([await balance('1122.01', shipper), await balance('2205.01', shipper)]).toEqual([0, -10_000])
  expect((await finance.send(getRemittance, { id: money.id })).receivables).toMatchObject([{ isGivenBack: true }])
  expect(await drift(server)).toEqual([])
  await unclaim(claimed)
  expect(await open(other, voided)).toEqual([10_000, 0])
  expect([
    await balance('1122.01', shipper),
    await balance('2205.01', shipper),
    (await balance('2241.03')) - unclaimed,
  ]).toEqual([10_000, 0, -20_000])
  expect(await drift(server)).toEqual([])
})

test('an allowance leaves a named waybill paid as far as it is owed, and lines of the books say each fen', async () => {
  shipper = 'shipper'
  const client = await server.login('shipper-finance')
  const [older, named] = [await signed(500_000), await signed(1_000_000)]
  const claimed = await claim(await arrived(1_000_000), [[named, 1_000_000]])
  const invoice = await issuedInvoice({ shipper: client, finance }, [named])
  const made = await finance.send(applyRed, {
    invoiceId: invoice.id,
    version: invoice.version,
    reasonCode: '04',
    isUsed: false,
    lines: [{ n: 1, gross: fen(300_000) }],
  })
  const agreed = await admin.send(moveRed, { id: made.id, version: made.version, move: 'agreeAlone' })
  await finance.send(issueRed, { id: made.id, version: agreed.version })
  await until(async () => (await finance.send(getRed, { id: made.id })).issueState === 'issued')
  // 7,000.00 of it is owed and paid; the 3,000.00 pay the older one
  expect(await open(older, named)).toEqual([200_000, 0])
  expect(await drift(server)).toEqual([])
  await unclaim(claimed)
  expect(await open(older, named)).toEqual([500_000, 700_000])
  expect(await drift(server)).toEqual([])
  await claim(await arrived(600_000), [[named, 600_000]])

  const figures = (await server.db(tx => tx.rows(bookedLines))).map(figuresOfLine)
  const words = { label: '科目', summary: '摘要', record: '单据', isRed: false }
  const ours = figures.filter(({ event }) => ['E1', 'E2c', 'E2cb', 'E2b'].includes(event))
  expect(new Set(ours.map(({ event }) => event))).toEqual(new Set(['E1', 'E2c', 'E2cb', 'E2b']))
  const unknown = ours.filter(({ event, recorded }) => recorded === undefined && event !== 'E1' && event !== 'E2c')
  expect(unknown).toEqual([])
  const differing = ours.filter(
    each => each.recorded !== undefined && explainVoucherLine(each, words).value !== each.amount,
  )
  expect(differing).toEqual([])
})
