// Closing months: checks that lead to their rows, two people to close and two to reopen, a snapshot whose hash stands in the
// audit log, and postings that go on beside it.
import { askClose, getPeriod, listPeriods, movePeriod } from '@yunshu/contract/voucher/closing'
import { moveVoucher, saveVoucher } from '@yunshu/contract/voucher/manual'
import { fen } from '@yunshu/domain/figures/money'
import { periodOf, shiftPeriod, startOfPeriod } from '@yunshu/domain/voucher/voucher'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { demoCompanyId, demoUserId } from '../../../demo/people.ts'
import { asSystem } from '../../work/system.ts'
import { drift, signedWaybill } from '../../../../../tests/server/settlementWorld.ts'
import { startTestServer, type Client, type TestServer } from '../../../../../tests/server/testServer.ts'
import { until } from '../../../../../tests/server/until.ts'
import { q } from '../../db/tx.ts'
import { postTopUp } from './books.commands.ts'
import { bookEntries } from './ledger.commands.ts'

let server: TestServer
let branch: Client, finance: Client, admin: Client
const branchId = demoCompanyId('branch1')
const inBranch = { raw: { branchCompanyId: branchId } }
const running = periodOf(Date.now())
const last = shiftPeriod(running, -1)
const lastDay = startOfPeriod(last) + 5 * 86_400_000
beforeAll(async () => {
  server = await startTestServer()
  branch = await server.login('branch')
  finance = await server.login('platform-finance')
  admin = await server.login('admin')
  await signedWaybill(server)
  await bookedLast(1_000)
})
afterAll(() => server.stop())

/** An entry of last month: money in, which nothing else depends on. */
const bookedLast = (amount: number, happenedAt = lastDay, summary = '上月'): Promise<void> =>
  asSystem(server.server.deps, async ctx => {
    bookEntries(ctx, branchId, [
      {
        source: { type: 'fund', id: v7() },
        event: 'E18',
        summary,
        lines: [
          { account: '1002.02', debitFen: fen(amount), creditFen: fen(0) },
          { account: '1002.01', debitFen: fen(0), creditFen: fen(amount) },
        ],
        happenedAt,
        voucher: { kind: 'OTHER', counterparty: '自有账户' },
      },
    ])
  })
const month = (period = last) => finance.send(getPeriod, { branchId, period }, inBranch)
const ask = (client = branch, period = last) => client.ask(askClose, { period }, inBranch)
const move = async (
  client: Client,
  name: 'confirm' | 'refuse' | 'withdraw' | 'askReopen' | 'confirmReopen' | 'keep',
  reason?: string,
) => {
  const { closing } = await month()
  return client.ask(
    movePeriod,
    { id: closing?.id ?? '', version: closing?.version ?? 1, move: name, ...(reason === undefined ? {} : { reason }) },
    inBranch,
  )
}
const closedMonth = async () => {
  await ask()
  await move(admin, 'confirm')
}
const reopened = async () => {
  await move(finance, 'askReopen', '补记')
  await move(admin, 'confirmReopen')
}

test('a month that is not over, or has a draft against it, is not closed; the check says where its rows are', async () => {
  expect((await ask(branch, running)).http).toBe(400)
  const { id } = await branch.send(saveVoucher, {
    kind: 'ACCOUNTING',
    date: Date.now() - 86_400_000 * (new Date().getDate() + 1),
    summary: '上月草稿',
    lines: [{ summary: '草稿', account: '6602', debit: fen(1), credit: fen(0) }],
  })
  const { checks, mayAsk } = await month()
  expect(mayAsk).toBe(true)
  expect(checks.find(({ key }) => key === 'drafts')).toEqual({
    key: 'drafts',
    ok: false,
    count: 1,
    url: expect.stringMatching(new RegExp(`^/voucher/list\\?unposted=true&branchId=${branchId}&dateTo=\\d+$`)),
  })
  expect(checks.filter(({ ok }) => !ok).map(({ key }) => key)).toEqual(['drafts'])
  const refused = await ask()
  expect([refused.http, refused.envelope.message]).toEqual([409, '还不能结账：有未记账的手工凭证'])
  await branch.send(moveVoucher, { id, version: 1, move: 'void', reason: '不要了' })
})

test('an account that is not the sum of its records keeps a month open, and the check says which', async () => {
  const spoil = (cents: number) =>
    server.db(tx =>
      tx.run(sql`update waybill_parts set freight_fen = freight_fen + ${cents} where part = 'arrive'`.compile(q)),
    )
  await spoil(1)
  const failing = (await month()).checks.filter(({ ok }) => !ok)
  expect(failing).toEqual([
    { key: 'estimated', ok: false, count: 1, url: `/ledger/trial?period=${last}&branchId=${branchId}&account=2202.99` },
  ])
  expect((await ask()).envelope.message).toBe('还不能结账：暂估应付与未审核的分期不符')
  expect(await drift(server)).toEqual([expect.stringContaining('estimated of')])
  await spoil(-1)
  expect(await drift(server)).toEqual([])
})

test('stocks of fuel and tolls and the tax that waits are held against their records too, each by its own check', async () => {
  const accountOf = (kind: 'OIL' | 'ETC', balance: number) =>
    sql`insert into fuel_accounts (id, kind, provider, account_no, branch_id, balance_fen, created_name, created_at, updated_at)
      values (${v7()}, ${kind}, '供应商', ${`${kind} ${balance}`}, ${branchId}, ${balance}, '分公司', 1, 1)`
  const undo = sql`delete from fuel_accounts where account_no in ('OIL 1', 'ETC 1')`
  const tax = (cents: number) => sql`update waiting_tax set tax_fen = tax_fen + ${cents} where branch_id = ${branchId}`
  for (const [key, account, fault, mend] of [
    ['fuelStock', '1123.01', accountOf('OIL', 1), undo],
    ['tollStock', '1123.02', accountOf('ETC', 1), undo],
    ['waitingTax', '2221.07', tax(1), tax(-1)],
  ] as const) {
    await server.db(tx => tx.run(fault.compile(q)))
    expect((await month()).checks.filter(({ ok }) => !ok)).toEqual([
      { key, ok: false, count: 1, url: `/ledger/trial?period=${last}&branchId=${branchId}&account=${account}` },
    ])
    expect((await ask()).envelope.message).toContain('还不能结账：')
    await withClient(server.ownerUrl, async client => {
      await client.query("select set_config('app.reach', 'system', false)")
      await client.query(mend.compile(q).sql, [...mend.compile(q).parameters])
    })
    expect((await month()).checks.filter(({ ok }) => !ok)).toEqual([])
  }
  expect(await drift(server)).toEqual([])
})

test('a file of the bank that nobody has taken keeps a month open', async () => {
  const id = v7()
  await server.db(tx =>
    tx.run(
      q.insertInto('recon_files').values({
        id,
        branch_id: branchId,
        day: lastDay,
        channel: 'SIM',
        name: '日终.csv',
        sha256: '0'.repeat(64),
        state: 'read',
        lines: 0,
        income_fen: 0,
        outgo_fen: 0,
        opening_fen: 0,
        closing_fen: 0,
        maker_id: demoUserId('branch'),
        maker_name: '分公司',
        created_at: lastDay,
        updated_at: lastDay,
      }),
    ),
  )
  const failing = (await month()).checks.filter(({ ok }) => !ok)
  expect(failing).toEqual([
    { key: 'reconciled', ok: false, count: 1, url: expect.stringMatching(/^\/money\/recon\?open=true&branchId=/) },
  ])
  await server.db(tx => tx.run(q.updateTable('recon_files').set({ state: 'dropped' }).where('id', '=', id)))
  expect((await month()).checks.filter(({ ok }) => !ok)).toEqual([])
})

test('a month with money that moved after the last file of the bank is not closed', async () => {
  const fileOf = (day: number) =>
    server.db(tx =>
      tx.run(
        sql`insert into recon_files (id, branch_id, day, channel, name, sha256, state, lines, income_fen, outgo_fen,
          opening_fen, closing_fen, maker_id, maker_name, checker_id, checker_name, checked_at, created_at, updated_at)
        values (${v7()}, ${branchId}, ${day}, 'SIM', '日终.csv', ${v7()}, 'taken', 0, 0, 0, 0, 0,
          ${demoUserId('branch')}, '分公司', ${demoUserId('admin')}, '张三', 1, 1, 1)`.compile(q),
      ),
    )
  const failing = async () => (await month()).checks.filter(({ ok }) => !ok)
  await bookedLast(1, lastDay + 86_400_000, '次日')
  expect(await failing()).toEqual([])
  await fileOf(lastDay - 86_400_000)
  expect(await failing()).toEqual([
    {
      key: 'bankFiles',
      ok: false,
      count: 2,
      url: expect.stringMatching(/^\/money\/recon\?branchId=.+&from=\d+&to=\d+$/),
    },
  ])
  expect((await ask()).envelope.message).toBe('还不能结账：有收付的日子缺渠道对账文件')
  await fileOf(lastDay)
  expect((await failing()).map(({ count }) => count)).toEqual([1])
  // a file of a later day begins where those before it ended
  await fileOf(lastDay + 5 * 86_400_000)
  expect(await failing()).toEqual([])
})

test('one asks, another confirms, once; the hash of the balances stands in the audit log', async () => {
  const asked = await ask()
  expect(asked.envelope.code).toBe(0)
  expect((await ask()).http).toBe(409)
  expect((await move(branch, 'confirm')).envelope.code).not.toBe(0)
  expect((await move(finance, 'withdraw')).http).toBe(409)
  const both = await Promise.all([move(admin, 'confirm'), move(admin, 'confirm')])
  expect(both.filter(({ envelope }) => envelope.code === 0)).toHaveLength(1)
  const { closing, mayAsk } = await month()
  expect(closing).toMatchObject({ state: 'closed', confirmer: expect.any(String) })
  expect(closing?.snapshot).toMatch(/^[0-9a-f]{64}$/)
  expect(mayAsk).toBe(false)
  const found = await server.db(tx =>
    tx.rows<{ n: number; apart: number }>(
      sql<{ n: number; apart: number }>`select
        (select count(*) from audit_log where diff::text like ${`%${closing?.snapshot}%`}) as n,
        (select count(*) from period_snapshots s where closing_id = ${closing?.id} and opening_fen + debit_fen - credit_fen <> (
          select sum(b.debit_fen - b.credit_fen) from account_balances b where b.branch_id = ${branchId} and b.account = s.account and b.party_id = s.party_id and b.period <= ${last})) as apart`.compile(
        q,
      ),
    ),
  )
  expect(found).toEqual([{ n: 1, apart: 0 }])
  await reopened()
})

test('an administrator alone closes nothing, and reopens nothing: two people each time', async () => {
  await ask(admin)
  expect((await move(admin, 'confirm')).envelope.message).toBe('不能审核自己提交的单据')
  expect((await move(admin, 'withdraw')).http).toBe(200)
  await ask(admin)
  expect((await move(finance, 'confirm')).http).toBe(403)
  expect((await move(admin, 'withdraw')).http).toBe(200)
  await closedMonth()
  expect((await move(admin, 'askReopen')).http).toBe(400)
  expect((await move(admin, 'askReopen', '补记')).http).toBe(200)
  expect((await move(admin, 'confirmReopen')).envelope.message).toBe('不能审核自己提交的单据')
  expect((await move(admin, 'keep')).http).toBe(200)
  expect((await month()).closing?.state).toBe('closed')
  await reopened()
})

test('postings meant for a closed month go into the next one, while it closes too', async () => {
  await ask()
  const [closed] = await Promise.all([
    move(admin, 'confirm'),
    ...Array.from({ length: 60 }, (_, n) => bookedLast(n + 1)),
  ])
  expect(closed.envelope.code).toBe(0)
  const { closing } = await month()
  const rows = await server.db(tx =>
    tx.rows<{ late: number; apart: number }>(
      sql<{ late: number; apart: number }>`select
        (select count(*) from journal_entries where branch_id = ${branchId} and summary = '上月') as late,
        (select count(*) from (select from (select account, party_id, debit_fen as d, credit_fen as c from period_snapshots where closing_id = ${closing?.id}
          union all select account, party_id, -debit_fen, -credit_fen from account_balances where branch_id = ${branchId} and period = ${last}) as x
          group by account, party_id having sum(d) <> 0 or sum(c) <> 0) as y) as apart`.compile(q),
    ),
  )
  // every entry is in the books, and none of them came into the month after its balances were taken
  expect(rows[0]?.late).toBe(61)
  expect(rows[0]?.apart).toBe(0)
  await bookedLast(7)
  expect((await month(running)).vouchers).toBeGreaterThan(0)
  expect(await drift(server)).toEqual([])
  await reopened()
})

test('closed again without a change the hash is the same; with one, every changed balance is told', async () => {
  await closedMonth()
  const { closing: first } = await month()
  await reopened()
  await closedMonth()
  const same = await month()
  expect([same.closing?.snapshot, same.changes]).toEqual([first?.snapshot, []])
  await reopened()
  await bookedLast(5_000)
  await closedMonth()
  const { closing, changes } = await month()
  expect(closing?.snapshot).not.toBe(first?.snapshot)
  expect(changes.map(({ account, before, after }) => [account, after - before])).toEqual([
    ['1002.01', -5_000],
    ['1002.02', 5_000],
  ])
  await reopened()
})

test('the oldest month is closed first, and the newest reopened first', async () => {
  const before = shiftPeriod(last, -1)
  await server.db(async tx => {
    await tx.run(
      sql`insert into periods (branch_id, period) values (${branchId}, ${before}) on conflict do nothing`.compile(q),
    )
    await tx.run(
      sql`insert into journal_entries (id, entry_no, branch_id, period, date, happened_at, summary, source_type,
        source_id, event, created_by, created_at)
      select gen_random_uuid(), 'FLX', branch_id, ${before}, date, happened_at, summary, source_type,
        gen_random_uuid(), event, created_by, created_at from journal_entries limit 1`.compile(q),
    )
  })
  const { checks } = await month()
  expect(checks.find(({ key }) => key === 'earlier')).toMatchObject({ ok: false, count: 1 })
  expect((await ask()).http).toBe(409)
  await server.db(tx =>
    tx.run(sql`update periods set closed_at = 1 where branch_id = ${branchId} and period = ${before}`.compile(q)),
  )
  await closedMonth()
  await server.db(tx =>
    tx.run(
      sql`insert into periods (branch_id, period, closed_at) values (${branchId}, ${running}, 1)
        on conflict (branch_id, period) do update set closed_at = 1`.compile(q),
    ),
  )
  expect((await move(finance, 'askReopen', '补记')).http).toBe(409)
})

test('months are of the house, each branch its own, and writes of the branch one works for', async () => {
  const { rows } = await branch.send(listPeriods, {})
  expect(new Set(rows.map(row => row.branchCompanyId))).toEqual(new Set([branchId]))
  expect(rows.map(row => row.period)).toEqual(rows.map(row => row.period).toSorted((a, b) => b.localeCompare(a)))
  const first = await finance.send(listPeriods, { limit: 1 })
  const second = await finance.send(listPeriods, { limit: 1, cursor: first.next ?? '' })
  expect(second.rows[0]).not.toEqual(first.rows[0])
  const early = await ask(branch, '200001')
  expect([early.http, early.envelope.message]).toEqual([400, '会计期间：本分公司那时还没有账'])
  expect((await finance.ask(askClose, { period: last })).envelope.message).toBe('请使用分公司管理账号进行操作')
  expect((await (await server.login('shipper-finance')).ask(listPeriods, {})).http).toBe(403)
  expect((await (await server.login('branch2')).ask(getPeriod, { branchId, period: last })).http).toBe(404)
  await asSystem(server.server.deps, ctx =>
    postTopUp(ctx, { id: v7(), shipperId: demoCompanyId('shipper'), branchId, amount: fen(1) }),
  )
})

test('a month is not opened again while the one after it is being closed', async () => {
  const before = shiftPeriod(last, -1)
  const id = v7()
  const run = (text: string) => server.db(tx => tx.rows<{ n: number }>(sql<{ n: number }>`${sql.raw(text)}`.compile(q)))
  await run(
    `update periods set closed_at = null where branch_id = '${branchId}' and period >= '${last}' returning 1 as n`,
  )
  await run(
    `update period_closings set state = 'withdrawn' where branch_id = '${branchId}' and state in ('asked', 'closed', 'reopening') returning 1 as n`,
  )
  await run(
    `insert into period_closings (id, branch_id, period, state, asker_id, asker_name, asked_at, confirmer_id, snapshot, reopener_id, reopener_name, created_at, updated_at)
      select '${id}', branch_id, '${before}', 'reopening', asker_id, asker_name, 1, confirmer_id, snapshot, asker_id, asker_name, 1, 1
      from period_closings where branch_id = '${branchId}' and snapshot is not null limit 1 returning 1 as n`,
  )
  expect((await ask()).http).toBe(200)
  const { closing } = await month()
  const step = (of: string, version: number, name: 'confirm' | 'confirmReopen') =>
    admin.ask(movePeriod, { id: of, version, move: name }, inBranch)
  const waits = async (n: number): Promise<boolean> => {
    const [found] = await run(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return found?.n === n
  }
  // a posting holds the older month: its reopening has looked at the newer one and waits to be written
  const both = await server.db(async tx => {
    await tx.rows(sql`select from periods where branch_id = ${branchId} and period = ${before} for share`.compile(q))
    const reopening = step(id, 1, 'confirmReopen')
    await until(() => waits(1), 'the reopening waits')
    let isOver = false
    const confirming = step(closing?.id ?? '', closing?.version ?? 1, 'confirm').finally(() => (isOver = true))
    await until(async () => isOver || waits(2), 'the closing waits or is done')
    return [reopening, confirming] as const
  })
  expect((await Promise.all(both)).map(({ http }) => http)).toEqual([200, 409])
})
