// A database that is frozen in the middle of work: the time until people are answered, and until all is right again.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { listGoods, publishGoods } from '@yunshu/contract/goods/goods'
import { startPostgres } from '@yunshu/postgres/launcher'
import { goodsInput } from '../tests/server/freightWorld.ts'
import { peopledDatabase, startOn, type Client, type TestServer } from '../tests/server/testServer.ts'
import type { Bench, Figure } from './figure.ts'

const people = 12

/** The server process of a database and its children. */
export function processesOf(postmaster: number): number[] {
  const children = fs.readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === postmaster
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** Signals processes; those that ended meanwhile need none. */
function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

interface Frozen {
  /** Times of the answers, ms. */
  readonly answered: readonly number[]
  readonly statuses: readonly number[]
  readonly health: number
  /** Time from the thaw until a read and a write are right, ms. */
  readonly rightMs: number
}

/** Freezes the database while people ask, half of them to write; thaws it when all are answered, or after `longestMs`. */
async function freeze(test: TestServer, shipper: Client, postmaster: number, longestMs: number): Promise<Frozen> {
  const { pool, reads } = test.server.deps
  await Promise.all([pool, reads].flatMap(of => Array.from({ length: 6 }, () => of.query('select pg_sleep(0.2)'))))
  const pids = processesOf(postmaster)
  signal(pids, 'SIGSTOP')
  const begun = performance.now()
  const answered: number[] = []
  const statuses: number[] = []
  try {
    const all = Array.from({ length: people }, async (_, n) => {
      const { http } = await (n % 2 === 0 ? shipper.ask(listGoods, {}) : shipper.ask(publishGoods, goodsInput()))
      answered.push(performance.now() - begun)
      statuses.push(http)
    })
    const health = (await fetch(`${test.url}/healthz`)).status
    await Promise.race([Promise.all(all), new Promise(resolve => setTimeout(resolve, longestMs))])
    const early = { answered: [...answered], statuses: [...statuses] }
    signal(pids, 'SIGCONT')
    const thawed = performance.now()
    while (
      (await shipper.ask(listGoods, {})).http !== 200 ||
      (await shipper.ask(publishGoods, goodsInput())).http !== 200
    )
      await new Promise(resolve => setTimeout(resolve, 20))
    const rightMs = performance.now() - thawed
    await Promise.all(all)
    return { ...early, health, rightMs }
  } finally {
    signal(pids, 'SIGCONT')
  }
}

async function figuresOf(test: TestServer, postmaster: number): Promise<Figure[]> {
  const shipper = await test.login('shipper')
  const { pool, reads } = test.server.deps
  for (const { options } of [pool, reads]) options.connectionTimeoutMillis = 2000
  const asShipped = test.server.pulse.patienceMs
  test.server.pulse.patienceMs = 60_000
  const control = await freeze(test, shipper, postmaster, 8000)
  test.server.pulse.patienceMs = asShipped
  const here = await freeze(test, shipper, postmaster, 40_000)
  const isControlled = control.answered.length < people
  return [
    {
      name: `数据库冻结，${people} 个请求最迟答复`,
      value: Math.max(...here.answered) / 1000,
      unit: 's',
      goal: '≤ 3',
      baseline: `不看脉搏时 8 s 后仍有 ${people - control.answered.length} 个未答`,
      reached: here.answered.length === people && Math.max(...here.answered) <= 3000 && isControlled,
      detail: `答复 ${[...new Set(here.statuses)].join('、')}；/healthz ${here.health}`,
    },
    { name: '解冻后恢复', value: here.rightMs / 1000, unit: 's', goal: '≤ 2', reached: here.rightMs <= 2000 },
  ]
}

export const freezeBench: Bench = {
  name: 'freeze',
  run: async () => {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-freeze-'))
    const cluster = await startPostgres({ dataDir, ephemeral: true, log: () => {}, settings: { max_connections: 100 } })
    process.env['TEST_DATABASE_URL'] = cluster.ownerUrl('postgres')
    try {
      const test = await startOn(await peopledDatabase(), { DEMO: '1', LOG_LEVEL: 'fatal' })
      try {
        return await figuresOf(test, cluster.pid)
      } finally {
        await test.stop()
      }
    } finally {
      delete process.env['TEST_DATABASE_URL']
      await cluster.stop()
    }
  },
}
