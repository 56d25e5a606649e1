// Posting rules over HTTP: a version by two people from a coming day on, signatures that go by the version of their day, and
// trials that write nothing.
import {
  getPostingVersion,
  countPostingVersions,
  listPostingVersions,
  makePostingVersion,
  movePostingVersion,
  tryPostings,
} from '@yunshu/contract/voucher/posting'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuedApp } from '../../../../../tests/server/invoiceWorld.ts'
import { signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { explainLine } from '../explain/voucherLine.queries.ts'
import { postSigned } from './books.commands.ts'

let server: TestServer
let finance: Client
let admin: Client
const tomorrow = startOfDay(Date.now()) + DAY_MS
const shipperId = demoCompanyId('shipper')
const branchId = demoCompanyId('branch1')
beforeAll(async () => {
  server = await startTestServer()
  ;[finance, admin] = await Promise.all([server.login('platform-finance'), server.login('admin')])
})
afterAll(() => server.stop())

const said = async (answer: Promise<{ http: number; envelope: { message: string } }>): Promise<string> => {
  const { http, envelope } = await answer
  return `${http} ${envelope.message}`
}
const wish = { effectiveFrom: tomorrow, serviceCodes: ['SERVICE' as const], note: '服务费单列' }
const move = (
  client: Client,
  it: { id: string; version: number },
  name: 'confirm' | 'refuse' | 'withdraw',
  reason?: string,
) =>
  client.ask(movePostingVersion, {
    id: it.id,
    version: it.version,
    move: name,
    ...(reason === undefined ? {} : { reason }),
  })
/** Books the signature of a waybill at a moment: 1,060.00 of the shipper, 500.00 for the carrier. */
const postSignedAt = (at: number, waybill: { id: string; waybillNo: string }): Promise<void> =>
  asSystem(server.server.deps, ctx =>
    postSigned(
      { ...ctx, now: at },
      {
        ...waybill,
        shipperId,
        branchId,
        carrierId: demoCompanyId('carrier'),
        shipperFreight: fen(106_000),
        carrierFreight: fen(50_000),
        signedAt: at,
      },
    ),
  )

/** A signature at a moment with 1,000.00 of freight and 60.00 of service; the credits of its revenue. */
async function revenueAt(at: number): Promise<Record<string, number>> {
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 106_000, payable: 50_000, posted: false })
  await server.db(tx =>
    tx.run(
      sql`insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
        values (${v7()}::uuid, ${id}::uuid, 'SHIPPER', 'FREIGHT', 100000, 'confirmed', ${at}),
          (${v7()}::uuid, ${id}::uuid, 'SHIPPER', 'SERVICE', 6000, 'confirmed', ${at})`.compile(q),
    ),
  )
  await postSignedAt(at, { id, waybillNo })
  const rows = await server.db(tx =>
    tx.rows(
      sql<{
        account: string
        net: number
      }>`select account, sum(credit_fen - debit_fen)::bigint as net from journal_lines
        where waybill_id = ${id}::uuid and account in ('6001.01', '6051.01', '2221.07') group by 1 order by 1`.compile(
        q,
      ),
    ),
  )
  return Object.fromEntries(rows.map(({ account, net }) => [account, net]))
}

test('a version is made for a coming day, judged by another person, once; companies and other branches find none', async () => {
  expect(await said(finance.ask(makePostingVersion, { ...wish, effectiveFrom: tomorrow - 1 }))).toMatch(
    /^400 .*最早从明天/,
  )
  expect(await said(finance.ask(makePostingVersion, { ...wish, branchId: shipperId }))).toMatch(/^400 .*请选择分公司/)
  const both = await Promise.all([finance.ask(makePostingVersion, wish), finance.ask(makePostingVersion, wish)])
  expect(both.map(({ envelope }) => envelope.code).toSorted((a, b) => a - b)).toEqual([0, 5017])
  const [it] = (await finance.send(listPostingVersions, { state: 'asked' })).rows
  if (it === undefined) throw new Error('no version')
  expect((await finance.send(countPostingVersions, { state: 'active' })).state).toMatchObject({ asked: 1 })
  expect(it).toMatchObject({ moves: ['withdraw'], isInUse: false })
  expect(await said(move(finance, it, 'confirm'))).toMatch(/不能审核自己提交的单据/)
  expect(await said(move(admin, it, 'withdraw'))).toMatch(/只有制单人可以撤回/)
  expect(await said(move(admin, it, 'refuse'))).toMatch(/^400 .*不能为空/)
  expect((await move(await server.login('branch'), it, 'confirm')).http).toBe(403)
  expect((await (await server.login('shipper-finance')).ask(getPostingVersion, { id: it.id })).http).toBe(403)
  const judged = await Promise.all([move(admin, it, 'confirm'), move(admin, it, 'confirm')])
  expect(judged.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const end = await finance.send(getPostingVersion, { id: it.id })
  expect(end).toMatchObject({ state: 'active', isInUse: false, moves: [] })
  expect(end.rules.find(({ code }) => code === 'SERVICE')).toEqual({
    code: 'SERVICE',
    account: '6051.01',
    before: '6001.01',
    vatBp: 900,
    cost: '6401.01',
  })
  expect(end.log.map(({ action }) => action)).toEqual(expect.arrayContaining(['新建版本', '复核通过']))
})

test('a signature goes by the version of its day, that of the branch before that for all; the tax is the same', async () => {
  expect(await revenueAt(Date.now())).toEqual({ '2221.07': 8752, '6001.01': 97_248 })
  // the day has come
  await server.db(tx => tx.run(sql`update posting_versions set valid_from = ${startOfDay(Date.now())}`.compile(q)))
  expect(await revenueAt(Date.now())).toEqual({ '2221.07': 8752, '6001.01': 91_743, '6051.01': 5505 })
  expect(await revenueAt(Date.now() - DAY_MS), 'signed before its day').toEqual({ '2221.07': 8752, '6001.01': 97_248 })
  const own = { ...wish, branchId, serviceCodes: [], note: '本分公司不单列' }
  const { id, version } = await finance.send(makePostingVersion, own)
  await move(admin, { id, version }, 'confirm')
  await server.db(tx =>
    tx.run(sql`update posting_versions set valid_from = ${startOfDay(Date.now())} where id = ${id}::uuid`.compile(q)),
  )
  expect(await revenueAt(Date.now())).toEqual({ '2221.07': 8752, '6001.01': 97_248 })
})

test('costs and rates of a version: estimated and payable on the same accounts, tax by charge, an invoice for each rate', async () => {
  const rules = {
    ...wish,
    branchId,
    effectiveFrom: tomorrow + DAY_MS,
    costAccounts: [
      { code: 'TOLL' as const, account: '6401.03' as const },
      { code: 'LOAD' as const, account: '6401.01' as const },
    ],
    vatRates: [{ code: 'SERVICE' as const, vatBp: 600 as const }],
  }
  const twice = { ...rules, vatRates: [...rules.vatRates, ...rules.vatRates] }
  expect(await said(finance.ask(makePostingVersion, twice))).toMatch(/^400 .*费用种类重复/)
  const { id: versionId, version } = await finance.send(makePostingVersion, rules)
  expect((await move(admin, { id: versionId, version }, 'confirm')).envelope.code).toBe(0)
  const it = await finance.send(getPostingVersion, { id: versionId })
  expect(it.costAccounts, 'a rule that changes nothing is none').toEqual([{ code: 'TOLL', account: '6401.03' }])
  expect(it.rules.find(({ code }) => code === 'SERVICE')).toMatchObject({ vatBp: 600, vatBefore: 900 })
  const at = tomorrow + DAY_MS
  const { id, waybillNo } = await signedWaybill(server, { shipperFreight: 106_000, payable: 50_000, posted: false })
  await server.db(tx =>
    tx.run(
      sql`with w as (update waybills set signed_at = ${at} where id = ${id}::uuid)
        insert into charges (id, waybill_id, side, code, amount_fen, state, created_at)
        select gen_random_uuid(), ${id}::uuid, side, code, amount, 'confirmed', ${at}
          from (values ('SHIPPER', 'FREIGHT', 100000),
          ('SHIPPER', 'SERVICE', 6000), ('CARRIER', 'FREIGHT', 40000), ('CARRIER', 'TOLL', 10000)) as c (side, code,
            amount)`.compile(q),
    ),
  )
  await postSignedAt(at, { id, waybillNo })
  const sums = async () =>
    Object.fromEntries(
      (
        await server.db(tx =>
          tx.rows(
            sql<{ account: string; net: number }>`select account, sum(debit_fen - credit_fen)::bigint as net
              from journal_lines where waybill_id = ${id}::uuid group by 1`.compile(q),
          ),
        )
      ).map(({ account, net }) => [account, net]),
    )
  // 1,000.00 at 9 % and 60.00 at 6 %
  const tax = 8257 + 340
  expect(await sums()).toMatchObject({ '6001.01': -91_743, '6051.01': -5660, '2221.07': -tax, '6401.01': 40_000 })
  expect(await sums()).toMatchObject({ '6401.03': 10_000, '2202.99': -50_000 })
  const vouchers = await server.db(tx =>
    tx.rows(
      sql<{ id: string; n: number }>`select v.id, l.n from vouchers v join journal_lines l on l.entry_id = v.entry_id
        where l.waybill_id = ${id}::uuid`.compile(q),
    ),
  )
  for (const voucher of vouchers) {
    const { amount, kept } = await asSystem(server.server.deps, ctx => explainLine(ctx, voucher))
    expect(amount.value).toBe(kept)
  }
  // over HTTP: an invoice for each rate, and the tax of both is that of the signature
  const shipper = await server.login('shipper-finance')
  const { items } = await issuedApp({ shipper, finance }, [{ id, waybillNo }], 106_000)
  expect(items.map(item => [item.gross, item.tax]).toSorted(([a = 0], [b = 0]) => a - b)).toEqual([
    [6000, 340],
    [100_000, 8257],
  ])
  expect(await sums()).toMatchObject({ '2221.07': 0, '2221.05': -tax })
})

test('a version whose day has come is not confirmed any more', async () => {
  const { id, version } = await finance.send(makePostingVersion, { ...wish, effectiveFrom: tomorrow + DAY_MS })
  await server.db(tx =>
    tx.run(
      sql`update posting_versions
        set valid_from = ${tomorrow - DAY_MS}, branch_id = ${demoCompanyId('branch2')}::uuid
        where id = ${id}::uuid`.compile(q),
    ),
  )
  expect(await said(move(admin, { id, version }, 'confirm'))).toMatch(/^200 生效日期.*已到/)
  expect(await said(move(admin, { id, version: 9 }, 'refuse', '日期已过'))).toMatch(/^409/)
  expect((await move(admin, { id, version }, 'refuse', '日期已过')).envelope.code).toBe(0)
  expect((await (await server.login('branch')).ask(getPostingVersion, { id })).http, 'another branch').toBe(404)
})

test('a trial says the entries of the worked example and of a waybill, and writes nothing', async () => {
  const counts = () =>
    server.db(tx =>
      tx.one(
        sql<{
          lines: number
          vouchers: number
          audit: number
        }>`select (select count(*)::int from journal_lines) as lines,
          (select count(*)::int from vouchers) as vouchers, (select count(*)::int from events) as audit`.compile(q),
      ),
    )
  const { waybillNo } = await signedWaybill(server, { shipperFreight: 200_000, payable: 100_000, oil: 0 })
  const before = await counts()
  const trial = await finance.send(tryPostings, {
    charges: [{ code: 'FREIGHT', amount: fen(1_000_000) }],
    carrierFreight: fen(950_000),
    deducted: fen(12_000),
    oil: fen(300_000),
    prepaid: fen(400_000),
  })
  expect(trial.debit).toBe(trial.credit)
  expect(trial.entries.map(({ event }) => event)).toEqual(['E2', 'E2b', 'E3', 'E4a', 'E4b', 'E6b', 'E7a', 'E7b', 'E8'])
  expect(trial.entries[0]?.lines).toEqual([
    { account: '1122.01', accountName: '应收账款-托运人', party: '货主', debit: 1_000_000, credit: 0 },
    { account: '6001.01', accountName: '运输收入', debit: 0, credit: 917_431 },
    { account: '2221.07', accountName: '待转销项税额', debit: 0, credit: 82_569 },
  ])
  const of = await finance.send(tryPostings, { waybillNo })
  expect(of).toMatchObject({ waybillNo })
  expect(of.debit).toBe(of.credit)
  expect(await said(finance.ask(tryPostings, { waybillNo: 'YD0' }))).toMatch(/^400 .*没有这个运单/)
  // a branch nobody has is no branch, and a fault names the field it is about
  expect(await said(finance.ask(tryPostings, { branchId: v7() }))).toMatch(/^404 /)
  const charges = JSON.stringify([{ code: 'X', amount: 1 }])
  expect(await said(finance.ask(tryPostings, {}, { raw: { charges } }))).toMatch(/^400 费用种类/)
  const most = fen(Number.MAX_SAFE_INTEGER)
  const twice = [
    { code: 'FREIGHT' as const, amount: most },
    { code: 'LOAD' as const, amount: most },
  ]
  expect(await said(finance.ask(tryPostings, { charges: twice }))).toMatch(/^400 .*金额过大/)
  expect(await said(finance.ask(tryPostings, { carrierFreight: most, oil: most }))).toMatch(/^400 .*金额过大/)
  const tooMuch = finance.ask(tryPostings, { charges: [], carrierFreight: fen(1), oil: fen(2) })
  expect(await said(tooMuch)).toMatch(/^400 .*不能超过承运运费/)
  expect((await (await server.login('branch2')).ask(tryPostings, { waybillNo })).http).toBe(400)
  expect((await (await server.login('carrier-finance')).ask(tryPostings, {})).http).toBe(403)
  expect(await counts()).toEqual(before)
})
