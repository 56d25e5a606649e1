// A full API read (parse, sign, session, permit, scope, transaction, envelope) against bare Fastify with the same SQL.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import type { Call } from '@yunshu/contract/call'
import { getUnread } from '@yunshu/contract/message'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { toWire } from '@yunshu/contract/wire'
import { sign } from '@yunshu/domain/signing'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { openPool } from '../apps/server/src/db/pool.ts'
import { nilId, q } from '../apps/server/src/db/tx.ts'
import { startTestServer } from '../tests/server/testServer.ts'
import { captured } from './captured.ts'
import { median, type Bench, type Figure } from './figure.ts'

const rounds = 5
const seconds = 3
const secret = 'test-sign-secret-of-the-suite'

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
  { name: '一行（未读消息）', call: getUnread, input: {} },
  { name: '运单列表 50 行', call: listWaybills, input: { limit: 50 } },
] as const

export const readBench: Bench = {
  name: 'read',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal', DEMO: '1', SIGN_SECRET: secret }, true)
    try {
      const client = await test.login('shipper')
      const token = client.token ?? ''
      const me = await test.db(tx =>
        tx.one(q.selectFrom('users').select(['id', 'company_id']).where('account', '=', 'shipper')),
      )
      // the bare side has its reach for good on the connection: row-level security costs both sides the same
      const reach = { reach: 'company', user: me.id, company: me.company_id ?? nilId, branch: nilId }
      const pool = openPool({
        url: test.server.deps.config.databaseUrl,
        log: () => {},
        options: Object.entries(reach)
          .map(([key, value]) => `-c app.${key}=${value}`)
          .join(' '),
      })
      const figures: Figure[] = []
      for (const { name, call, input } of reads) {
        const ask = (): Promise<unknown> =>
          call === listWaybills ? client.send(listWaybills, { limit: 50 }) : client.send(getUnread, {})
        await ask()
        const selects = await captured(ask)
        const bare = Fastify()
        bare.get('/read', async () => {
          const data = []
          for (const { text, values } of selects) data.push((await pool.query(text, values)).rows)
          return { code: 0, message: '操作成功', data }
        })
        const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
        const texts = { ...toWire<Call>(call, input), timestamp: String(Date.now() + 120_000), token }
        const query = new URLSearchParams({
          ...texts,
          sign: sign(texts, secret, text => createHash('md5').update(text).digest('hex')),
        })
        const full: Load[] = [],
          plain: Load[] = []
        for (let i = 0; i < rounds; i++) {
          full.push(await load(`${test.url}${call.path}?${query}`, { URLFlag: 'web', Authorization: token }))
          plain.push(await load(`${bareUrl}/read`, {}))
        }
        await bare.close()
        const rate = median(full.map((one, i) => one.perSecond / (plain[i]?.perSecond ?? NaN)))
        const cpu = (list: Load[]): number => median(list.map(one => one.cpuUs))
        figures.push({
          name: `完整读接口 / 裸 Fastify：${name}`,
          value: rate,
          unit: '×',
          goal: '≥ 0.8',
          reached: rate >= 0.8,
          baseline: '同一 SQL 的裸 Fastify，同一次运行',
          detail: `${median(full.map(one => one.perSecond)).toFixed(0)} 对 ${median(plain.map(one => one.perSecond)).toFixed(0)} 次/秒；CPU ${cpu(full).toFixed(0)} 对 ${cpu(plain).toFixed(0)} µs/次`,
        })
      }
      await pool.end()
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
