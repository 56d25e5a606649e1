// Prepared statements of readers: only steady ones, never wrong, whatever becomes of the name or of the tables.
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openPool, readOnly } from './pool.ts'
import { steadyQuery, steadyOnce } from './prepared.ts'
import { nilId, q, reading, systemReach, type Tx } from './tx.ts'

let database: ScratchDatabase
let reads: pg.Pool
/** The way each statement reached the connection: by name or not. */
let asked: ('named' | 'plain')[]

beforeAll(async () => {
  database = await createDatabase('prepared')
  await migrate(database.ownerUrl)
  await inOwner('create table samples (id int primary key, word text not null)')
  await inOwner(`insert into samples values (1, 'one'), (2, 'two'); grant select on samples to yunshu_app`)
})
afterAll(() => database.drop())
beforeEach(() => {
  asked = []
  reads = openPool({ url: database.appUrl, max: 1, log: () => {}, options: readOnly })
  reads.on('connect', client => {
    const ask = client.query.bind(client)
    Reflect.set(client, 'query', (what: string | pg.QueryConfig, ...rest: []) => {
      const isNamed = typeof what === 'object'
      if (isNamed || !what.includes('set_config')) asked.push(isNamed ? 'named' : 'plain')
      return ask(what, ...rest)
    })
  })
})
afterEach(() => reads.end())

const inOwner = (text: string) => withClient(database.ownerUrl, client => client.query(text))
const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => reading(reads, systemReach, work)
const wordOf = (id: number) =>
  read(tx =>
    tx.rows(
      steadyQuery(
        q
          .selectFrom(sql<{ id: number; word: string }>`samples`.as('s'))
          .select('word')
          .where('id', '=', id),
      ),
    ),
  )
/** The statements the backend of the one connection holds. */
const held = () =>
  reads.query<{ n: number }>('select count(*)::int as n from pg_prepared_statements').then(of => of.rows[0]?.n)

test('a steady query is prepared on its third use, and answers by its values', async () => {
  const words = []
  for (const id of [1, 2, 1, 2]) words.push(await wordOf(id))
  expect(words.flat().map(row => row.word)).toEqual(['one', 'two', 'one', 'two'])
  expect(asked).toEqual(['plain', 'plain', 'named', 'named'])
})

test('a query that is not said to be steady is never prepared: its plan is made for its values', async () => {
  for (let i = 0; i < 5; i++)
    await read(tx => tx.rows(q.selectFrom('waybills').select('id').where('plate', '=', '冀A00001')))
  expect(asked).toEqual(Array.from({ length: 5 }, () => 'plain'))
  expect(await held()).toBe(0)
})

test('a backend that forgot its statements costs one more round trip and no error', async () => {
  for (const id of [1, 2, 1]) await wordOf(id)
  await reads.query('deallocate all')
  asked.length = 0
  expect(await wordOf(2)).toEqual([{ word: 'two' }])
  expect(await wordOf(1)).toEqual([{ word: 'one' }])
  // a name that was lost is not trusted again on this connection
  expect(asked).toEqual(['named', 'plain', 'plain'])
})

test('a statement prepared by somebody else on a shared backend is no error either', async () => {
  for (const id of [1, 2, 1]) await wordOf(id)
  const { rows } = await reads.query<{ name: string }>('select name from pg_prepared_statements')
  const name = rows[0]?.name ?? ''
  expect(name).toMatch(/^y[0-9a-f]{24}$/)
  await reads.query('deallocate all')
  // the driver has not prepared it on this connection, the backend has: this is the effect of a pooler that shares
  // backends on names
  const client = await reads.connect()
  Reflect.set(Reflect.get(client, 'connection') as object, 'parsedStatements', {})
  client.release()
  await reads.query(`prepare ${name} (int) as select 'stranger' as word`)
  expect(await wordOf(2)).toEqual([{ word: 'two' }])
})

test('a migration under a live connection: the next read answers by the new table', async () => {
  for (const id of [1, 2, 1, 2, 1, 2, 1]) await wordOf(id)
  asked.length = 0
  await inOwner('alter table samples alter column word type varchar(10)')
  expect(await wordOf(2)).toEqual([{ word: 'two' }])
  expect(asked).toEqual(['named', 'plain'])
  await inOwner('alter table samples add column more int; update samples set word = upper(word)')
  expect(await wordOf(1)).toEqual([{ word: 'ONE' }])
  // only the statement whose table changed loses its name
  asked.length = 0
  for (let i = 0; i < 3; i++) await read(tx => tx.rows(steadyQuery(q.selectFrom('companies').select('id'))))
  expect(asked).toEqual(['plain', 'plain', 'named'])
})

test('a fault of the query itself is told, not tried again', async () => {
  const half = (by: number) => read(tx => tx.rows(steadyQuery(q.selectNoFrom(sql<number>`10 / ${by}::int`.as('n')))))
  for (let i = 0; i < 3; i++) await half(2)
  asked.length = 0
  await expect(half(0)).rejects.toThrow('division by zero')
  expect(asked).toEqual(['named'])
})

test('a connection holds at most a hundred statements', async () => {
  const numbered = (n: number) => steadyQuery(q.selectNoFrom(sql<number>`${sql.lit(n)}::int`.as('n')))
  for (let n = 0; n < 120; n++) for (let i = 0; i < 3; i++) await read(tx => tx.rows(numbered(n)))
  expect(await held()).toBe(100)
})

test('a query compiled once puts each value where its sample stood', () => {
  const of = steadyOnce(
    (id: string, plate: string) =>
      q
        .selectFrom('waybills')
        .select('id')
        .where('plate', '=', plate)
        .where('driver_name', '=', '王')
        .where('id', '=', id),
    [nilId, 'plate'],
  )
  expect(of('a', 'b').parameters).toEqual(['b', '王', 'a'])
  expect(of('c', 'd').parameters).toEqual(['d', '王', 'c'])
  expect(of('c', 'd').sql).toBe(of('a', 'b').sql)
  const lost = steadyOnce((_id: string) => q.selectFrom('waybills').select('id'), [nilId])
  expect(() => lost('a')).toThrow('a value is not a parameter')
})
