// 10,000 connections that come back after their server process is killed.
import { readFileSync } from 'node:fs'
import { q } from '../apps/server/src/db/tx.ts'
import type { TestServer } from '../tests/server/testServer.ts'
import { quantile, type Figure } from './figure.ts'
import type { Way } from './socketClients.ts'
import type { SignedIn } from './socketPeople.ts'
import { addressOf, awaitAll, commit, now, pause, secret, startSecond, type Browsers } from './socketServers.ts'

export const storm = Number(process.env['SOCKETS'] ?? 10_000)

const memoryMb = (pid: number | undefined, field: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** Processor time of a process so far, s: shows beside a duration whether others kept the machine busy. */
function processorSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Every message of these people after a moment, as the database holds them. */
async function inboxOf(test: TestServer, from: ReadonlyMap<string, number>): Promise<Map<string, string[]>> {
  const rows = await test.db(tx =>
    tx.rows(q.selectFrom('inbox').select(['user_id', 'seq', 'frame']).orderBy('user_id').orderBy('seq')),
  )
  const all = new Map<string, string[]>([...from.keys()].map(userId => [userId, []]))
  for (const { user_id: userId, seq, frame } of rows)
    if (seq > (from.get(userId) ?? Infinity)) all.get(userId)?.push((frame as { msg: string }).msg)
  return all
}

interface Shown {
  missed: number
  repeated: number
  frames: number
}

/** Messages of `truth` that the browsers of a group did not show, or showed more than once. */
async function shownOf(
  browsers: Browsers,
  group: string,
  truth: ReadonlyMap<string, readonly string[]>,
): Promise<Shown> {
  const faults = { missed: 0, repeated: 0, frames: 0 }
  for (const { userId, shown: seen } of (await browsers.ask({ ask: 'shown', group })) as {
    userId: string
    shown: string[]
  }[]) {
    const distinct = new Set(seen)
    faults.frames += seen.length
    faults.repeated += seen.length - distinct.size
    faults.missed += (truth.get(userId) ?? []).filter(own => !distinct.has(own)).length
  }
  return faults
}

/** Measures of one storm; durations in ms, memory in MB. */
interface Storm {
  /** Time from the kill until the message arrived, for each portal. */
  readonly back: readonly number[]
  /** Duration of each health check. */
  readonly health: readonly number[]
  readonly portals: Shown
  readonly never: Shown
  readonly anew: Shown
  readonly peakMb: number
  readonly restMb: number
  /** Time until the restarted process was ready. */
  readonly up: number
  readonly opening: number
  /** Attempts to connect of all portals. */
  readonly tries: number
  readonly spent: string
}

function stormFigures({ back, health, portals, never, anew, ...others }: Storm): Figure[] {
  const { peakMb, restMb, up, opening, tries, spent } = others
  const last = Math.max(...back)
  return [
    {
      name: `${storm} 个连接在进程被强杀后全部回来`,
      value: last / 1000,
      unit: 's',
      goal: '≤ 15',
      reached: last <= 15_000,
      detail: `中位 ${(quantile(back, 0.5) / 1000).toFixed(1)} s；服务 ${(up / 1000).toFixed(1)} s 后就绪；每个浏览器 ${(tries / (storm - 100)).toFixed(1)} 次连接；首次全部连上 ${(opening / 1000).toFixed(1)} s；${spent}`,
    },
    {
      name: '漏掉的消息',
      value: portals.missed,
      unit: '',
      goal: '= 0',
      reached: portals.missed === 0 && portals.frames > storm,
      detail: `共显示 ${portals.frames} 条`,
    },
    { name: '重复显示的消息', value: portals.repeated, unit: '', goal: '= 0', reached: portals.repeated === 0 },
    {
      name: '对照：不续传的 50 个浏览器漏掉',
      value: never.missed,
      unit: '',
      goal: '≥ 50',
      reached: never.missed >= 50,
    },
    {
      name: '对照：总从头续传的 50 个浏览器重复',
      value: anew.repeated,
      unit: '',
      goal: '≥ 50',
      reached: anew.repeated >= 50 && anew.missed === 0,
    },
    {
      name: '风暴中健康检查 p99',
      value: quantile(health, 0.99),
      unit: 'ms',
      goal: '≤ 500',
      reached: quantile(health, 0.99) <= 500,
      detail: `${health.length} 次`,
    },
    {
      name: `${storm} 个连接时的服务内存峰值`,
      value: peakMb,
      unit: 'MB RSS',
      goal: '≤ 400',
      reached: peakMb <= 400,
      detail: `之后 ${restMb.toFixed(0)} MB`,
    },
  ]
}

/** 10,000 connections on one process that is killed and started again while messages go on. */
export async function reconnects(test: TestServer, browsers: Browsers, people: readonly SignedIn[]): Promise<Figure[]> {
  let server = startSecond(test)
  let url = await addressOf(server)
  const port = new URL(url).port
  const groups: { name: string; way: Way; people: readonly SignedIn[] }[] = [
    { name: 'portals', way: 'portal', people: people.slice(0, storm - 100) },
    { name: 'never', way: 'never', people: people.slice(storm - 100, storm - 50) },
    { name: 'anew', way: 'anew', people: people.slice(storm - 50, storm) },
  ]
  try {
    const began = now()
    for (const { name, ...group } of groups) await browsers.ask({ ask: 'open', group: name, url, secret, ...group })
    const opening = now() - began
    await pause(1500)
    const rows = await test.db(tx => tx.rows(q.selectFrom('users').select(['id', 'push_seq'])))
    const from = new Map(rows.map(({ id, push_seq: seq }) => [id, seq]))
    let isDone = false
    const writing = (async () => {
      for (let i = 0; !isDone; i++) {
        await commit(test, {
          users: Array.from({ length: 100 }, (_, k) => people[(i * 100 + k * 7) % storm]?.userId ?? ''),
        })
        await pause(100)
      }
    })()
    // all have something that a resume from the start would show again
    const { msg: first } = await commit(test, { everybody: true })
    await awaitAll(browsers, { portals: storm - 100, never: 50, anew: 50 }, first)
    await pause(2000)
    const killed = now()
    const browsersBefore = processorSeconds(browsers.child.pid)
    await server.stop('SIGKILL')
    const { msg } = await commit(test, { everybody: true })
    server = startSecond(test, { PORT: port })
    url = await addressOf(server)
    const up = now() - killed
    const health: number[] = []
    const probing = (async () => {
      while (!isDone) {
        const start = now()
        await fetch(`${url}/healthz`).then(
          answer => answer.arrayBuffer(),
          () => {},
        )
        health.push(now() - start)
        await pause(20)
      }
    })()
    const back = (await awaitAll(browsers, { portals: storm - 100 }, msg, 60_000)).map(at => at - killed)
    const spent = `处理器时间：服务 ${processorSeconds(server.child.pid).toFixed(1)} s、浏览器 ${(processorSeconds(browsers.child.pid) - browsersBefore).toFixed(1)} s`
    await pause(3000)
    isDone = true
    await Promise.all([writing, probing])
    await pause(6000)
    const truth = await inboxOf(test, from)
    const [portals, never, anew] = [
      await shownOf(browsers, 'portals', truth),
      await shownOf(browsers, 'never', truth),
      await shownOf(browsers, 'anew', truth),
    ]
    const { tries } = (await browsers.ask({ ask: 'state', group: 'portals' })) as { tries: number }
    const peakMb = memoryMb(server.child.pid, 'VmHWM')
    const restMb = memoryMb(server.child.pid, 'VmRSS')
    return stormFigures({ back, health, portals, never, anew, peakMb, restMb, up, opening, tries, spent })
  } finally {
    await server.stop('SIGKILL')
  }
}
