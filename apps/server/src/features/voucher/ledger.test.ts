// The journal: balanced, append-only, once per event, numbered without a gap, and its balances never drift.
import { debit, credit, reverseLines, type JournalLine } from '@yunshu/domain/voucher/ledger'
import { fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { q, type Tx } from '../../db/tx.ts'
import { demoCompanyId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { balances, drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { postTopUp } from './books.commands.ts'
import { openEntriesOf } from './books.queries.ts'
import type { Entry } from './entry.ts'
import { bookEntries } from './ledger.commands.ts'
import { redEntry } from './red.ts'

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
const posted = (branch: string, entries: Entry[]): Promise<void> =>
  asSystem(server.server.deps, async ctx => bookEntries(ctx, branch, entries))
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
    [debit('1002.02', fen(-100)), credit('6051.01', fen(-100))],
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

test('an entry in red posted again has one effect; another red of its name is refused, not lost', async () => {
  const [one, two] = [v7(), v7()]
  const source = { type: 'topUp', id: one } as const
  await posted(branchId, [entry(cash(70), { source }), entry(cash(80), { source: { type: 'topUp', id: two } })])
  const red = (id: string) =>
    asSystem(server.server.deps, async ctx => {
      const [open] = await openEntriesOf(ctx, 'topUp', [id], ['test'])
      return open === undefined ? [] : [{ ...redEntry(open, '冲回'), source }]
    })
  const [first, other] = [await red(one), await red(two)]
  await posted(branchId, first)
  const count = await entryCount()
  await posted(branchId, first)
  expect(await entryCount()).toBe(count)
  await expect(posted(branchId, other)).rejects.toThrow('would be lost')
  expect(await entryCount()).toBe(count)
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
        const entries = [entry(cash(n + 1)), ...(n % 3 === 0 ? [entry(cash(7))] : [])]
        bookEntries(ctx, branch, entries)
        // the number is taken, then something else goes wrong
        if (n % 5 === 4) ctx.lastly('balances', () => Promise.reject(new Problem('server.busy')))
        return entries.length
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

const datesOf = (branch: string) =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('journal_entries')
        .select(['period', 'date', 'happened_at'])
        .where('branch_id', '=', branch)
        .orderBy('id', 'desc')
        .limit(1),
    ),
  )

test('an entry is booked on the day of its event; a closed month hands it on to the first day that is open', async () => {
  const branch = demoCompanyId('branch3')
  const now = Date.now()
  const [month, last, next] = [0, -1, 1].map(by => shiftPeriod(periodOf(now), by))
  const happenedAt = startOfPeriod(last ?? '') + 3 * 86_400_000
  const close = (period: string | undefined, at: number | null) =>
    server.db(tx =>
      tx.run(
        q
          .updateTable('periods')
          .set({ closed_at: at })
          .where('branch_id', '=', branch)
          .where('period', '=', period ?? ''),
      ),
    )
  await posted(branch, [entry(cash(100), { happenedAt })])
  expect(await datesOf(branch)).toEqual([{ period: last, date: happenedAt, happened_at: happenedAt }])
  await close(last, 1)
  await posted(branch, [entry(cash(100), { happenedAt })])
  expect(await datesOf(branch)).toEqual([{ period: month, date: startOfPeriod(month ?? ''), happened_at: happenedAt }])
  await close(month, 1)
  await posted(branch, [entry(cash(100))])
  expect(await datesOf(branch)).toMatchObject([{ period: next, date: startOfPeriod(next ?? '') }])
  await close(month, null)
  await close(last, null)
  expect(await drift(server)).toEqual([])
})

/** The entry of a source in the journal, and the lines of an entry as they stand there. */
const entryIdOf = async (id: string): Promise<string> =>
  (
    await server.db(tx =>
      tx.one(q.selectFrom('journal_entries').select('id').where('source_id', '=', id).where('event', '=', 'test')),
    )
  ).id
const postedAs = (entryId: string, lines: readonly JournalLine[]) =>
  lines.map((line, index) => ({ ...line, at: { entryId, n: index + 1 } }))
const vouchersOf = (ids: readonly string[]) =>
  server.db(tx =>
    tx.rows(
      q
        .selectFrom('vouchers as v')
        .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
        .select(['v.state', 'v.amount_fen', 'v.reversed_fen'])
        .where('e.source_id', 'in', [...ids])
        .orderBy('v.id'),
    ),
  )

test('a reversal stands in red on the same sides, once, and marks what it takes back', async () => {
  const source = { type: 'topUp' as const, id: v7() }
  await posted(branchId, [entry(cash(700), { source })])
  const at = await entryIdOf(source.id)
  const red = entry(reverseLines(postedAs(at, cash(700))), { source, event: 'red' })
  await posted(branchId, [red])
  await posted(branchId, [red])
  expect(await vouchersOf([source.id])).toEqual([
    { state: 'reversed', amount_fen: 700, reversed_fen: 700 },
    { state: 'posted', amount_fen: -700, reversed_fen: 0 },
  ])
  // under another name the same lines are not taken back a second time
  await expect(posted(branchId, [{ ...red, event: 'again' }])).rejects.toThrow('journal_lines_reverses')
  expect(await drift(server)).toEqual([])
})

test('lines of one entry are taken back by several, and of several by one', async () => {
  const [wide, other] = [v7(), v7()]
  const lines = [...cash(300), ...cash(400)]
  await posted(branchId, [
    entry(lines, { source: { type: 'topUp', id: wide } }),
    entry(cash(50), { source: { type: 'topUp', id: other } }),
  ])
  const [ofWide, ofOther] = [postedAs(await entryIdOf(wide), lines), postedAs(await entryIdOf(other), cash(50))]
  await posted(branchId, [entry(reverseLines([...ofWide.slice(0, 2), ...ofOther]))])
  expect(await vouchersOf([wide, other])).toMatchObject([
    { state: 'partly', reversed_fen: 300 },
    { state: 'reversed', reversed_fen: 50 },
  ])
  await posted(branchId, [entry(reverseLines(ofWide.slice(2)))])
  expect(await vouchersOf([wide])).toMatchObject([{ state: 'reversed', reversed_fen: 700 }])
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
