// Floods, slow connections and awkward requests: the memory, the event loop and the connections they cost the server.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { startTestServer, type TestServer } from '../tests/server/testServer.ts'
import { startHelper, type Helper } from './childProcess.ts'
import type { Bench, Figure } from './figure.ts'
import type { Seen, WatchAsk } from './loopWatch.ts'
import { addressOf, secret, startSecond } from './socketServers.ts'
import { flood, slowest } from './strangersSockets.ts'
import { shapesOf, warmUp, type Shape } from './strangersShapes.ts'

type Watched = Helper<WatchAsk>
const watch = { NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'loopWatch.ts')).href}` }
const MiB = 1_048_576
const seen = async (watched: Watched): Promise<Seen> => (await watched.ask({ ask: 'seen' })) as Seen

/** Memory that strangers cost who send files, all answered 401; the control reads first, and four are enough there. */
async function memory(server: Watched, url: string): Promise<Figure[]> {
  const bodyBytes = 180 * MiB
  const cost = async (watched: Watched, at: string, count: number) => {
    await watched.ask({ ask: 'reset' })
    const before = (await seen(watched)).nowMb
    const answers = await flood(at, count, bodyBytes)
    return { mb: (await seen(watched)).mostMb - before, answers }
  }
  // the first requests of a process load what all later ones use
  await flood(url, 20, bodyBytes)
  const here = await cost(server, url, 100)
  const reader: Watched = startHelper<WatchAsk>('bench/readsFirst.ts', watch)
  try {
    const there = await cost(reader, ((await reader.hello) as { url: string }).url, 4)
    const refused = here.answers.filter(({ status }) => status === 401).length
    const sent = Math.max(...here.answers.map(one => one.sent)) / MiB
    return [
      {
        name: '100 个未登录者各传 180 MB，服务内存增加',
        value: here.mb,
        unit: 'MB',
        goal: '≤ 64',
        baseline: `先读后问 4 人 ${there.mb.toFixed(0)} MB`,
        reached: here.mb <= 64 && there.mb >= 300,
        detail: `最多发出 ${sent.toFixed(1)} MB`,
      },
      { name: '其中在正文读完前答 401', value: refused, unit: '个', goal: '100', reached: refused === 100 },
    ]
  } finally {
    await reader.stop('SIGKILL')
  }
}

/** The longest slow connections stay open, of each way to be slow. */
async function slow(url: string, token: string): Promise<Figure[]> {
  const control = startHelper('bench/readsFirst.ts')
  try {
    const [here, there] = await Promise.all([
      slowest(url, token, 50, 20_000),
      slowest(((await control.hello) as { url: string }).url, token, 2, 20_000),
    ])
    return Object.entries(here).map(([name, ms]) => ({
      name: `慢连接（${name}）最迟关闭`,
      value: ms / 1000,
      unit: 's',
      goal: '≤ 15',
      baseline: `默认的 Node ${there[name] === Infinity ? '20 s 后仍开着' : `${((there[name] ?? 0) / 1000).toFixed(1)} s`}`,
      reached: ms <= 15_000 && there[name] === Infinity,
    }))
  } finally {
    await control.stop('SIGKILL')
  }
}

/** The longest a request keeps the loop, ms: the least of some tries, so that the machine's own pauses do not count. */
async function stallOf(server: Watched, send: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let tries = 0; tries < 5 && least > 25; tries++) {
    await server.ask({ ask: 'reset' })
    await send()
    least = Math.min(least, (await seen(server)).stallMs)
  }
  return least
}

async function loop(server: Watched, shapes: readonly Shape[]): Promise<Figure[]> {
  const stalls: { name: string; ms: number }[] = []
  for (const shape of shapes) stalls.push({ name: shape.name, ms: await stallOf(server, shape.send) })
  const control = await stallOf(server, () => server.ask({ ask: 'stall', ms: 160 }))
  const worst = stalls.toSorted((a, b) => b.ms - a.ms)
  return [
    {
      name: `${shapes.length} 种 1 MB 以内的请求，事件循环最长停顿`,
      value: worst[0]?.ms ?? NaN,
      unit: 'ms',
      goal: '≤ 50',
      baseline: `人为停顿 160 ms 测得 ${control.toFixed(0)} ms`,
      reached: (worst[0]?.ms ?? Infinity) <= 50 && control >= 150 && shapes.length >= 50,
      detail: worst
        .slice(0, 5)
        .map(({ name, ms }) => `${name} ${ms.toFixed(0)}`)
        .join('；'),
    },
  ]
}

async function figuresOf(test: TestServer, server: Watched): Promise<Figure[]> {
  const { token = '' } = await test.login('carrier')
  const url = await addressOf(server)
  await warmUp(url, token)
  return [...(await loop(server, shapesOf(url, token))), ...(await memory(server, url)), ...(await slow(url, token))]
}

export const strangersBench: Bench = {
  name: 'strangers',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal', SIGN_SECRET: secret })
    const server = startSecond<WatchAsk>(test, watch)
    try {
      return await figuresOf(test, server)
    } finally {
      await server.stop()
      await test.stop()
      await cluster.stop()
    }
  },
}
