// A database as an installation of an earlier release left it: the migrations before one, and rows of then.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { nilId } from '../../apps/server/src/db/tx.ts'

const folder = new URL('../../apps/server/src/db/migrations/', import.meta.url)

/** Lets the owner see and write every row: it is held by the walls too. */
export async function reachAll(client: pg.ClientBase): Promise<void> {
  for (const [name, value] of [
    ['reach', 'system'],
    ['user', nilId],
    ['company', nilId],
    ['branch', nilId],
  ])
    await client.query('select set_config($1, $2, false)', [`app.${name}`, value])
}

/** The id of the nth record of an old database. */
export const oldId = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Asks the database at the owner's address, past its walls. */
export const askOwner = <R extends pg.QueryResultRow>(ownerUrl: string, text: string): Promise<R[]> =>
  withClient(ownerUrl, async client => {
    await reachAll(client)
    return (await client.query<R>(text)).rows
  })

/** Asks as `askOwner` does; each row is a line of its values. */
export const askOwnerLines = async (ownerUrl: string, text: string): Promise<string[]> =>
  (await askOwner(ownerUrl, text)).map(row => Object.values(row).join(' '))

/** Applies every migration whose name comes before this one, as an installation of then had. */
export async function migrateBefore(client: pg.ClientBase, first: string): Promise<void> {
  await client.query(
    'create table migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
  )
  for (const name of (await readdir(folder)).filter(file => file.endsWith('.sql') && file < first).sort()) {
    const text = await readFile(new URL(name, folder), 'utf8')
    await client.query(`begin; ${text}; commit`)
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [
      name,
      createHash('sha256').update(text).digest('hex'),
    ])
  }
}

/** Lets tables hold rows whose records of other tables are left out, where only these rows matter. */
export async function forgetReferences(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  await client.query(`do $$ declare k record; begin
    for k in select conrelid::regclass as held, conname from pg_constraint where contype = 'f'
      and conrelid = any(array[${tables.map(table => `'${table}'`).join()}]::regclass[])
    loop execute format('alter table %s drop constraint %I', k.held, k.conname); end loop; end $$`)
}

/** Inserts a row of an old shape; columns left out take their defaults. */
export async function insertOld(client: pg.ClientBase, table: string, row: object): Promise<void> {
  await client.query(
    `insert into ${table} (${Object.keys(row).join()}) select ${Object.keys(row).join()} from json_populate_record(null::${table}, $1)`,
    [JSON.stringify(row)],
  )
}

/** A company of then, with nothing but its name. */
export const insertOldCompany = (client: pg.ClientBase, id: string, name: string): Promise<void> =>
  insertOld(client, 'companies', {
    id,
    name,
    short_name: name,
    credit_code: name,
    role_flags: 1,
    region_code: '0',
    address: '',
    contact_name: '',
    contact_mobile: '',
    created_at: 1,
    updated_at: 1,
  })
