// Tails of claims (E2e): some fen that are left of a named waybill are given up with its money, never more than the house
// allows, and owed again with the claim.
import { getPolicies, setPolicies } from '@yunshu/contract/policy'
import {
  claimRemittance,
  confirmRemittance,
  getRemittance,
  listReceivables,
  moveRemittance,
  recordRemittance,
} from '@yunshu/contract/remittance/remittance'
import { getPeriod } from '@yunshu/contract/voucher/closing'
import { listVouchers } from '@yunshu/contract/voucher/voucher'
import { decisionsOf } from '@yunshu/domain/company/company'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSlip } from '../../../../../tests/server/bankSlip.ts'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill, type Signed } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { cancelParts } from '../part/parts.commands.ts'
import { postUnsigned } from '../voucher/books.commands.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
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
const shipperId = demoCompanyId('shipper')
const signed = (amount: number) => signedWaybill(server, { shipperFreight: amount })
let serials = 0
const arrived = async (amount: number) => {
  const { id, version } = await branch.send(
    recordRemittance,
    {
      payerName: '某某贸易有限公司',
      payerAccount: '6222020099990001',
      amount: fen(amount),
      date: Date.now(),
      serial: `WC${String((serials += 1)).padStart(6, '0')}`,
    },
    withSlip(),
  )
  return { ...(await finance.send(confirmRemittance, { id, version, expectAmount: fen(amount) })), amount: fen(amount) }
}
type Picked = readonly (readonly [Signed, number, number?])[]
const said = ({ id, version, amount }: Awaited<ReturnType<typeof arrived>>, picks: Picked) => ({
  id,
  version,
  shipperId,
  expectAmount: amount,
  receivables: picks.map(([waybill, share, tail]) => ({
    waybillId: waybill.id,
    amount: fen(share),
    ...(tail === undefined ? {} : { tail: fen(tail) }),
  })),
})
const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const open = async (...waybills: readonly Signed[]): Promise<number[]> => {
  const found = await rows<{ waybill_id: string; open_fen: number }>(
    `select waybill_id, open_fen from ar_items where waybill_id in (${waybills.map(({ id }) => `'${id}'`).join()})`,
  )
  return waybills.map(({ id }) => found.find(row => row.waybill_id === id)?.open_fen ?? Number.NaN)
}
const linesOf = async (id: string): Promise<string[]> =>
  (
    await rows<{ event: string; account: string; net: number }>(
      `select e.event, l.account, l.debit_fen - l.credit_fen as net from journal_lines l
        join journal_entries e on e.id = l.entry_id join remittance_claims r on r.id = e.source_id where r.remittance_id = '${id}'
        order by e.event, l.n`,
    )
  ).map(({ event, account, net }) => `${event} ${account} ${net}`)
const balance = async (account: string): Promise<number> =>
  (
    await rows<{ n: number }>(
      `select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}'
        and branch_id = '${branchId}'`,
    )
  )[0]?.n ?? Number.NaN
const faults = async () => [...(await drift(server)), ...(await moneyFaults(server))]
const unclaim = ({ id, version }: { id: string; version: number }) =>
  admin.send(moveRemittance, { id, version, move: 'unclaim', reason: '认错了' })

test('the fen left of a named waybill are given up with the claim, listed at the close, and owed again with it', async () => {
  const [short, whole] = [await signed(10_000), await signed(20_000)]
  const money = await arrived(29_950)
  expect((await finance.send(listReceivables, { id: money.id, shipperId })).tailMost).toBe(100)
  const before = await balance('6711')
  const claimed = await finance.send(
    claimRemittance,
    said(money, [
      [short, 9_950, 50],
      [whole, 20_000],
    ]),
  )
  expect(await open(short, whole)).toEqual([0, 0])
  expect(await linesOf(money.id)).toEqual([
    'E2c 2241.03 29950',
    'E2c 1122.01 -9950',
    'E2c 1122.01 -20000',
    'E2e 6711 50',
    'E2e 1122.01 -50',
  ])
  const told = await finance.send(getRemittance, { id: money.id })
  expect(told.receivables.map(each => [each.waybillNo, each.amount, each.tail])).toEqual([
    [short.waybillNo, 9_950, 50],
    [whole.waybillNo, 20_000, undefined],
  ])
  expect(told.log[0]?.diff?.find(({ field }) => field === '核销运单')?.new).toContain('（尾差 0.50 元）')
  const period = periodOf(Date.now())
  const month = await finance.send(getPeriod, { branchId, period }, { raw: { branchCompanyId: branchId } })
  const check = month.checks.find(({ key }) => key === 'tails')
  expect([check?.ok, check?.count]).toEqual([false, 1])
  const listed = await finance.send(listVouchers, { kind: 'OTHER', period, branchId, text: '尾差核销', limit: 20 })
  expect(listed.rows.map(row => row.amount)).toEqual([50])
  expect(await faults()).toEqual([])
  await unclaim(claimed)
  expect(await open(short, whole)).toEqual([10_000, 20_000])
  expect(await balance('6711')).toBe(before)
  expect(await faults()).toEqual([])
  await finance.send(
    claimRemittance,
    said(await arrived(30_000), [
      [short, 10_000],
      [whole, 20_000],
    ]),
  )
})

test('a tail beyond the limit, of nothing, or of another amount than is left is refused and writes nothing', async () => {
  const waybill = await signed(10_000)
  const money = await arrived(10_000)
  const refusal = async (pay: number, tail: number) => {
    const { http: status, envelope } = await finance.ask(claimRemittance, said(money, [[waybill, pay, tail]]))
    return [status, JSON.stringify(envelope)] as const
  }
  for (const [pay, tail, words] of [
    [9_899, 101, '尾差应大于 0，不超过 1.00 元'],
    [10_000, 0, '尾差应大于 0，不超过 1.00 元'],
    [9_950, 49, '未付 100.00 元，核销 99.50 元后的尾差不是 0.49 元'],
  ] as const) {
    const [status, text] = await refusal(pay, tail)
    expect([status, text]).toEqual([400, expect.stringContaining(words)])
    expect(text).toContain('receivables')
  }
  // the house decides how much, and a company has no say
  const { version, inForce, losses } = await admin.send(getPolicies, {})
  const standing = { isDirect: false, debtMost: fen(1_000_000) }
  expect(losses).toEqual({ tailMost: 100, ...standing })
  const chosen = {
    version,
    decisions: decisionsOf(inForce),
    losses: { tailMost: fen(0), isDirect: true, debtMost: standing.debtMost },
  }
  await admin.send(setPolicies, chosen)
  expect((await refusal(9_950, 50))[1]).toContain('尾差限额为 0')
  const own = await server.login('shipper')
  const theirs = await own.send(getPolicies, {})
  expect(theirs.losses).toBeUndefined()
  const meddling = { version: theirs.version, decisions: decisionsOf(theirs.inForce), losses: chosen.losses }
  expect((await own.ask(setPolicies, meddling)).http).toBe(403)
  const now = await admin.send(getPolicies, {})
  await admin.send(setPolicies, { ...chosen, version: now.version, losses: { tailMost: fen(100), ...standing } })
  expect(await open(waybill)).toEqual([10_000])
  expect(await faults()).toEqual([])
  await finance.send(claimRemittance, said(money, [[waybill, 10_000]]))
})

test('16 claims at once with a tail on one waybill pay it once; voided, its tail is no loss and its money prepaid', async () => {
  const waybill = await signed(10_000)
  const before = await balance('6711')
  const money = await Promise.all(Array.from({ length: 16 }, () => arrived(9_950)))
  const answers = await Promise.all(
    money.map((each, n) => (n % 2 ? finance : admin).ask(claimRemittance, said(each, [[waybill, 9_950, 50]]))),
  )
  expect(answers.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  expect([(await open(waybill))[0], (await balance('6711')) - before]).toEqual([0, 50])
  expect(await faults()).toEqual([])
  await asSystem(server.server.deps, async ctx => {
    await cancelParts(ctx, waybill.id)
    await postUnsigned(ctx, { ...waybill, branchId })
  })
  expect([await balance('6711'), await balance('2205.01')]).toEqual([before, -9_950])
  expect(await faults()).toEqual([])
  const claimed = answers.findIndex(({ envelope }) => envelope.code === 0)
  const row = await finance.send(getRemittance, { id: money[claimed]?.id ?? '' })
  await unclaim(row)
  expect(await balance('2205.01')).toBe(0)
  expect(await faults()).toEqual([])
})
