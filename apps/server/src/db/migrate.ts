// Forward-only migrations: numbered SQL files, one transaction each, safe when two servers start at once.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { appRole, gatewayRole } from './pool.ts'

const folder = new URL('./migrations/', import.meta.url)
/** The key of the advisory lock, any number but the same for every server: the server that holds it migrates. */
const lockKey = 7_210_590

/**
 * Brings the database at `url` (owner's connection) to the newest schema and answers the files applied.
 * Refuses a database older than PostgreSQL 15, one that may lose acknowledged writes, a schema newer than this program,
 * and changed history.
 */
export async function migrate(url: string, log: (line: string) => void = () => {}): Promise<string[]> {
  return withClient(
    url,
    async client => {
      await refuseUnsafe(client)
      await client.query('select pg_advisory_lock($1)', [lockKey])
      for (const role of [appRole, gatewayRole]) await prepareRole(client, role)
      await client.query(
        'create table if not exists migrations (name text primary key, sha256 text not null, at timestamptz not null default now())',
      )
      const done = new Map(
        (await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')).rows.map(row => [
          row.name,
          row.sha256,
        ]),
      )
      const known = (await readdir(folder)).filter(file => file.endsWith('.sql')).sort()
      refuseNewer(
        known,
        [...done.keys()].filter(name => !known.includes(name)),
      )
      const applied: string[] = []
      for (const name of known) {
        const text = await readFile(new URL(name, folder), 'utf8')
        const sha256 = createHash('sha256').update(text).digest('hex')
        const before = done.get(name)
        if (before === sha256) continue
        if (before !== undefined) throw new Error(`数据库迁移 ${name} 已执行过但内容不同，请恢复原文件后再启动`)
        await client.query('begin')
        await client.query(text)
        await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
        await client.query('commit')
        applied.push(name)
        log(`migrated ${name}`)
      }
      return applied
    },
    'yunshu-migrate',
  )
}

/**
 * Makes a role of the product where it is missing. The embedded cluster gives each an account of its own; elsewhere the
 * owner's account takes them on.
 */
async function prepareRole(client: pg.Client, role: string): Promise<void> {
  await client.query(
    `do $$ begin if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} nosuperuser nobypassrls; end if; end $$`,
  )
  await client.query(
    `do $$ begin if not pg_has_role(current_user, '${role}', 'member') then execute format('grant ${role} to %I', current_user); end if; exception when insufficient_privilege then null; end $$`,
  )
}

/**
 * Lets the planner know tables that were just filled; the role of the product may not, so the owner's connection does
 * it.
 */
export async function refreshStatistics(url: string): Promise<void> {
  await withClient(url, client => client.query('analyze'), 'yunshu-analyze')
}

/** A program older than the schema would write rows that no longer mean what it thinks. */
function refuseNewer(known: readonly string[], unknown: readonly string[]): void {
  if (unknown.length === 0) return
  throw new Error(
    `数据库由更新版本的程序升级过（${[...unknown].sort().join('、')}，本程序只到 ${known.at(-1) ?? '--'}）：请用新版本程序启动，或恢复升级前的备份`,
  )
}

async function refuseUnsafe(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('server_version_num', 'fsync', 'full_page_writes', 'synchronous_commit')`,
  )
  const value = (name: string): string => rows.find(row => row.name === name)?.setting ?? ''
  if (Number(value('server_version_num')) < 150_000) throw new Error('需要 PostgreSQL 15 或更高版本')
  // test clusters run without fsync on purpose and say so
  if (process.env['YUNSHU_EPHEMERAL_DATABASE'] === '1') return
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
    if (value(name) === 'off') throw new Error(`数据库设置 ${name}=off 可能丢失已确认的数据，请改为 on 后再启动`)
}
