// Every script of package.json does its work: quick ones in a scratch database, those that serve until they are ended.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@yunshu/postgres/postmaster'
import { createDatabase, type ScratchDatabase } from '@yunshu/postgres/scratch'
import { withClient } from '@yunshu/postgres/withClient'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoAccounts, demoPassword } from '../../apps/server/demo/accounts.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { foundation } from './foundation.ts'
import { seededDatabase } from './seededDemo.ts'

const checkout = path.resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(fs.readFileSync(path.join(checkout, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Words of a script after `node`. */
const wordsOf = (script: string): string[] => {
  const [node, ...words] = (scripts[script] ?? '').split(' ')
  if (node !== 'node') throw new Error(`npm run ${script} is not a program of node`)
  return words
}

const made: ScratchDatabase[] = []
let home: string
let empty: ScratchDatabase
beforeAll(async () => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-scripts-'))
  fs.chmodSync(home, 0o755)
  empty = await database()
})
afterAll(async () => {
  for (const each of made) await each.drop()
  fs.rmSync(home, { recursive: true, force: true })
})

async function database(): Promise<ScratchDatabase> {
  const one = await createDatabase('scripts')
  made.push(one)
  return one
}

/** Starts a script as npm does, with a scratch database and folder; nothing of our own settings reaches it. */
function begin(script: string, on: ScratchDatabase, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const child = spawn(process.execPath, [...wordsOf(script), ...args], {
    cwd: checkout,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: on.appUrl,
      MIGRATE_DATABASE_URL: on.ownerUrl,
      DATA_DIR: path.join(home, 'data'),
      HOST: '127.0.0.1',
      DEMO: '',
      SIGN_SECRET: '',
      GATEWAY_PORT: '0',
      ...env,
    },
  })
  let output = ''
  const told = Promise.withResolvers<void>()
  let awaited: RegExp | undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (awaited?.test(output)) told.resolve()
    })
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    told.reject(new Error(`ended: ${output}`))
    return { code, output }
  })
  told.promise.catch(() => {})
  return {
    child,
    ended,
    output: () => output,
    /** Resolves when the output so far holds the pattern; fails when the script ends before. */
    says: (pattern: RegExp) => {
      awaited = pattern
      if (pattern.test(output)) told.resolve()
      return told.promise
    },
  }
}

async function run(script: string, on: ScratchDatabase, env?: NodeJS.ProcessEnv, args?: readonly string[], input = '') {
  const { child, ended } = begin(script, on, env, args)
  child.stdin.end(input)
  return ended
}

const rows = (on: ScratchDatabase, sql: string): Promise<unknown[]> =>
  withClient(on.ownerUrl, async client => {
    await client.query("select set_config('app.reach', 'system', false)")
    return (await client.query<Record<string, unknown>>(sql)).rows
  })

test('npm run migrate named a file that was not there: every file a script names is', () => {
  const named = Object.keys(scripts).flatMap(script => wordsOf(script).filter(word => /\.(?:ts|mjs)$/.test(word)))
  expect(named.length).toBeGreaterThan(Object.keys(scripts).length)
  expect(named.filter(file => !fs.existsSync(path.join(checkout, file)))).toEqual([])
  // those that run nothing but what other tests run, or take minutes, are only looked up
  const run = ['start', 'dev', 'seed', 'migrate', 'admin']
  expect(Object.keys(scripts).filter(script => !run.includes(script))).toEqual(['test', 'check', 'bench'])
})

test('migrate brings an empty database to the newest schema, and says when there is nothing to do', async () => {
  const first = await run('migrate', empty)
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('migrated 001_people.sql') as string })
  expect(await run('migrate', empty)).toMatchObject({ code: 0, output: '数据库结构已是最新\n' })
})

test('npm run seed wrote admin / Demo#2026 into a real installation: it refuses a database without the mark', async () => {
  const real = await database()
  for (const state of ['without a table', 'empty']) {
    for (const DEMO of ['', '0']) {
      const { code, output } = await run('seed', real, { DEMO })
      expect(code, state).toBe(1)
      expect(output).toContain('没有演示标记')
      expect(output).toContain('DEMO=1 npm run seed')
      expect(output.trim().split('\n')).toHaveLength(1)
    }
    await migrate(real.ownerUrl)
  }
  expect(await rows(real, 'select account from users')).toEqual([])
  expect(await rows(real, "select 1 from installation where key = 'demo'")).toEqual([])
})

test('seed says what it will write before it does, and leaves a demo with rows as it is', async () => {
  const demo = await seededDatabase()
  made.push(demo)
  for (const DEMO of ['1', '']) {
    const { code, output } = await run('seed', demo, { DEMO })
    expect(code, output).toBe(0)
    expect(output).toContain(demoPassword)
    expect(output).toContain(demoAccounts[0].account)
    expect(output).toContain(demo.name)
    expect(output.trim().split('\n').at(-1)).toBe('数据库里已有企业或账号，未写入演示数据')
  }
  expect((await run('seed', demo, { DEMO: '0' })).code).toBe(1)
})

/** The switches that found the platform. */
const platform = [
  ['--company', foundation.companyName],
  ['--code', foundation.creditCode],
  ['--region', foundation.regionCode],
  ['--address', foundation.address],
  ['--mobile', foundation.mobile],
  ['--branch', foundation.branchName],
  ['--branch-short', foundation.branchShortName],
  ['--branch-code', foundation.branchCreditCode],
].flat()

test('admin adds an administrator from the command line, who keeps the demo out', async () => {
  const real = await database()
  const alone = await run('admin', real, {}, ['add', 'wangwu', '王五'])
  expect(alone, 'nobody runs a platform that is not there').toMatchObject({ code: 1 })
  expect(alone.output).toContain('还没有平台公司')
  const half = await run('admin', real, {}, ['add', 'wangwu', '王五', ...platform.slice(0, 4)])
  expect(half.output).toContain('分公司名称：不能为空')
  const added = await run('admin', real, {}, ['add', 'wangwu', '王五', ...platform])
  expect(added, added.output).toMatchObject({ code: 0 })
  expect(added.output).toMatch(/首次登录密码（只显示这一次）：\S{12}\n/)
  const given = await run('admin', real, {}, ['reset', 'wangwu', '--stdin'], 'Qinghe#4827\n')
  expect(given, given.output).toMatchObject({ code: 0 })
  expect(given.output).not.toContain('Qinghe#4827')
  expect(await run('admin', real, {}, ['reset', 'nobody'])).toMatchObject({ code: 1 })
  expect((await run('admin', real, {}, ['--help'])).output).toContain('用法')
  expect((await run('seed', real, { DEMO: '1' })).output).toContain('未写入演示数据')
})

test('start serves, tells a misspelt setting, keeps its data to itself, and ends when asked', async () => {
  // an older product left both open to everybody
  const data = path.join(home, 'data')
  const folders = [data, path.join(data, 'files')]
  fs.mkdirSync(path.join(data, 'files'), { recursive: true })
  for (const folder of folders) fs.chmodSync(folder, 0o755)
  const [PORT, secret] = [String(await freePort()), 'a-secret-of-this-installation']
  const { child, ended, says } = begin('start', empty, { PORT, DEMO: '0', SIGN_SECRET: secret, PORTT: '1' })
  await says(/运枢已就绪/)
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
  expect(folders.map(folder => fs.statSync(folder).mode & 0o777)).toEqual([0o700, 0o700])
  child.kill('SIGTERM')
  const { code, output } = await ended
  // the one line that ever holds the secret
  expect(output.match(/首次使用：.*\/public\/setup#[\w-]{43}$/gm)).toHaveLength(1)
  expect(output).toContain('设置 PORTT 不存在，已忽略：最接近的设置是 PORT\n')
  expect(code).toBe(0)
})

test('dev serves the product and the reloading portal, and ends both when asked', async () => {
  const PORT = String(await freePort())
  const { child, ended, says } = begin('dev', empty, { PORT, DEMO: '0', SIGN_SECRET: 'a-secret-of-this-installation' })
  // vite colours its words where CI is set
  await says(/运枢已就绪[^]*Local/)
  expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  await ended
  await expect(fetch(`http://127.0.0.1:${PORT}/readyz`)).rejects.toThrow()
})
