// One broadcast over two server processes to 2,000 connections, beside the same bytes from bare `ws`.
import { q } from '../apps/server/src/db/tx.ts'
import type { TestServer } from '../tests/server/testServer.ts'
import { startHelper } from './childProcess.ts'
import { median, quantile, type Figure } from './figure.ts'
import type { SignedIn } from './socketPeople.ts'
import { addressOf, awaitAll, commit, pause, secret, startSecond, type Browsers } from './socketServers.ts'

export const crowd = 2000
const rounds = 10

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

/** Delays from commit to arrival of each message at each connection, ms; Infinity where it did not arrive. */
interface Delays {
  readonly ours: readonly number[]
  readonly theirs: readonly number[]
  /** The longest median of a process without the bus. */
  readonly unheard: number
  /** Number of the last frame before the first message. */
  readonly firstSeq: number
}

function broadcastFigures({ ours, theirs, unheard, firstSeq }: Delays): Figure[] {
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
      detail: `${rounds} 次，序号从 ${firstSeq} 起`,
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
}

/** One broadcast to 2,000 people on two processes, beside the same bytes from bare `ws`. */
export async function broadcast(test: TestServer, browsers: Browsers, people: readonly SignedIn[]): Promise<Figure[]> {
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
    return broadcastFigures({ ours, theirs, unheard, firstSeq: before.push_seq })
  } finally {
    await Promise.all([second.stop(), bare.stop('SIGKILL')])
  }
}
