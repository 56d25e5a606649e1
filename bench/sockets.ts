// Push over two server processes: one broadcast to 2,000 connections against bare `ws`, and 10,000 that come back after
// a kill.
import { readFileSync } from 'node:fs'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { v7 } from 'uuid'
import { q } from '../apps/server/src/db/tx.ts'
import { startTestServer, type TestServer } from '../tests/server/testServer.ts'
import { startHelper, type Helper } from './childProcess.ts'
import { median, quantile, type Bench, type Figure } from './figure.ts'
import type { Ask, Way } from './socketClients.ts'
import { makePeople, type SignedIn } from './socketPeople.ts'

const secret = 'bench-sign-secret-of-the-sockets'
const crowd = 2000
const storm = Number(process.env['SOCKETS'] ?? 10_000)
const rounds = 10

const pause = (ms: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, ms)
  })
const now = (): number => Number(process.hrtime.bigint()) / 1e6

/** Another server process on the database of the first. */
function startSecond(first: TestServer, env: NodeJS.ProcessEnv = {}): Helper<never> {
  const { databaseUrl, migrateUrl, dataDir } = first.server.deps.config
  return startHelper('apps/server/src/main.ts', {
    DATABASE_URL: databaseUrl,
    MIGRATE_DATABASE_URL: migrateUrl,
    DATA_DIR: dataDir,
    SIGN_SECRET: secret,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'fatal',
    ...env,
  })
}
const addressOf = async (server: Helper<never>): Promise<string> =>
  ((await server.hello) as { url: string }).url.replace('localhost', '127.0.0.1')

let written = 0
/** Commits one message and wakes the relay of the first server; answers its text and the moment of the commit. */
async function commit(test: TestServer, to: object): Promise<{ msg: string; at: number }> {
  const msg = `n${++written}`
  await test.db(tx =>
    tx.run(
      q.insertInto('outbox').values({
        id: v7(),
        created_at: Date.now(),
        receivers: JSON.stringify(to),
        message: null,
        frame: JSON.stringify({
          code: '4',
          title: '运单提醒',
          msg,
          data: {
            title: '运单提醒',
            content: '川A00001 已到达卸货地，请尽快确认签收并上传回单',
            topics: ['/auth/v1/waybill/list'],
          },
        }),
      }),
    ),
  )
  const at = now()
  test.server.deps.wake()
  return { msg, at }
}

type Browsers = Helper<Ask>
/** Waits until a message arrived at whole groups, at most `ms`; answers the moments, Infinity where it did not. */
async function awaitAll(
  browsers: Browsers,
  groups: Readonly<Record<string, number>>,
  msg: string,
  ms = 20_000,
): Promise<number[]> {
  const end = now() + ms
  for (const [group, size] of Object.entries(groups))
    while (Number(await browsers.ask({ ask: 'count', group, msg })) < size && now() < end) await pause(50)
  const all = await Promise.all(
    Object.keys(groups).map(async group => (await browsers.ask({ ask: 'arrivals', group, msg })) as (number | null)[]),
  )
  return all.flat().map(at => at ?? Infinity)
}

/**
 * The control: a process that is not told finds its messages only by looking; answers the longest of three median
 * delays, ms.
 */
async function withoutBus(test: TestServer, browsers: Browsers, people: readonly SignedIn[]): Promise<number> {
  const deaf = startSecond(test, { PUSH_BUS: 'local' })
  try {
    await browsers.ask({ ask: 'open', group: 'deaf', way: 'portal', url: await addressOf(deaf), secret, people })
    const delays: number[] = []
    for (let i = 0; i < 3; i++) {
      const { msg, at } = await commit(test, { users: people.map(({ userId }) => userId) })
      delays.push(median((await awaitAll(browsers, { deaf: people.length }, msg, 6000)).map(ms => ms - at)))
    }
    return Math.max(...delays)
  } finally {
    await deaf.stop()
  }
}

/** One broadcast to 2,000 people on two processes, beside the same bytes from bare `ws`. */
async function broadcast(test: TestServer, browsers: Browsers, people: readonly SignedIn[]): Promise<Figure[]> {
  const second = startSecond(test)
  const bare = startHelper<{ text: string }>('bench/bareSockets.ts')
  try {
    const urls = [test.url.replace('localhost', '127.0.0.1'), await addressOf(second)]
    const half = crowd / 2
    await browsers.ask({
      ask: 'open',
      group: 'first',
      way: 'portal',
      url: urls[0] ?? '',
      secret,
      people: people.slice(0, half),
    })
    await browsers.ask({
      ask: 'open',
      group: 'second',
      way: 'portal',
      url: urls[1] ?? '',
      secret,
      people: people.slice(half, crowd),
    })
    await browsers.ask({
      ask: 'open',
      group: 'bare',
      way: 'bare',
      url: ((await bare.hello) as { url: string }).url,
      secret,
      people: people.slice(0, crowd),
    })
    await pause(1000)
    const ours: number[] = []
    const theirs: number[] = []
    const before = await test.db(tx =>
      tx.one(
        q
          .selectFrom('users')
          .select('push_seq')
          .where('id', '=', people[0]?.userId ?? ''),
      ),
    )
    for (let i = -1; i < rounds; i++) {
      const { msg, at } = await commit(test, { users: people.slice(0, crowd).map(({ userId }) => userId) })
      const here = await awaitAll(browsers, { first: half, second: half }, msg)
      const text = (
        await test.db(tx =>
          tx.one(
            q
              .selectFrom('inbox')
              .select('frame')
              .where('user_id', '=', people[0]?.userId ?? '')
              .orderBy('seq', 'desc')
              .limit(1),
          ),
        )
      ).frame
      const bareMsg = `b${i}`
      const bareAt = Number(await bare.ask({ text: JSON.stringify({ ...(text as object), msg: bareMsg }) }))
      const there = await awaitAll(browsers, { bare: crowd }, bareMsg)
      // the first round warms both sides up
      if (i < 0) continue
      ours.push(...here.map(ms => ms - at))
      theirs.push(...there.map(ms => ms - bareAt))
      await pause(200)
    }
    const unheard = await withoutBus(test, browsers, people.slice(0, 50))
    const lost = ours.filter(ms => ms === Infinity).length
    const ratio = quantile(ours, 0.99) / quantile(theirs, 0.99)
    const say = (times: readonly number[]): string =>
      `p50 ${quantile(times, 0.5).toFixed(0)} ms、p99 ${quantile(times, 0.99).toFixed(0)} ms`
    return [
      {
        name: `一条群发到两个进程上的 ${crowd} 个连接：未收到`,
        value: lost,
        unit: '',
        goal: '= 0',
        reached: lost === 0 && ours.length === rounds * crowd,
        detail: `${rounds} 次，序号从 ${before.push_seq} 起`,
      },
      {
        name: '同上，提交到收到 p99',
        value: quantile(ours, 0.99),
        unit: 'ms',
        goal: '≤ 500',
        reached: quantile(ours, 0.99) <= 500,
        baseline: `只用 ws 发同样字节：${say(theirs)}`,
        detail: say(ours),
      },
      { name: '同上，p99 与只用 ws 之比', value: ratio, unit: '×', goal: '≤ 8', reached: ratio <= 8 },
      {
        name: '对照：未接总线的进程，三次中最长的中位延迟',
        value: unheard,
        unit: 'ms',
        goal: '≥ 1000',
        reached: unheard >= 1000,
      },
    ]
  } finally {
    await Promise.all([second.stop(), bare.stop('SIGKILL')])
  }
}

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

/** 10,000 connections on one process that is killed and started again while messages go on. */
async function reconnects(test: TestServer, browsers: Browsers, people: readonly SignedIn[]): Promise<Figure[]> {
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
    const shown = async (group: string) => {
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
    const [portals, never, anew] = [await shown('portals'), await shown('never'), await shown('anew')]
    const { tries } = (await browsers.ask({ ask: 'state', group: 'portals' })) as { tries: number }
    const last = Math.max(...back)
    const peak = memoryMb(server.child.pid, 'VmHWM')
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
        value: peak,
        unit: 'MB RSS',
        goal: '≤ 400',
        reached: peak <= 400,
        detail: `之后 ${memoryMb(server.child.pid, 'VmRSS').toFixed(0)} MB`,
      },
    ]
  } finally {
    await server.stop('SIGKILL')
  }
}

export const socketsBench: Bench = {
  name: 'sockets',
  run: async () => {
    const cluster = await startTestCluster()
    const test = await startTestServer({ LOG_LEVEL: 'fatal', SIGN_SECRET: secret })
    try {
      const people = await makePeople(test.server.deps.config.migrateUrl, 'bench', Math.max(crowd, storm))
      const figures: Figure[] = []
      for (const part of [broadcast, reconnects]) {
        const browsers = startHelper<Ask>('bench/socketClients.ts')
        try {
          figures.push(...(await part(test, browsers, people)))
        } finally {
          await browsers.stop('SIGKILL')
        }
      }
      return figures
    } finally {
      await test.stop()
      await cluster.stop()
    }
  },
}
