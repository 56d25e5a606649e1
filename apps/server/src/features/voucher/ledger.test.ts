// The journal: balanced, append-only, once per event, numbered without a gap, and its balances never drift.
import { debit, credit, reverseEntry, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { q, type Tx } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { balances, drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { postTopUp } from './books.commands.ts'
import { postEntries, type Entry } from './ledger.commands.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  await server.stop()
})

const branchId = demoCompanyId('branch1'),
  shipperId = demoCompanyId('shipper')
const entry = (lines: JournalLine[], more: Partial<Entry> = {}): Entry => ({
  source: { type: 'topUp', id: v7() },
  event: 'test',
  summary: '试账',
  lines,
  voucher: { kind: 'OTHER', counterparty: '甲' },
  ...more,
})
const posted = (branch: string, entries: Entry[]): Promise<number> =>
  asSystem(server.server.deps, ctx => postEntries(ctx, branch, entries))
const cash = (amount: number): JournalLine[] => [debit('1002.02', fen(amount)), credit('6051.01', fen(amount))]
const entryCount = async (): Promise<number> =>
  Number((await server.db(tx => tx.one(q.selectFrom('journal_entries').select(sql<number>`count(*)`.as('n'))))).n)

test('what does not balance, or names no party, is not posted', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const before = await entryCount()
  const bad = [
    [debit('1002.02', fen(100)), credit('6051.01', fen(99))],
    [debit('1002.02', fen(100))],
    [],
    [debit('1122.01', fen(100)), credit('6051.01', fen(100))],
    reverseEntry(cash(100)),
  ]
  for (const lines of bad) await expect(posted(branchId, [entry(cash(5)), entry(lines)])).rejects.toThrow(Problem)
  expect(told).toHaveBeenCalledTimes(bad.length)
  told.mockRestore()
  expect(await entryCount()).toBe(before)
  expect(await drift(server)).toEqual([])
})

test('the same event posted again, also at the same moment, has one effect', async () => {
  const before = (await balances(server))['2205.01'] ?? 0
  for (let group = 0; group < 10; group++) {
    const ids = Array.from({ length: 10 }, () => v7())
    await Promise.all(
      ids.flatMap(id =>
        Array.from({ length: 16 }, () =>
          surely(() =>
            asSystem(server.server.deps, ctx =>
              postTopUp(ctx, { id, shipperId: demoCompanyId('shipper2'), branchId, amount: fen(100) }),
            ),
          ),
        ),
      ),
    )
  }
  expect((await balances(server))['2205.01']).toBe(before - 100 * 100)
  expect(await drift(server)).toEqual([])
})

/** Tries again while no connection is free. */
async function surely<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('timeout exceeded'))) throw error
    }
  }
}

test('voucher numbers of a branch and month have no gap, also when many post at once and some fail', async () => {
  const branch = demoCompanyId('branch2')
  const work = Array.from({ length: 60 }, (_, n) =>
    surely(() =>
      asSystem(server.server.deps, async ctx => {
        const count = await postEntries(ctx, branch, [entry(cash(n + 1)), ...(n % 3 === 0 ? [entry(cash(7))] : [])])
        // the number is taken, then something else goes wrong
        if (n % 5 === 4) throw new Problem('server.busy')
        return count
      }).catch((error: unknown) => {
        if (error instanceof Problem) return 0
        throw error
      }),
    ),
  )
  const made = (await Promise.all(work)).reduce((sum, n) => sum + n, 0)
  const numbers = (
    await server.db(tx => tx.rows(q.selectFrom('vouchers').select('voucher_no').where('branch_id', '=', branch)))
  )
    .map(row => row.voucher_no)
    .sort()
  const period = periodOf(Date.now())
  expect(made).toBeGreaterThan(50)
  expect(numbers).toEqual(Array.from({ length: made }, (_, n) => `记-${period}-${String(n + 1).padStart(4, '0')}`))
  expect(await drift(server)).toEqual([])
})

test('a closed month takes nothing', async () => {
  const branch = demoCompanyId('branch3'),
    period = periodOf(Date.now())
  await posted(branch, [entry(cash(100))])
  await server.db(tx => tx.run(q.updateTable('periods').set({ closed_at: 1 }).where('branch_id', '=', branch)))
  await expect(posted(branch, [entry(cash(100))])).rejects.toThrow(`会计期间${period}已结账`)
  await server.db(tx => tx.run(q.updateTable('periods').set({ closed_at: null }).where('branch_id', '=', branch)))
  expect(await posted(branch, [entry(cash(100))])).toBe(1)
})

test('a reversal stands in red on the same sides and marks what it takes back', async () => {
  const source = { type: 'topUp' as const, id: v7() }
  await posted(branchId, [entry(cash(700), { source })])
  const original = await server.db(tx =>
    tx.one(
      q
        .selectFrom('vouchers as v')
        .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
        .select(['v.id', 'v.version', 'e.id as entry_id'])
        .where('e.source_id', '=', source.id),
    ),
  )
  const red = entry(reverseEntry(cash(700)), {
    source,
    event: 'red',
    reversalOf: original.entry_id,
    voucher: { kind: 'OTHER', counterparty: '甲', reverses: original },
  })
  await posted(branchId, [red])
  expect(await posted(branchId, [red])).toBe(0)
  const both = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('vouchers as v')
        .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
        .select(['v.id', 'v.state', 'v.amount_fen', 'v.reversal_of', 'v.reversed_by'])
        .where('e.source_id', '=', source.id)
        .orderBy('v.id'),
    ),
  )
  expect(both).toMatchObject([
    { state: 'reversed', amount_fen: 700, reversed_by: both[1]?.id },
    { state: 'posted', amount_fen: -700, reversal_of: original.id },
  ])
  expect(await drift(server)).toEqual([])
})

test('money paid in advance is used once, whoever signs at the same moment', async () => {
  await asSystem(server.server.deps, ctx => postTopUp(ctx, { id: v7(), shipperId, branchId, amount: fen(250_000) }))
  await Promise.all(Array.from({ length: 6 }, () => signedWaybill(server, { shipperFreight: 100_000 })))
  const { net } = await server.db(tx =>
    tx.one(
      q
        .selectFrom('account_balances')
        .select(sql<number>`sum(credit_fen - debit_fen)::bigint`.as('net'))
        .where('account', '=', '2205.01')
        .where('party_id', '=', shipperId),
    ),
  )
  expect(net).toBe(0)
  const used = await server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_entries as e')
        .innerJoin('journal_lines as l', 'l.entry_id', 'e.id')
        .select('l.debit_fen')
        .where('e.event', '=', 'E2b')
        .where('l.account', '=', '2205.01')
        .orderBy('e.id'),
    ),
  )
  expect(used.map(row => row.debit_fen).sort((a, b) => b - a)).toEqual([100_000, 100_000, 50_000])
})

test('the product itself cannot change or remove what is in the books', async () => {
  const tries: ((tx: Tx) => Promise<unknown>)[] = [
    tx => tx.run(sql`update journal_entries set summary = 'x'`.compile(q)),
    tx => tx.run(sql`delete from journal_entries`.compile(q)),
    tx => tx.run(sql`update journal_lines set debit_fen = 1`.compile(q)),
    tx => tx.run(sql`delete from journal_lines`.compile(q)),
    tx => tx.run(sql`delete from account_balances`.compile(q)),
    tx => tx.run(sql`delete from vouchers`.compile(q)),
    tx => tx.run(sql`delete from payments`.compile(q)),
    tx => tx.run(sql`delete from settlements`.compile(q)),
    tx => tx.run(sql`update channel_facts set raw = '{}'`.compile(q)),
    tx => tx.run(sql`truncate journal_lines`.compile(q)),
  ]
  for (const work of tries) await expect(server.db(work)).rejects.toThrow('permission denied')
})
