// The launcher against real servers: roles, crashes, leftovers and refusals.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CannotStart } from './cannotStart.ts'
import { joinPostgres, startPostgres, type Cluster } from './launcher.ts'
import { isRunning, serversIn, signalProcess } from './processes.ts'
import { withClient } from './withClient.ts'

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-launcher-'))
fs.chmodSync(home, 0o755)
const dataDir = path.join(home, 'postgres')
const lines: string[] = []
const log = (line: string) => {
  lines.push(line)
}
let cluster: Cluster | null = null

async function start(): Promise<Cluster> {
  cluster = await startPostgres({ dataDir, log })
  return cluster
}

const ask = <R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> =>
  withClient(url, async client => (await client.query<R>(sql)).rows)

async function until(what: string, check: () => boolean, withinMs = 8_000): Promise<void> {
  for (const end = performance.now() + withinMs; !check(); await pause(10))
    if (performance.now() > end) throw new Error(`waited in vain: ${what}\n${lines.join('\n')}`)
}

/** Another process that starts the same cluster, prints its pid and waits to be killed. */
async function otherMaster(): Promise<{ pid: number; kill(): Promise<void> }> {
  const script = `import { startPostgres } from ${JSON.stringify(path.join(import.meta.dirname, 'launcher.ts'))}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} }); console.log('up'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

beforeAll(async () => {
  await start()
  await ask(
    cluster?.ownerUrl() ?? '',
    'create table paid (id int primary key, tenant int not null); alter table paid enable row level security; alter table paid force row level security; create policy own on paid using (tenant = 1); grant select, insert on paid to yunshu_app',
  )
  await cluster?.stop()
})
afterEach(() => cluster?.stop())
afterAll(() => fs.rmSync(home, { recursive: true, force: true }))

test('both roles get in, and only the owner passes row security', async () => {
  const { ownerUrl, appUrl } = await start()
  await ask(ownerUrl(), 'insert into paid values (-1, 1), (-2, 2) on conflict do nothing')
  expect(await ask(ownerUrl(), 'select id from paid where id < 0 order by id')).toEqual([{ id: -2 }, { id: -1 }])
  expect(await ask(appUrl(), 'select id from paid where id < 0')).toEqual([{ id: -1 }])
  expect(
    await ask(
      appUrl(),
      "select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole from pg_roles where rolname = 'yunshu_app'",
    ),
  ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false }])
  await expect(ask(appUrl(), 'create table own (id int)')).rejects.toThrow('permission denied')
})

test('it is durable, silent on every network, and counts letters of Chinese text', async () => {
  const { adminUrl, ownerUrl } = await start()
  const [row] = await ask(
    adminUrl(),
    "select current_setting('fsync') f, current_setting('full_page_writes') w, current_setting('synchronous_commit') s, current_setting('ssl') l, current_setting('listen_addresses') a",
  )
  expect(row).toEqual({ f: 'on', w: 'on', s: 'on', l: 'off', a: '' })
  await ask(ownerUrl(), 'create extension if not exists pg_trgm')
  expect(await ask(ownerUrl(), "select cardinality(show_trgm('北京市朝阳区')) > 0 ok")).toEqual([{ ok: true }])
})

test('a postmaster killed under load comes back with every acknowledged row', async () => {
  const up = await start()
  const before = up.pid
  const acknowledged: number[] = []
  const client = new pg.Client({ connectionString: up.appUrl() })
  client.on('error', () => {})
  await client.connect()
  const writing = (async () => {
    for (let id = 1; id < 1e6; id++) {
      await client.query('insert into paid values ($1, 1)', [id])
      acknowledged.push(id)
    }
  })().catch(() => {})
  await until('rows', () => acknowledged.length > 200)
  signalProcess(before, 'SIGKILL')
  await writing
  await until('restart', () => up.restarts === 1)
  expect(up.pid).not.toBe(before)
  const kept = await ask<{ id: number }>(up.ownerUrl(), 'select id from paid where id > 0 order by id')
  const there = new Set(kept.map(row => row.id))
  expect(acknowledged.filter(id => !there.has(id))).toEqual([])
  // one statement may have been written without its answer getting out
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(1)
})

test('stop leaves no process and no pid file, and is safe to call twice', async () => {
  const up = await start()
  const { pid, dataDir: files } = up
  await Promise.all([up.stop(), up.stop()])
  expect(serversIn(files)).toEqual([])
  expect(isRunning({ pid, started: null })).toBe(false)
  expect(fs.existsSync(path.join(files, 'postmaster.pid'))).toBe(false)
  expect(joinPostgres(dataDir)).toBeNull()
})

test('a second master of the same folder is refused in one line, and may join instead', async () => {
  const up = await start()
  const refused = await startPostgres({ dataDir, log }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CannotStart)
  expect(String(refused)).toMatch(/进程 \d+/)
  expect(String(refused)).not.toContain('\n')
  expect(joinPostgres(dataDir)?.appUrl()).toBe(up.appUrl())
})

test('a server whose master was killed stops by itself', async () => {
  const master = await otherMaster()
  const files = path.join(fs.realpathSync(dataDir), 'cluster')
  expect(serversIn(files).length).toBeGreaterThan(3)
  await master.kill()
  await until('guardian', () => serversIn(files).length === 0)
})

test('a start right after the master was killed adopts nothing and still succeeds', async () => {
  const master = await otherMaster()
  const files = path.join(fs.realpathSync(dataDir), 'cluster')
  const orphan = Number(fs.readFileSync(path.join(files, 'postmaster.pid'), 'utf8').split('\n')[0])
  await master.kill()
  const up = await start()
  expect(up.pid).not.toBe(orphan)
  expect(await ask(up.appUrl(), 'select 1 one')).toEqual([{ one: 1 }])
})

test('backends that outlived their postmaster do not block the next start', async () => {
  const master = await otherMaster()
  const files = path.join(fs.realpathSync(dataDir), 'cluster')
  const servers = serversIn(files)
  // stopped, they can neither follow their postmaster nor let go of its shared memory
  const postmaster = Number(fs.readFileSync(path.join(files, 'postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of servers) if (pid !== postmaster) signalProcess(pid, 'SIGSTOP')
  signalProcess(master.pid, 'SIGSTOP')
  signalProcess(postmaster, 'SIGKILL')
  await master.kill()
  expect(serversIn(files).length).toBeGreaterThan(2)
  const up = await start()
  expect(await ask(up.appUrl(), 'select 1 one')).toEqual([{ one: 1 }])
})

test('a pid file that names a stranger of the same account does not stop the start', async () => {
  const { dataDir: files, stop } = await start()
  await stop()
  const owner = fs.statSync(files)
  const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid, cwd: '/' } : {})
  try {
    fs.writeFileSync(path.join(files, 'postmaster.pid'), `${stranger.pid}\n${files}\n1\n5432\n\n\n\nready   \n`)
    const up = await start()
    expect(await ask(up.appUrl(), 'select 1 one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  } finally {
    stranger.kill()
  }
})

test('a folder that is deleted while it is in use is told in one line, and the server ends all the same', async () => {
  const other = path.join(home, 'deleted')
  const up = await startPostgres({ dataDir: other, log })
  const files = up.dataDir
  fs.rmSync(other, { recursive: true, force: true })
  expect((await up.lost).message).toContain('已不存在')
  // the hang of the product: what was to clear its folder away found none
  await up.stop()
  expect(serversIn(files)).toEqual([])
})

test.each(['fsync', 'full_page_writes', 'synchronous_commit'])('%s cannot be switched off', async name => {
  await expect(startPostgres({ dataDir, log, settings: { [name]: false } })).rejects.toThrow(`拒绝 ${name}=off`)
  await expect(startPostgres({ dataDir, log, settings: { [name.toUpperCase()]: 'OFF' } })).rejects.toThrow(CannotStart)
})

test('a cluster of another major version is refused, not touched', async () => {
  const { dataDir: files, stop } = await start()
  await stop()
  const file = path.join(files, 'PG_VERSION')
  fs.writeFileSync(file, '17\n')
  await expect(startPostgres({ dataDir, log })).rejects.toThrow('PostgreSQL 17')
  fs.writeFileSync(file, '18\n')
})

test('a cluster whose version cannot be read was made anew: the start is refused in one line, and nothing is touched', async () => {
  const { dataDir: files, stop } = await start()
  await stop()
  const file = path.join(files, 'PG_VERSION')
  const namesIn = (folder: string): string[] => fs.readdirSync(folder).toSorted()
  const before = [namesIn(path.dirname(files)), namesIn(files)]
  fs.renameSync(file, `${file}.aside`)
  // a file of mode 0000 says nothing to root; a folder in its place is unreadable to everybody
  fs.mkdirSync(file)
  await expect(startPostgres({ dataDir, log })).rejects.toThrow('无法读取（EISDIR），没有做任何改动')
  fs.rmdirSync(file)
  await expect(startPostgres({ dataDir, log })).rejects.toThrow('不完整（PG_VERSION 缺失或损坏），没有做任何改动')
  fs.renameSync(`${file}.aside`, file)
  expect([namesIn(path.dirname(files)), namesIn(files)]).toEqual(before)
  await start()
})

test('a cluster that an earlier version made gets the role of the gateway, which reads nothing by itself', async () => {
  const { adminUrl, stop } = await start()
  await withClient(adminUrl('yunshu'), client =>
    client.query('drop owned by yunshu_gateway; drop role yunshu_gateway; create table secrets as select 1'),
  )
  await stop()
  const again = await startPostgres({ dataDir, log })
  await withClient(again.gatewayUrl(), async client => {
    expect((await client.query('select current_user as who')).rows).toEqual([{ who: 'yunshu_gateway' }])
    await expect(client.query('select * from secrets')).rejects.toThrow('permission denied')
  })
  await again.stop()
})
