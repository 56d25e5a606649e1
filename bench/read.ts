// A full API read (parse, sign, session, permit, scope, transaction, envelope) against bare Fastify with the same SQL.
import { createHash } from 'node:crypto'
import autocannon from 'autocannon'
import Fastify from 'fastify'
import { listVehicles } from '@yunshu/contract/vehicle'
import { toWire } from '@yunshu/contract/wire'
import { sign } from '@yunshu/domain/signing'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { openPool } from '../apps/server/src/db/pool.ts'
import { nilId } from '../apps/server/src/db/tx.ts'
import { startTestServer } from '../apps/server/src/testing.ts'
import { captured } from './captured.ts'
import { median, type Bench } from './figure.ts'

const rounds = 7
const seconds = 3

/** Requests per second one address answers to 16 connections. */
async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}

export const readBench: Bench = {
  name: 'read',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal' })
    try {
      const client = await test.login('carrier')
      const input = { limit: 20 }
      await client.send(listVehicles, input)
      const same = (await captured(() => client.send(listVehicles, input))).at(-1)
      if (!same) throw new Error('no select was seen')
      // the bare side has its reach for good on the connection: row-level security costs both sides the same
      const settings = Object.entries({ reach: 'system', user: nilId, company: nilId, branch: nilId }).map(([key, value]) => `-c app.${key}=${value}`).join(' ')
      const pool = openPool({ url: test.server.deps.config.databaseUrl, log: () => {}, options: settings })
      const bare = Fastify()
      bare.get('/vehicles', async () => ({ code: 0, message: '操作成功', data: (await pool.query(same.text, same.values)).rows }))
      const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })
      const token = client.token ?? ''
      const texts = { ...toWire(listVehicles, input), timestamp: String(Date.now() + 120_000), token }
      const query = new URLSearchParams({ ...texts, sign: sign(texts, 'test-sign-secret-of-the-suite', (text) => createHash('md5').update(text).digest('hex')) })
      const full = { url: `${test.url}${listVehicles.path}?${query}`, headers: { URLFlag: 'web', Authorization: token } }
      const figures: { full: number[]; bare: number[] } = { full: [], bare: [] }
      for (let i = 0; i < rounds; i++) {
        figures.full.push(await load(full.url, full.headers))
        figures.bare.push(await load(`${bareUrl}/vehicles`, {}))
      }
      await bare.close()
      await pool.end()
      const ratio = median(figures.full.map((rate, i) => rate / (figures.bare[i] ?? NaN)))
      return [{ name: '完整读接口 / 裸 Fastify', value: ratio, unit: '×', goal: '≥ 0.8', reached: ratio >= 0.8, baseline: '同一 SQL 的裸 Fastify，同一次运行', detail: `${median(figures.full).toFixed(0)} 对 ${median(figures.bare).toFixed(0)} 次/秒` }]
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
