// A full API read (parse, sign, session, permit, scope, transaction, envelope) against bare Fastify with the same SQL,
// which the bare side sends as it is, or prepared.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Call } from '@yunshu/contract/call'
import { getUnread } from '@yunshu/contract/message/message'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { toWire } from '@yunshu/contract/wire'
import { signRequest } from '@yunshu/domain/signing'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { openPool } from '../apps/server/src/db/pool.ts'
import { nilId, q } from '../apps/server/src/db/tx.ts'
import { startTestServer, type Client, type TestServer } from '../tests/server/testServer.ts'
import { captured, type Select } from './captured.ts'
import { median, type Bench, type Figure } from './figure.ts'

const rounds = 5
const seconds = 3
const secret = 'test-sign-secret-of-the-suite'
const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

interface Load {
  perSecond: number
  cpuUs: number
}

/** Loads one address from another process; answers requests per second and CPU µs this process spent per request. */
async function load(url: string, headers: Record<string, string>): Promise<Load> {
  const before = process.cpuUsage()
  const args = [
    '-j',
    '-c',
    '16',
    '-d',
    String(seconds),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]),
    url,
  ]
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [createRequire(import.meta.url).resolve('autocannon/autocannon.js'), ...args],
    { maxBuffer: 10_000_000 },
  )
  const spent = process.cpuUsage(before)
  const result = JSON.parse(stdout) as { requests: { average: number; total: number }; non2xx: number; errors: number }
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, cpuUs: (spent.user + spent.system) / result.requests.total }
}

/** The two reads compared: the smallest there is, and the list people open all day. */
const reads = [
  { name: '一行（未读消息）', call: getUnread, input: {}, goal: 0.8 },
  { name: '运单列表 50 行', call: listWaybills, input: { limit: 50 }, goal: 0.85 },
] as const
type Read = (typeof reads)[number]

/** Connections that have the reach of a person for good: row-level security costs both sides the same. */
async function poolOf(test: TestServer, account: string): Promise<pg.Pool> {
  const me = await test.db(tx =>
    tx.one(q.selectFrom('users').select(['id', 'company_id']).where('account', '=', account)),
  )
  const reach = { reach: 'company', user: me.id, company: me.company_id ?? nilId, branch: nilId }
  return openPool({
    url: test.server.deps.config.databaseUrl,
    log: () => {},
    options: Object.entries(reach)
      .map(([key, value]) => `-c app.${key}=${value}`)
      .join(' '),
  })
}

/** Fastify with nothing in it but the same SQL: /plain sends it as it is, /prepared by name. */
function bareServer(pool: pg.Pool, selects: readonly Select[]): FastifyInstance {
  const bare = Fastify()
  const mount = (path: string, named: readonly (Select & { name?: string })[]): void => {
    bare.get(path, async () => {
      const data = []
      for (const select of named) data.push((await pool.query(select)).rows)
      return { code: 0, message: '操作成功', data }
    })
  }
  mount('/plain', selects)
  mount(
    '/prepared',
    selects.map(select => ({ ...select, name: md5(select.text) })),
  )
  return bare
}

/** The address of a call with everything a browser sends, good for the time of the bench. */
function signedUrl(url: string, { call, input }: Read, token: string): string {
  const texts = { ...toWire<Call>(call, input), timestamp: String(Date.now() + 120_000), token }
  const query = new URLSearchParams({
    ...texts,
    sign: signRequest(texts, secret, md5),
  })
  return `${url}${call.path}?${query}`
}

async function compare(test: TestServer, client: Client, pool: pg.Pool, read: Read): Promise<Figure[]> {
  const token = client.token ?? ''
  const { call, input, name, goal } = read
  const ask = (): Promise<unknown> =>
    call === listWaybills ? client.send(listWaybills, input) : client.send(getUnread, {})
  await ask()
  const bare = bareServer(pool, await captured(ask))
  const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
  const [full, plain, prepared]: [Load[], Load[], Load[]] = [[], [], []]
  for (let i = 0; i < rounds; i++) {
    full.push(await load(signedUrl(test.url, read, token), { URLFlag: 'web', Authorization: token }))
    plain.push(await load(`${bareUrl}/plain`, {}))
    prepared.push(await load(`${bareUrl}/prepared`, {}))
  }
  await bare.close()
  const rate = (side: readonly Load[]): number =>
    median(full.map((one, i) => one.perSecond / (side[i]?.perSecond ?? NaN)))
  const each = (side: readonly Load[]): string => side.map(one => one.perSecond.toFixed(0)).join(' ')
  const perSecond = (side: readonly Load[]): string => median(side.map(one => one.perSecond)).toFixed(0)
  const cpu = (side: readonly Load[]): string => median(side.map(one => one.cpuUs)).toFixed(0)
  const detail = (side: readonly Load[]): string =>
    `${perSecond(full)} 对 ${perSecond(side)} 次/秒（各次 ${each(full)} 对 ${each(side)}）；CPU ${cpu(full)} 对 ${cpu(side)} µs/次`
  return [
    {
      name: `完整读接口 / 裸 Fastify：${name}`,
      value: rate(plain),
      unit: '×',
      goal: `≥ ${goal}`,
      reached: rate(plain) >= goal,
      baseline: '同一 SQL 的裸 Fastify，同一次运行',
      detail: detail(plain),
    },
    {
      name: `完整读接口 / 预备语句的裸 Fastify：${name}`,
      value: rate(prepared),
      unit: '×',
      goal: '只说明',
      reached: true,
      baseline: '同一 SQL 作为预备语句的裸 Fastify，同一次运行',
      detail: detail(prepared),
    },
  ]
}

export const readBench: Bench = {
  name: 'read',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal', DEMO: '1', SIGN_SECRET: secret }, true)
    try {
      const client = await test.login('shipper')
      const pool = await poolOf(test, 'shipper')
      const figures: Figure[] = []
      for (const read of reads) figures.push(...(await compare(test, client, pool, read)))
      await pool.end()
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
