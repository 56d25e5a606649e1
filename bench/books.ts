// Books in the large: pages of an account, of one party's, of a month's ledger and of vouchers and the trial balance at millions
// of lines, the first page like the ten-thousandth, beside the bare statement; and a month of a million lines closed while postings go on.
import { listFlow } from '@yunshu/contract/voucher/flow'
import { askClose, getPeriod, movePeriod } from '@yunshu/contract/voucher/closing'
import { getTrialBalance, listLedger, listVouchers } from '@yunshu/contract/voucher/voucher'
import { fen } from '@yunshu/domain/figures/money'
import { DAY_MS } from '@yunshu/domain/figures/time'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { sql, type RawBuilder } from 'kysely'
import { v7 } from 'uuid'
import { demoCompanyId } from '../apps/server/demo/people.ts'
import { q } from '../apps/server/src/db/tx.ts'
import { postTopUp } from '../apps/server/src/features/voucher/books.commands.ts'
import { asSystem } from '../apps/server/src/work/system.ts'
import { startTestServer, type Client, type TestServer } from '../tests/server/testServer.ts'
import { alternate, median, quantile, type Bench, type Figure } from './figure.ts'

/** Lines of the journal; the month that is closed has a million of them, or all. */
const lines = Number(process.env['BOOKS_LINES'] ?? 1_000_000)
const monthLines = Math.min(lines, 1_000_000)
const rounds = 15
const perPage = 50
const farPage = 10_000
const [closed, other] = [demoCompanyId('branch1'), demoCompanyId('branch2')]
const month = periodOf(Date.now())
const last = shiftPeriod(month, -1)

export const booksBench: Bench = {
  name: 'books',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      const server = await startTestServer({ LOG_LEVEL: 'fatal' })
      try {
        const seconds = await fill(server)
        return [...(await pages(server, seconds)), ...(await closing(server))]
      } finally {
        await server.stop()
      }
    } finally {
      await cluster.stop()
    }
  },
}

interface Part {
  readonly branch: string
  readonly entries: number
  /** The first number of its entries. */
  readonly from: number
  readonly start: number
  readonly days: number
}

/** Writes entries of two lines (money in for one of ten shippers), each on its voucher, and the balances kept of them. */
async function fill(server: TestServer): Promise<number> {
  const started = performance.now()
  const parts: readonly Part[] = [
    { branch: closed, entries: monthLines / 2, from: 1, start: startOfPeriod(last), days: 28 },
    {
      branch: other,
      entries: (lines - monthLines) / 2,
      from: monthLines / 2 + 1,
      start: startOfPeriod(shiftPeriod(last, -12)),
      days: 360,
    },
  ]
  await withClient(server.server.deps.config.migrateUrl, async client => {
    await client.query("set statement_timeout = 0; select set_config('app.reach', 'system', false)")
    // rows are planted whole: references are right by the way they are made, and indexes are built once all rows are there
    await client.query("set synchronous_commit = off; set work_mem = '128MB'; set maintenance_work_mem = '256MB'")
    const again = [...(await dropReferences(client)), ...(await dropIndexes(client))]
    for (const part of parts) if (part.entries > 0) await fillPart(client, part)
    for (const statement of again) await client.query(statement)
    for (const table of [...large, 'account_days', 'account_balances']) await client.query(`vacuum analyze ${table}`)
  })
  return (performance.now() - started) / 1000
}

/** The tables that are filled by the million. */
const large = ['journal_lines', 'journal_entries', 'vouchers'] as const

/** Takes away the references and triggers of the large tables; answers the statements that make them again, unchecked. */
async function dropReferences(client: Owner): Promise<string[]> {
  const { rows } = await client.query<{ place: string; name: string; def: string }>(
    `select conrelid::regclass::text as place, quote_ident(conname) as name, pg_get_constraintdef(oid) as def from pg_constraint
    where contype = 'f' and conrelid = any($1::text[]::regclass[])`,
    [[...large]],
  )
  for (const { place, name } of rows) await client.query(`alter table ${place} drop constraint ${name}`)
  for (const table of large) await client.query(`alter table ${table} disable trigger user`)
  return [
    ...rows.map(({ place, name, def }) => `alter table ${place} add constraint ${name} ${def} not valid`),
    ...large.map(table => `alter table ${table} enable trigger user`),
  ]
}

/** Takes away the indexes of the large tables that no constraint rests on; answers the statements that make them again. */
async function dropIndexes(client: Owner): Promise<string[]> {
  const { rows } = await client.query<{ name: string; def: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def from pg_index i
    where i.indrelid = any($1::text[]::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [[...large]],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ def }) => def)
}

type Owner = Parameters<Parameters<typeof withClient>[1]>[0]
async function fillPart(client: Owner, { branch, entries, from, start, days }: Part): Promise<void> {
  const nil = '00000000-0000-0000-0000-000000000000'
  await client.query(`create temp table made as
    select g, ('018f0000-0000-7000-8000-' || lpad(to_hex(g), 12, '0'))::uuid as id,
      ('018f0000-0000-7000-9000-' || lpad(to_hex(g), 12, '0'))::uuid as voucher_id, day,
      to_char(to_timestamp(day / 1000) at time zone 'Asia/Shanghai', 'YYYYMM') as period,
      100 + g % 9000 as amount, p.all_ids[(1 + g % cardinality(p.all_ids))::int] as party
    from generate_series(${from}::bigint, ${from + entries - 1}::bigint) g
      cross join lateral (select ${start}::bigint + ((g - ${from}) * ${days}::bigint / ${entries}) * ${DAY_MS}::bigint as day) d
      cross join (select array(select id from companies where kind = 'HEAD' and role_flags & 4 > 0 order by id limit 10) as all_ids) p`)
  await client.query(`insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, event, source_type, source_id, summary, created_by, created_at)
    select id, 'B' || lpad(g::text, 12, '0'), '${branch}', period, day, day, 'E1', 'topUp', id, '托运人充值', '${nil}', day from made`)
  await client.query(`insert into journal_lines (entry_id, n, branch_id, period, day, account, party_id, debit_fen, credit_fen)
    select id, x.n, '${branch}'::uuid, period, day, x.account, x.party, x.debit, x.credit from made cross join lateral
      (values (1, '1002.02', null::uuid, amount, 0), (2, '2205.01', party, 0, amount)) x (n, account, party, debit, credit)`)
  await client.query(`insert into vouchers (id, voucher_no, kind, state, branch_id, period, date, summary, counterparty, amount_fen, maker_id, maker_name, entry_id, created_at, updated_at)
    select m.voucher_id, '记-' || m.period || '-' || lpad(row_number() over (partition by m.period order by m.g)::text, 8, '0'), 'ACCOUNTING', 'posted', '${branch}'::uuid,
      m.period, m.day, '托运人充值', '货主', m.amount, u.id, '系统', m.id, m.day, m.day from made m, (select id from users limit 1) u`)
  await client.query(`insert into account_days (branch_id, account, party_id, day, debit_fen, credit_fen)
    select '${branch}'::uuid, '2205.01', party, day, 0, sum(amount) from made group by party, day union all
    select '${branch}'::uuid, '2205.01', '${nil}', day, 0, sum(amount) from made group by day union all
    select '${branch}'::uuid, '1002.02', '${nil}', day, sum(amount), 0 from made group by day`)
  await client.query(`insert into account_balances (branch_id, account, party_id, period, debit_fen, credit_fen)
    select '${branch}'::uuid, '2205.01', party, period, 0, sum(amount) from made group by party, period union all
    select '${branch}'::uuid, '1002.02', '${nil}', period, sum(amount), 0 from made group by period`)
  await client.query(`insert into voucher_numbers (branch_id, period, last) select '${branch}'::uuid, period, count(*) from made group by period;
    insert into periods (branch_id, period) select distinct '${branch}'::uuid, period from made on conflict do nothing; drop table made`)
}

type Place = readonly [day: number, entry: string, n: number]
const start: Place = [0, '00000000-0000-0000-0000-000000000000', 0]
const cursorOf = (place: Place): string => place.join('.')
const nameOf = (skip: number): string => `第 ${Math.round(skip / perPage) + 1} 页`
/** The lines before page ten thousand, or before the last page where there are fewer. */
const skipOf = (rows: number): number => Math.max(0, Math.min((farPage - 1) * perPage, rows - perPage - 1))

/** A condition on lines, and the bare statements of their pages. */
const linesUnder = (server: TestServer, where: RawBuilder<boolean>) => ({
  /** The place after so many lines. */
  place: async (skip: number): Promise<Place> => {
    const {
      day,
      entry_id: entry,
      n,
    } = await server.db(tx =>
      tx.one(
        sql<{ day: number; entry_id: string; n: number }>`select day, entry_id, n from journal_lines
          where ${where} order by day, entry_id, n offset ${skip} limit 1`.compile(q),
      ),
    )
    return [day, entry, n]
  },
  page: ([day, entry, n]: Place) =>
    server.db(tx =>
      tx.rows(
        sql`select * from journal_lines where ${where} and (day, entry_id, n) > (${day}::bigint, ${entry}::uuid, ${n}::smallint)
          order by day, entry_id, n limit ${perPage + 1}`.compile(q),
      ),
    ),
  /** The same page read from the first line on. */
  counted: (skip: number) =>
    server.db(tx =>
      tx.rows(
        sql`select * from journal_lines where ${where} order by day, entry_id, n offset ${skip + 1} limit ${perPage + 1}`.compile(
          q,
        ),
      ),
    ),
})

/** The p95 of a page over HTTP, with the middle of it as a ratio to that of the bare statement of the same run. */
function pageFigure(name: string, { first, second }: { first: readonly number[]; second: readonly number[] }): Figure {
  const p95 = quantile(first, 0.95)
  const bare = median(second)
  return {
    name: `${lines} 行分录：${name} p95`,
    value: p95,
    unit: 'ms',
    baseline: `直接读库 ${bare.toFixed(1)} ms，中位之比 ${(median(first) / bare).toFixed(1)}`,
    goal: '≤ 300',
    reached: p95 <= 300,
  }
}

/** First and far pages over HTTP, each beside the bare statement of its rows. */
async function pages(server: TestServer, seconds: number): Promise<Figure[]> {
  const finance = await server.login('platform-finance')
  const { party } = await server.db(tx =>
    tx.one(
      sql<{ party: string }>`select party_id as party from account_days where account = '2205.01'
      and party_id <> ${start[1]}::uuid order by 1 limit 1`.compile(q),
    ),
  )
  const month = sql<boolean>`account = '2205.01' and day >= ${startOfPeriod(last)}::bigint
    and day < ${startOfPeriod(shiftPeriod(last, 1))}::bigint`
  const flow = { account: '2205.01', from: 0, to: Date.now(), limit: perPage } as const
  const ledger = { account: '2205.01', period: last, limit: perPage } as const
  const figures: Figure[] = []
  for (const { name, where, rows, ask } of [
    {
      name: '账户流水',
      where: sql<boolean>`account = '2205.01'`,
      rows: lines / 2,
      ask: (from: { cursor?: string }) => finance.send(listFlow, { ...flow, ...from }),
    },
    {
      name: '一个往来单位的账户流水',
      where: sql<boolean>`account = '2205.01' and party_id = ${party}::uuid`,
      rows: lines / 20,
      ask: (from: { cursor?: string }) => finance.send(listFlow, { ...flow, partyId: party, ...from }),
    },
    {
      name: '明细账',
      where: month,
      rows: monthLines / 2,
      ask: (from: { cursor?: string }) => finance.send(listLedger, { ...ledger, ...from }),
    },
  ]) {
    const of = linesUnder(server, where)
    const skip = skipOf(rows)
    const place = await of.place(skip)
    const first = await alternate(
      rounds,
      () => ask({}),
      () => of.page(start),
    )
    const far = await alternate(
      rounds,
      () => ask({ cursor: cursorOf(place) }),
      () => of.page(place),
    )
    figures.push(pageFigure(`${name}第 1 页`, first), pageFigure(`${name}${nameOf(skip)}`, far))
    if (figures.length === 2)
      figures.push(
        await slowSeen(
          () => of.counted(skip),
          () => of.page(place),
        ),
      )
  }
  const [head, ...rest] = [...figures, ...(await voucherPages(server, finance))]
  return head === undefined ? rest : [{ ...head, detail: `写入用时 ${seconds.toFixed(0)} s` }, ...rest]
}

/** A page that counts its way to its first row is seen as slow: the ratio tells pages apart. */
async function slowSeen(counted: () => Promise<unknown>, keyed: () => Promise<unknown>): Promise<Figure> {
  const { first, second } = await alternate(3, counted, keyed)
  const ratio = median(first) / median(second)
  return { name: '对照：同一页用 OFFSET 读，中位之比', value: ratio, unit: '倍', goal: '≥ 10', reached: ratio >= 10 }
}

/** Pages of vouchers and the trial balance, each beside its bare statement. */
async function voucherPages(server: TestServer, finance: Client): Promise<Figure[]> {
  const skip = skipOf(lines / 2)
  const { id } = await server.db(tx =>
    tx.one(sql<{ id: string }>`select id from vouchers order by id desc offset ${skip} limit 1`.compile(q)),
  )
  const vouchers = (before: string) =>
    server.db(tx =>
      tx.rows(sql`select * from vouchers where id < ${before}::uuid order by id desc limit ${perPage + 1}`.compile(q)),
    )
  const balances = () =>
    server.db(tx =>
      tx.rows(
        sql`select account, sum(debit_fen - credit_fen) filter (where period < ${last}) as opening,
            sum(debit_fen) filter (where period = ${last}) as debit, sum(credit_fen) filter (where period = ${last}) as credit
          from account_balances where period <= ${last} group by account order by account`.compile(q),
      ),
    )
  const first = await alternate(
    rounds,
    () => finance.send(listVouchers, { limit: perPage }),
    () => vouchers('ffffffff-ffff-ffff-ffff-ffffffffffff'),
  )
  const far = await alternate(
    rounds,
    () => finance.send(listVouchers, { limit: perPage, cursor: id }),
    () => vouchers(id),
  )
  const trial = await alternate(rounds, () => finance.send(getTrialBalance, { period: last }), balances)
  return [
    pageFigure('凭证列表第 1 页', first),
    pageFigure(`凭证列表${nameOf(skip)}`, far),
    pageFigure('科目余额表', trial),
  ]
}

/** Closes the month of the full branch while money comes in; every posting is taken, none refused. */
async function closing(server: TestServer): Promise<Figure[]> {
  const [branch, admin, finance] = await Promise.all([
    server.login('branch'),
    server.login('admin'),
    server.login('platform-finance'),
  ])
  const inBranch = { raw: { branchCompanyId: closed } }
  const started = performance.now()
  const going = { on: true }
  const posting = postings(server, going)
  await branch.send(askClose, { period: last }, inBranch)
  const it = (await finance.send(getPeriod, { branchId: closed, period: last }, inBranch)).closing
  await admin.send(movePeriod, { id: it?.id ?? '', version: it?.version ?? 1, move: 'confirm' }, inBranch)
  const seconds = (performance.now() - started) / 1000
  going.on = false
  const times = await posting
  const state = await standing(finance, inBranch)
  return [
    {
      name: `${monthLines} 行的月份从申请到结账`,
      value: seconds,
      unit: 's',
      goal: '≤ 60',
      reached: seconds <= 60 && state === 'closed',
      detail: `期间照常记账 ${times.length} 笔，p95 ${quantile(times, 0.95).toFixed(0)} ms，最长 ${Math.max(...times).toFixed(0)} ms，无一被拒`,
    },
  ]
}

async function standing(finance: Client, inBranch: { raw: { branchCompanyId: string } }): Promise<string | undefined> {
  const { closing: it } = await finance.send(getPeriod, { branchId: closed, period: last }, inBranch)
  return it?.state
}

/** Top-ups of the same branch one after another; the time of each, ms. A refused one throws. */
async function postings(server: TestServer, going: { on: boolean }): Promise<number[]> {
  const times: number[] = []
  while (going.on) {
    const start = performance.now()
    await asSystem(server.server.deps, ctx =>
      postTopUp(ctx, { id: v7(), shipperId: demoCompanyId('shipper'), branchId: closed, amount: fen(100) }),
    )
    times.push(performance.now() - start)
  }
  return times
}
