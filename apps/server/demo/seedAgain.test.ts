// The demo seeded anew at the same moment is the same demo.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type pg from 'pg'
import { openPool } from '../src/db/pool.ts'
import { inTransaction, q, systemReach } from '../src/db/tx.ts'
import { seedDemo } from './seed.ts'
import { emptyDatabase, seededAt, seededDatabase } from '../../../tests/server/seededDemo.ts'

/** Columns the product draws by chance: salts, and ids of rows it derives or takes down by itself. */
const drawnByChance: Readonly<Record<string, string>> = {
  users: 'password_hash',
  track_access: 'id',
  terminal_claims: 'id',
}

const hashed = async (of: pg.Pool): Promise<Record<string, string>> => {
  const names = // parts of a table are read through it
    (
      await of.query<{ name: string }>(`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
      order by 1`)
    ).rows
  const hashes: Record<string, string> = {}
  for (const { name } of names) {
    const drawn = drawnByChance[name]
    const text = sql.raw(drawn === undefined ? 't::text' : `(to_jsonb(t) - '${drawn}')::text`)
    const found = await inTransaction(of, systemReach, tx =>
      tx.rows<{ hash: string | null }>(
        sql<{
          hash: string | null
        }>`select md5(string_agg(hash, '' order by hash)) as hash
          from (select md5(${text}) as hash from ${sql.table(name)} as t) as h`.compile(q),
      ),
    )
    hashes[name] = found[0]?.hash ?? 'empty'
  }
  return hashes
}

test('two runs at one moment give the same rows, and a second run on the same database gives none', async () => {
  const database = await seededDatabase()
  const pool = openPool({ url: database.appUrl, max: 2, log: () => {} })
  const other = await emptyDatabase('seeded_again')
  const both = [1, 2].map(() => openPool({ url: other.appUrl, max: 1, log: () => {} }))
  // connected before either begins: a seed keeps this process busy for seconds, longer than a connection may take
  await Promise.all(both.map(each => each.query('select 1')))
  const isSeeded = await Promise.all(both.map(each => seedDemo(each, seededAt, () => {})))
  expect(isSeeded.filter(Boolean)).toHaveLength(1)
  const again = openPool({ url: other.appUrl, max: 1, log: () => {} })
  expect(await hashed(again)).toEqual(await hashed(pool))
  await Promise.all([...both, again, pool].map(each => each.end()))
  await Promise.all([other.drop(), database.drop()])
})
