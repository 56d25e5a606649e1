// The database as the migrations leave it: generated types in step, walls around every company's table, history kept.
import { readFileSync } from 'node:fs'
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stateKeys } from '@yunshu/domain/states'
import { taskStates } from '@yunshu/domain/task/task'
import { generateTables, tablesFile } from './codegen.ts'
import { countByState, countEachState } from './counts.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { inSnapshot, inTransaction, nilId, q, systemReach, type Reach } from './tx.ts'

let database: ScratchDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createDatabase('db')
  await migrate(database.ownerUrl)
  pool = openPool({ url: database.appUrl, log: () => {} })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('tables.gen.ts is what the schema says', async () => {
  expect(readFileSync(tablesFile, 'utf8')).toBe(await generateTables(database.ownerUrl))
})

test('migrations are applied once, and a changed one is refused', async () => {
  expect(await migrate(database.ownerUrl)).toEqual([])
  await inOwner(`update migrations set sha256 = 'x' where name like '001%'`)
  await expect(migrate(database.ownerUrl)).rejects.toThrow('内容不同')
})

test('an older program started on a newer schema without a word: it refuses, names what it does not know, and changes nothing', async () => {
  const newer = await createDatabase('newer')
  await migrate(newer.ownerUrl)
  await withClient(newer.ownerUrl, client =>
    client.query(`
      delete from migrations where name = '061_histories.sql';
      insert into migrations (name, sha256) values ('998_later.sql', 'x'), ('997_new.sql', 'x')`),
  )
  await expect(migrate(newer.ownerUrl)).rejects.toThrow(
    /^数据库由更新版本的程序升级过（997_new\.sql、998_later\.sql，本程序只到 \d{3}_\w+\.sql）：[^\n]+$/,
  )
  await newer.drop()
})

test('two starters migrate an empty database together without harm', async () => {
  const fresh = await createDatabase('twice')
  const [a, b] = await Promise.all([migrate(fresh.ownerUrl), migrate(fresh.ownerUrl)])
  expect([a.length, b.length].sort((x, y) => x - y)[0]).toBe(0)
  await fresh.drop()
})

/** Tables that need no wall, and why. */
const open: Readonly<Record<string, string>> = {
  companies: 'names and contacts of partners are shown to each other',
  periods: 'no party in it',
  job_leases: 'names of jobs and the processes that run them',
  migrations: 'belongs to the owner',
}

test('a table of companies stood open: every table stands behind row-level security, forced, or says why not', async () => {
  const outside = () =>
    pool.query<{ relname: string }>(`
    select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind in ('r', 'p')
    and not (c.relrowsecurity and c.relforcerowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid)) order by 1`)
  const names = async () => (await outside()).rows.map(row => row.relname)
  expect(await names()).toEqual(Object.keys(open).sort())
  await withClient(database.ownerUrl, async owner => {
    await owner.query('create table planted (company_id uuid)')
    expect(await names()).toContain('planted')
    await owner.query('drop table planted')
  })
})

test('the role of the product owns nothing and cannot pass the walls', async () => {
  const { rows } = await pool.query<{ user: string; passes: boolean; owned: number }>(`
    select current_user::text as user, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as passes,
    (select count(*) from pg_class c where pg_get_userbyid(c.relowner) = current_user and c.relkind = 'r') as owned`)
  expect(rows[0]).toEqual({ user: 'yunshu_app', passes: false, owned: 0 })
})

test('without a reach no walled row can be read at all', async () => {
  await expect(pool.query('select 1 from waybills')).rejects.toThrow(/app\.|policy/)
})

test('figures, pushes and the book of the bank of others were read: a company sees its own figures and nothing else', async () => {
  const [mine, theirs] = [v7(), v7()]
  const text = `
    insert into waybill_counts (owner_id, state, slot, n) values ('${mine}', 'loading', 0, 1), ('${theirs}', 'loading', 0, 2);
    insert into waybill_days (owner_id, day_at, slot, made) values ('${mine}', 0, 0, 1), ('${theirs}', 0, 0, 2);
    insert into sim_orders (idem_key, account_no, amount_fen, result, bank_serial, created_at) values ('k', '1', 1, 'success', 's', 1);
    insert into outbox (id, created_at, receivers, frame) values ('${v7()}', 1, '{}', '{}')`
  await inTransaction(pool, systemReach, async tx => {
    for (const each of text.split(';')) await tx.run(sql.raw(each).compile(q))
  })
  const owners = (table: string, reach: Reach) =>
    inTransaction(pool, reach, tx =>
      tx.rows(sql.raw<{ owner_id: string }>(`select owner_id from ${table} where slot = 0`).compile(q)),
    )
  const company = { reach: 'company', userId: v7(), companyId: mine } as const
  for (const table of ['waybill_counts', 'waybill_days']) {
    expect(
      (await owners(table, company)).map(row => row.owner_id),
      table,
    ).toEqual([mine])
    expect(
      (await owners(table, { reach: 'branch', userId: v7(), branchId: theirs })).map(row => row.owner_id),
      table,
    ).toEqual([theirs])
    expect(await owners(table, systemReach), table).toHaveLength(2)
    const writes = inTransaction(pool, company, tx => tx.run(sql.raw(`update ${table} set slot = 1`).compile(q)))
    await expect(writes, table).rejects.toThrow('row-level security')
  }
  for (const table of ['outbox', 'sim_orders'])
    expect(
      await inTransaction(pool, company, tx => tx.rows(sql.raw(`select 1 from ${table}`).compile(q))),
      table,
    ).toEqual([])
  // a worker tells of it
  expect(
    await inTransaction(pool, company, tx =>
      tx.run(q.insertInto('outbox').values({ id: v7(), created_at: 1, receivers: '{}', frame: '{}' })),
    ),
  ).toBe(1)
})

test('history cannot be rewritten by the product', async () => {
  for (const table of ['audit_log', 'events', 'journal_entries', 'journal_lines']) {
    await expect(
      inTransaction(pool, systemReach, tx => tx.run(sql.raw(`update ${table} set id = id`).compile(q))),
      table,
    ).rejects.toThrow(/permission denied|column/)
    await expect(
      inTransaction(pool, systemReach, tx => tx.run(sql.raw(`delete from ${table}`).compile(q))),
      table,
    ).rejects.toThrow(/permission denied/)
  }
})

test('a reach ends with its transaction', async () => {
  await inTransaction(pool, systemReach, tx => tx.rows(q.selectFrom('waybills').select('id')))
  await expect(pool.query('select 1 from waybills')).rejects.toThrow(/app\.|invalid input syntax/)
})

test('a reach made of anything but ids is refused before it meets SQL', async () => {
  await expect(
    inTransaction(pool, { reach: 'company', userId: nilId, companyId: `x'; drop table waybills --` }, async () => 1),
  ).rejects.toThrow('reach')
})

/** A pool with the list of statements sent through it. */
function listened(query_timeout: number): { pool: pg.Pool; asked: string[] } {
  const asked: string[] = []
  const made = new pg.Pool({ connectionString: database.appUrl, max: 1, query_timeout })
  made.on('error', () => {})
  made.on('connect', client => {
    client.on('error', () => {})
    const ask = client.query.bind(client)
    Reflect.set(client, 'query', (text: string, ...rest: []) => {
      asked.push(/^\w+/.exec(text)?.[0] ?? '')
      return ask(text, ...rest)
    })
  })
  return { pool: made, asked }
}

test('a snapshot whose reads do not answer in time is not rolled back: it would wait as long again', async () => {
  const { pool: slow, asked } = listened(300)
  const reads = inSnapshot(slow, systemReach, tx => tx.rows(sql`select pg_sleep(5)`.compile(q)))
  await expect(reads).rejects.toThrow('Query read timeout')
  expect(asked).toEqual(['begin', 'select'])
  expect(slow.totalCount).toBe(0)
  await slow.end()
})

test('a connection that is lost within a snapshot or a transaction is told as what it is, and thrown away', async () => {
  for (const run of [inSnapshot, inTransaction]) {
    const { pool: lost, asked } = listened(10_000)
    const reads = run(lost, systemReach, tx => tx.rows(sql`select pg_terminate_backend(pg_backend_pid())`.compile(q)))
    await expect(reads).rejects.toThrow('terminating connection')
    expect(asked).toEqual(['begin', 'select'])
    expect(lost.totalCount).toBe(0)
    await lost.end()
  }
})

test('a rollback that fails does not hide the fault that led to it, and its connection is thrown away', async () => {
  for (const run of [inSnapshot, inTransaction]) {
    const { pool: lost } = listened(10_000)
    const work = run(lost, systemReach, async tx => {
      await tx.run(sql`select pg_terminate_backend(pg_backend_pid())`.compile(q)).catch(() => undefined)
      throw new Error('the first fault')
    })
    await expect(work).rejects.toThrow('the first fault')
    expect(lost.totalCount).toBe(0)
    await lost.end()
  }
})

async function inOwner(text: string): Promise<void> {
  const owner = openPool({ url: database.ownerUrl, log: () => {} })
  await owner.query('reset role')
  await owner.query(text)
  await owner.end()
}

test('counts by state are the same whether the first look finds all rows, just as many as it takes, or too few', async () => {
  const states = stateKeys(taskStates)
  const expected = Object.fromEntries(states.map((state, n) => [state, n * 3]))
  const rows = states.flatMap((state, n) => Array.from({ length: n * 3 }, () => state))
  const from = { table: 'counted', alias: 'c', where: sql<boolean>`c.state <> 'no such'` }
  await inTransaction(pool, systemReach, async tx => {
    await tx.run(sql`create temp table counted (state text) on commit drop`.compile(q))
    await tx.run(sql`insert into counted select unnest(${rows}::text[])`.compile(q))
    expect(await countEachState(tx, taskStates, from)).toEqual(expected)
    for (const look of [2, rows.length - 1, rows.length, rows.length + 1])
      expect(await countByState(tx, taskStates, from, look), String(look)).toEqual(expected)
  })
})

test('the history of a record is seen by the function of its kind, and of a kind without one by nobody', async () => {
  const seen = async (entity: string) =>
    withClient(database.ownerUrl, async client => {
      await client.query(`create or replace function "sees_plantedKind"(id uuid) returns boolean language sql stable
        as 'select id = ''${nilId}''::uuid'`)
      const { rows } = await client.query<{ own: boolean; other: boolean }>(
        'select sees_record($1, $2) as own, sees_record($1, gen_random_uuid()) as other',
        [entity, nilId],
      )
      await client.query('drop function "sees_plantedKind"')
      return rows[0]
    })
  expect(await seen('plantedKind')).toEqual({ own: true, other: false })
  expect(await seen('forgottenKind')).toEqual({ own: false, other: false })
  expect(await seen("x'(uuid); drop table events; --")).toEqual({ own: false, other: false })
})
