// Prepaid money and arrears of a shipper meet after every change, oldest due first; open items are the balance of
// 1122.01 at every step; nothing is booked while nothing changes; many at once neither wait for each other nor pay twice.
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import { asSystem } from '../../work/system.ts'
import { cancelParts } from '../part/parts.commands.ts'
import { postSigned, postTopUp, postUnsigned } from './books.commands.ts'
import { takeMoney } from './fundBooks.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** Each test has a shipper of its own, so that what one leaves is no part of another. */
let shipper = ''
let next = 0
const names = ['shipper', 'shipper2', 'shipper3', 'shipper4', 'shipper5', 'shipper6']
beforeEach(() => {
  shipper = names[next++] ?? ''
})
const branch = 'branch1'
const branchId = demoCompanyId(branch)

const topUp = (amount: number, of = shipper): Promise<void> =>
  asSystem(server.server.deps, ctx =>
    postTopUp(ctx, { id: v7(), shipperId: demoCompanyId(of), branchId, amount: fen(amount) }),
  )
const signed = (amount: number, of = shipper) => signedWaybill(server, { shipper: of, branch, shipperFreight: amount })
const unsign = (w: { id: string; waybillNo: string }): Promise<void> =>
  asSystem(server.server.deps, async ctx => {
    await cancelParts(ctx, w.id)
    await postUnsigned(ctx, { ...w, branchId })
  })
const rows = <R>(text: string): Promise<R[]> => server.db(tx => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q)))
const one = async (text: string): Promise<number> => (await rows<{ n: number }>(text))[0]?.n ?? NaN
const balance = (account: string, of = shipper): Promise<number> =>
  one(`select coalesce(sum(debit_fen - credit_fen), 0)::bigint as n from account_balances where account = '${account}'
    and party_id = '${demoCompanyId(of)}' and branch_id = '${branchId}'`)
const open = (of = shipper): Promise<[string, number][]> =>
  rows<{ waybill_no: string; open_fen: number }>(
    `select waybill_no, open_fen from ar_items where shipper_id = '${demoCompanyId(of)}' and open_fen > 0 order by due_at, waybill_no`,
  ).then(all => all.map(row => [row.waybill_no, row.open_fen]))
const entries = (event: string): Promise<number> =>
  one(`select count(*)::int as n from journal_entries where event = '${event}'`)

describe('what a shipper owes and what it paid ahead', () => {
  test('a later top-up pays arrears, oldest due first, on one voucher; money that is left waits for the next signature', async () => {
    const first = await signed(100_001)
    const second = await signed(200_002)
    await server.db(tx =>
      tx.run(
        q
          .updateTable('ar_items')
          .set(({ eb }) => ({ due_at: eb('due_at', '-', 5 * DAY_MS) }))
          .where('waybill_id', '=', second.id),
      ),
    )
    expect(await balance('1122.01')).toBe(300_003)
    await topUp(200_003)
    expect(await open()).toEqual([[first.waybillNo, 100_000]])
    const [voucher] = await rows<{ amount_fen: number; summary: string; lines: number }>(
      `select v.amount_fen, v.summary, (select count(*)::int from journal_lines l where l.entry_id = v.entry_id) as lines
      from vouchers v join journal_entries e on e.id = v.entry_id where e.event = 'E2b' and v.shipper_id = '${demoCompanyId(shipper)}'`,
    )
    expect(voucher).toEqual({ amount_fen: 200_003, summary: '预收冲应收 2 单', lines: 4 })
    await topUp(150_000)
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([0, -50_000])
    const third = await signed(70_000)
    expect(await open()).toEqual([[third.waybillNo, 20_000]])
    expect(await balance('2205.01')).toBe(0)
    expect(await drift(server)).toEqual([])
  })

  test('a voided waybill gives back what had paid for it, and that pays what else is owed', async () => {
    await topUp(50_000)
    const covered = await signed(40_000)
    const half = await signed(30_000)
    const bare = await signed(25_000)
    expect(await open()).toEqual([
      [half.waybillNo, 20_000],
      [bare.waybillNo, 25_000],
    ])
    await unsign(covered)
    expect(await open()).toEqual([[bare.waybillNo, 5_000]])
    expect(await drift(server)).toEqual([])
    await unsign(covered)
    await unsign(half)
    expect([await balance('1122.01'), await balance('2205.01'), await open()]).toEqual([0, -25_000, []])
    await unsign(bare)
    expect([await balance('1122.01'), await balance('2205.01')]).toEqual([0, -50_000])
    expect(await drift(server)).toEqual([])
  })

  test('nothing is booked while nothing changes', async () => {
    await topUp(10_000)
    const waybill = await signed(30_000)
    const before = [await entries('E2b'), await one('select count(*)::int as n from ar_matches'), await open()]
    await asSystem(server.server.deps, ctx =>
      postSigned(ctx, {
        ...waybill,
        shipperId: demoCompanyId(shipper),
        carrierId: demoCompanyId('carrier'),
        branchId,
        signedAt: ctx.now,
        shipperFreight: fen(30_000),
        carrierFreight: fen(950_000),
      }),
    )
    expect([await entries('E2b'), await one('select count(*)::int as n from ar_matches'), await open()]).toEqual(before)
  })

  test('a set-off is dated by the later of its two sides', async () => {
    const lastMonth = startOfPeriod(shiftPeriod(periodOf(Date.now()), -1)) + 9 * DAY_MS
    await topUp(10_000)
    const waybill = await signedWaybill(server, { shipper, branch, shipperFreight: 10_000, posted: false })
    await asSystem(server.server.deps, ctx =>
      postSigned(ctx, {
        ...waybill,
        shipperId: demoCompanyId(shipper),
        carrierId: demoCompanyId('carrier'),
        branchId,
        signedAt: lastMonth,
        shipperFreight: fen(10_000),
        carrierFreight: fen(950_000),
      }),
    )
    const dated = await rows<{ event: string; period: string }>(
      `select e.event, e.period from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = '1122.01' where l.waybill_id = '${waybill.id}' order by 1`,
    )
    expect(dated).toEqual([
      { event: 'E2', period: periodOf(lastMonth) },
      { event: 'E2b', period: periodOf(Date.now()) },
    ])
  })

  test('signatures, top-ups, voids and payments of one branch at once: nobody waits for ever, nothing is paid twice', async () => {
    const old = await Promise.all(Array.from({ length: 8 }, (_, n) => signed(10_000 + n)))
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => signed(7_000 + n)),
      ...Array.from({ length: 12 }, (_, n) => topUp(6_500 + n)),
      ...Array.from({ length: 6 }, (_, n) => topUp(3_000 + n, 'shipper2')),
      ...Array.from({ length: 6 }, (_, n) => signed(3_000 + n, 'shipper2')),
      ...old.slice(0, 5).map(unsign),
      // two shippers in one transaction, named the other way round in the next one
      ...Array.from({ length: 12 }, (_, n) =>
        asSystem(server.server.deps, async ctx => {
          const both = ['shipper2', shipper]
          for (const of of n % 2 === 0 ? both : both.toReversed())
            await postTopUp(ctx, { id: v7(), shipperId: demoCompanyId(of), branchId, amount: fen(100 + n) })
        }),
      ),
      // a payment holds the money of the branch while it books
      ...Array.from({ length: 6 }, () =>
        asSystem(server.server.deps, async ctx => {
          await takeMoney(ctx, branchId, fen(1))
          await postTopUp(ctx, { id: v7(), shipperId: demoCompanyId(shipper), branchId, amount: fen(11) })
        }),
      ),
    ])
    expect(await drift(server)).toEqual([])
    const owed = await balance('1122.01')
    const prepaid = 0 - (await balance('2205.01'))
    expect(Math.min(owed, prepaid)).toBe(0)
    const total = 80_028 + 84_066 - (50_010 + 78_066 + 12 * 100 + 66 + 66)
    expect(owed - prepaid).toBe(total)
  })
})

describe('the check of the books finds', () => {
  test('an item that is not what is owed, a match without its money, and arrears beside prepaid money', async () => {
    const waybill = await signed(5_000)
    const spoiled = async (text: string, mend: string): Promise<string[]> => {
      await rows(`${text} returning 1`)
      const found = await drift(server)
      await rows(`${mend} returning 1`)
      return found
    }
    const item = `where waybill_id = '${waybill.id}'`
    expect(
      await spoiled(`update ar_items set open_fen = 4999 ${item}`, `update ar_items set open_fen = 5000 ${item}`),
    ).toEqual([expect.stringContaining('what paid it'), expect.stringContaining('receivables of')])
    await topUp(7_000)
    expect(
      await spoiled(`update ar_items set open_fen = 1 ${item}`, `update ar_items set open_fen = 0 ${item}`),
    ).toEqual(expect.arrayContaining([expect.stringContaining('arrears beside prepaid money')]))
    expect(await drift(server)).toEqual([])
  })
})
