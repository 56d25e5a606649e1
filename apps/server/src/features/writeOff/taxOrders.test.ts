// The tax of receivables that are given up, in every order of part invoices, red ones, write-offs, what undoes them, closes and
// reopened months: declared once, owed by the month it fell due in, and by no month twice.
import { fen } from '@yunshu/domain/figures/money'
import { recogniseRevenue } from '@yunshu/domain/voucher/postings'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { moneyFaults } from '../../../../../tests/server/payeeWorld.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type TestServer } from '../../../../../tests/server/testServer.ts'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { asSystem } from '../../work/system.ts'
import type { Closing } from '../voucher/closing.queries.ts'
import { postClosing, postReopened } from '../voucher/closingBooks.commands.ts'
import { postInvoiceIssued, postInvoiceRed } from '../voucher/invoiceBooks.commands.ts'
import { bookEntries } from '../voucher/ledger.commands.ts'
import { lockReceivables, postWriteOff, postWriteOffUndone } from '../voucher/writeOffBooks.commands.ts'

let server: TestServer
let waybillId = ''
beforeAll(async () => {
  server = await startTestServer()
  waybillId = (await signedWaybill(server, { shipperFreight: 109, payable: 50 })).id
})
afterAll(() => server.stop())

const running = periodOf(Date.now())
/** The month all of it falls due in, and the one after it. */
const [due, next] = [shiftPeriod(running, -2), shiftPeriod(running, -1)]
const dayIn = (period: string): number => startOfPeriod(period) + 5 * 86_400_000
const shipperId = demoCompanyId('shipper6')
const tax = 9_000
const shares = { part: 4_000, rest: 5_000 } as const

/**
 * Steps of one waybill: an invoice of a part, its red one, an invoice of the rest, the write-off and its undoing. A path has a
 * place for each step: the closes stand between the places, and what has the last place never happens.
 */
type Step = 'part' | 'red' | 'rest' | 'off' | 'back'
interface Path {
  readonly id: string
  /** The steps of each place, in their order. */
  readonly places: readonly (readonly Step[])[]
}
const places = 4
const after: Readonly<Partial<Record<Step, Step>>> = { red: 'part', back: 'off' }

/** The orders of these steps in which each stands behind the one it needs. */
function ordersOf(steps: readonly Step[]): Step[][] {
  if (steps.length === 0) return [[]]
  return steps
    .filter(step => !steps.includes(after[step] ?? step) || after[step] === undefined)
    .flatMap(step => ordersOf(steps.filter(each => each !== step)).map(rest => [step, ...rest]))
}
/** Every way to lay steps in one order into the places; the last place is never reached. */
function laid([first, ...more]: readonly Step[], from: number): (readonly [Step, number])[][] {
  if (first === undefined) return [[]]
  return Array.from({ length: places + 1 - from }, (_, n) => from + n).flatMap(place =>
    laid(more, place).map(rest => [[first, place] as const, ...rest]),
  )
}
const paths = (): Path[] => {
  const all = [
    ['part', 'off', 'back', 'rest'],
    ['part', 'red', 'off'],
  ] as const
  const found = all.flatMap(steps => ordersOf(steps).flatMap(order => laid(order, 0)))
  const texts = found.map(steps =>
    JSON.stringify(Array.from({ length: places }, (_, n) => steps.filter(([, at]) => at === n).map(([step]) => step))),
  )
  return [...new Set(texts)].map(text => ({ id: v7(), places: JSON.parse(text) }))
}

const on = (period: string, work: (ctx: Ctx) => Promise<void> | void): Promise<void> =>
  asSystem(server.server.deps, async ctx => work({ ...ctx, now: period === running ? Date.now() : dayIn(period) }))

/** Signed waybills of a branch, due in the first month. */
async function signedIn(branchId: string, all: readonly Path[]): Promise<void> {
  const [ids, at] = [all.map(({ id }) => id), dayIn(due)]
  await on(due, async ctx => {
    await ctx.tx.run(
      sql`insert into waybills overriding system value
        select (jsonb_populate_record(w, jsonb_build_object('id', x, 'waybill_no', 'YDT' || left(x::text, 30), 'branch_id',
          ${branchId}::uuid))).* from waybills w, unnest(${ids}::uuid[]) as x where w.id = ${waybillId}::uuid`.compile(
        q,
      ),
    )
    await ctx.tx.run(
      sql`insert into ar_items (id, waybill_id, waybill_no, shipper_id, branch_id, amount_fen, open_fen, happened_at,
          due_at, created_at)
        select gen_random_uuid(), x, 'YDT' || left(x::text, 30), ${shipperId}::uuid, ${branchId}::uuid, 109000, 109000,
          ${at}, ${at}, ${at} from unnest(${ids}::uuid[]) as x`.compile(q),
    )
    const lines = ids.flatMap(id =>
      recogniseRevenue({ shipper: shipperId, waybillId: id, amount: fen(109_000), vatBasisPoints: 900 }),
    )
    const voucher = { kind: 'ACCOUNTING', counterparty: '托运人' } as const
    const source = { type: 'fund', id: v7() } as const
    bookEntries(ctx, branchId, [
      { source, event: 'E2', summary: '签收确认收入', lines, shipperId, happenedAt: at, voucher },
    ])
  })
}

interface Run {
  readonly branchId: string
  readonly all: readonly Path[]
  /** The invoices and the write-offs that were made, by the paths that share them. */
  readonly made: Map<string, string>
}
const keyOf = (path: Path, ...steps: readonly Step[]): string =>
  steps.map(step => path.places.map(place => place.indexOf(step)).join()).join(' ')

/** Books one step of paths that share what it is about. */
async function take({ branchId, made }: Run, step: Step, period: string, some: readonly Path[]): Promise<void> {
  const [first] = some
  if (first === undefined) return
  const ids = some.map(({ id }) => id)
  const of = { branchId, shipperId }
  const invoice = `part ${keyOf(first, 'part', 'red')}`
  const loss = `off ${keyOf(first, 'off', 'back')}`
  const maker = { id: demoUserId('platform-finance'), name: '财务' }
  const items = ids.map(id => ({ waybillId: id, amount: fen(109_000) }))
  await on(period, async ctx => {
    switch (step) {
      case 'part':
      case 'rest': {
        const id = v7()
        if (step === 'part') made.set(invoice, id)
        const lines = ids.map(each => ({ waybillId: each, tax: fen(shares[step]) }))
        return postInvoiceIssued(ctx, { id, invoiceNo: '1', issuedAt: ctx.now, ...of, lines })
      }
      case 'red': {
        const lines = ids.map(each => ({ waybillId: each, gross: fen(0), net: fen(0), tax: fen(shares.part) }))
        const invoiceId = made.get(invoice) ?? ''
        return postInvoiceRed(ctx, { id: v7(), redNo: '2', redAt: ctx.now, invoiceId, ...of, lines })
      }
      case 'off': {
        const id = v7()
        made.set(loss, id)
        await ctx.tx.run(
          sql`insert into write_offs (id, write_off_no, state, shipper_id, branch_id, amount_fen, waybills, reason, maker_id,
              maker_name, checker_id, checker_name, checked_at, created_at, updated_at)
            values (${id}::uuid, ${id}, 'booked', ${shipperId}::uuid, ${branchId}::uuid, ${109_000 * ids.length},
              ${ids.length}, '破产', ${maker.id}::uuid, '财务', ${demoUserId('admin')}::uuid, '管理员', 1, 1, 1)`.compile(
            q,
          ),
        )
        await ctx.tx.run(
          sql`insert into write_off_items (write_off_id, waybill_id, branch_id, amount_fen)
            select ${id}::uuid, x, ${branchId}::uuid, 109000 from unnest(${ids}::uuid[]) as x`.compile(q),
        )
        await lockReceivables(ctx, of, ids)
        return postWriteOff(ctx, { id, writeOffNo: 'HX', ...of, items, maker })
      }
      case 'back': {
        const id = made.get(loss) ?? ''
        await postWriteOffUndone(ctx, { id, writeOffNo: 'HX', ...of, items, maker })
        await ctx.tx.run(
          sql`update write_offs set state = 'undone', undo_checker_id = ${demoUserId('admin')}::uuid
            where id = ${id}::uuid`.compile(q),
        )
      }
    }
  })
}

/** The tax owed and waiting of each path: what is owed up to the end of each month, and what waits now. */
async function taxes({ branchId, all }: Run) {
  const rows = await server.db(tx =>
    tx.rows(
      sql<{ id: string; at_due: number; at_next: number; owed: number; waits: number }>`select l.waybill_id as id,
          coalesce(sum(l.credit_fen - l.debit_fen) filter (where account = '2221.05' and period <= ${due}), 0)::bigint as at_due,
          coalesce(sum(l.credit_fen - l.debit_fen) filter (where account = '2221.05' and period <= ${next}), 0)::bigint as at_next,
          coalesce(sum(l.credit_fen - l.debit_fen) filter (where account = '2221.05'), 0)::bigint as owed,
          coalesce(sum(l.credit_fen - l.debit_fen) filter (where account = '2221.07'), 0)::bigint as waits
        from journal_lines l where l.branch_id = ${branchId}::uuid and l.waybill_id is not null group by 1`.compile(q),
    ),
  )
  const of = new Map(rows.map(row => [row.id, row]))
  return all.map(path => ({ path, at: of.get(path.id) ?? { at_due: -1, at_next: -1, owed: -1, waits: -1 } }))
}

const namedOf = ({ path, at }: Awaited<ReturnType<typeof taxes>>[number], words: string): string =>
  `${words}: ${path.places.map(place => place.join('+')).join(' | ')} ${JSON.stringify(at)}`
/** Given up now, with no invoice or red one since. */
const isGivenUp = (path: Path, until: number): boolean => path.places.slice(0, until).flat().at(-1) === 'off'
/** Faults of the books after the steps of some places; `isOwed` where the month it fell due in has just declared it. */
async function faultsOf(run: Run, until: number, isOwed: boolean): Promise<string[]> {
  return (await taxes(run)).flatMap(each => {
    const { at, path } = each
    const sums = [at.at_due, at.at_next, at.owed, at.waits]
    return [
      ...(at.owed + at.waits === tax ? [] : [namedOf(each, 'not all of it')]),
      ...(sums.every(sum => sum >= 0 && sum <= tax) ? [] : [namedOf(each, 'declared twice or lost')]),
      ...(isOwed && at.at_due !== tax ? [namedOf(each, 'not owed by its month')] : []),
      ...(isGivenUp(path, until) && at.waits !== 0 ? [namedOf(each, 'given up, and its tax waits')] : []),
    ]
  })
}

/** A close with or without the tick, and what takes it back. */
const closingOf = (branchId: string, period: string, uninvoiced: boolean): Closing => ({
  id: v7(),
  branch_id: branchId,
  period,
  state: 'asked',
  uninvoiced,
  carries: false,
  asker_id: demoUserId('branch'),
  asker_for: null,
  asker_name: '财务',
  asked_at: 1,
  confirmer_id: null,
  confirmer_name: null,
  confirmed_at: null,
  reopener_id: null,
  reopener_for: null,
  reopener_name: null,
  reason: null,
  snapshot: null,
  version: 1,
  created_at: 1,
  updated_at: 1,
})

/** Walks all paths of a branch through its places, with a close, a reopening and a close between them. */
async function walked(
  branchId: string,
  ticks: readonly [boolean, boolean],
  months: readonly string[],
  all: readonly Path[],
): Promise<string[]> {
  const run: Run = { branchId, all, made: new Map() }
  await signedIn(branchId, run.all)
  const faults: string[] = []
  let closing = closingOf(branchId, due, ticks[0])
  for (const [place, period] of months.entries()) {
    const isTicked = place === 1 ? ticks[0] : ticks[1]
    if (place === 1 || place === 3) {
      closing = closingOf(branchId, due, isTicked)
      const made = closing
      await on(period, ctx => postClosing(ctx, made))
    }
    if (place === 2) {
      const made = closing
      await on(period, ctx => postReopened(ctx, made))
    }
    faults.push(...(await faultsOf(run, place, place % 2 === 1 && isTicked)))
    for (let n = 0; n < 4; n += 1) {
      const stepped = run.all.filter(path => path.places[place]?.[n] !== undefined)
      const alike = Map.groupBy(stepped, path => {
        const step = path.places[place]?.[n]
        return `${step} ${step === 'rest' ? '' : step === 'part' || step === 'red' ? keyOf(path, 'part', 'red') : keyOf(path, 'off', 'back')}`
      })
      for (const some of alike.values()) await take(run, some[0]?.places[place]?.[n] ?? 'part', period, some)
    }
    faults.push(...(await faultsOf(run, place + 1, false)))
  }
  // at the end every month is closed and declares what is left
  for (const period of [due, next, running]) {
    const last = closingOf(branchId, period, true)
    await on(running, ctx => postClosing(ctx, last))
    faults.push(...(await faultsOf(run, places, true)))
  }
  for (const each of await taxes(run)) if (each.at.owed !== tax) faults.push(namedOf(each, 'left at the end'))
  return [...new Set(faults)]
}

test('in every order of invoices, write-offs, closes and reopened months tax is declared once, and by its month where that is closed with it', async () => {
  const late = [running, running, running, running]
  const spread = [next, next, running, running]
  const runs = [
    ['branch1', [true, true], spread, paths()],
    ['branch2', [true, false], late, paths().filter((_, n) => n % 2 === 0)],
    ['branch3', [false, true], spread, paths().filter((_, n) => n % 2 === 1)],
  ] as const
  const faults: string[] = []
  for (const [branch, ticks, months, all] of runs)
    faults.push(...(await walked(demoCompanyId(branch), ticks, months, all)).map(fault => `${branch} ${fault}`))
  expect(faults.slice(0, 20), `${faults.length} faults`).toEqual([])
  expect([...(await drift(server)), ...(await moneyFaults(server))]).toEqual([])
}, 120_000)
