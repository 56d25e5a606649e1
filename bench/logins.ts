// Floods of logins and statistics: what others feel of them, and whether the owner of an account still gets in.
import { getUnread } from '@yunshu/contract/message/message'
import { getJurisdiction, loginByPost } from '@yunshu/contract/session/session'
import { listVehicles } from '@yunshu/contract/fleet/vehicle'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { demoPassword } from '../apps/server/demo/accounts.ts'
import { startTestServer } from '../tests/server/testServer.ts'
import { startHelper, type Helper } from './childProcess.ts'
import { quantile, type Bench, type Figure } from './figure.ts'
import type { FloodAsk, FloodEnd } from './loginsFlood.ts'
import { send, type Answered, type Sender } from './loginsSend.ts'
import { addressOf, pause, secret } from './socketServers.ts'

const floodMs = 6000
/** The account strangers are after, a colleague who floods, and people who work meanwhile. */
const victim = 'shipper'
const colleague = 'shipper2'
const workers = ['carrier', 'carrier2', 'carrier3', 'carrier4']
/** People who sign in on new devices, others in each flood: a login that is cut off counts as a guess. */
const newcomers = ['carrier5', 'carrier6', 'carrier7', 'shipper3', 'shipper4', 'shipper5']

const signIn = (url: string, account: string, sender: Sender): Promise<Answered> =>
  send(url, loginByPost, { account, password: demoPassword }, sender)

/** A person's calls one after another until the flood ends. */
async function work(until: () => boolean, call: () => Promise<Answered>, restMs: number): Promise<Answered[]> {
  const answers: Answered[] = []
  while (!until()) {
    answers.push(await call())
    await pause(restMs)
  }
  return answers
}

interface Felt {
  readonly p99: number
  /** Answers of others that were 503, or none. */
  readonly away: number
  readonly calls: number
  readonly newcomers: { readonly p99: number; readonly share: number }
  readonly owner: { readonly p99: number; readonly share: number }
  readonly flood: FloodEnd
}

const shareOf = (answers: readonly Answered[]) => ({
  p99: quantile(
    answers.map(({ ms }) => ms),
    0.99,
  ),
  share: answers.filter(({ code }) => code === 0).length / answers.length,
})

/** One flood at one server as people feel it. */
async function feel(flooder: Helper<FloodAsk>, url: string, ask: FloodAsk['ask'], withDevice: boolean): Promise<Felt> {
  const known = await signIn(url, victim, { ip: '203.0.113.1' })
  const cookie = known.cookies.map(line => line.split(';')[0]).join('; ')
  const { id: token } = await signIn(url, colleague, { ip: '203.0.113.2' })
  const people = await Promise.all(workers.map((name, n) => signIn(url, name, { ip: `203.0.113.${10 + n}` })))
  let isOver = false
  const flooding = flooder.ask({ ask, url, ms: floodMs, account: victim, token }).finally(() => {
    isOver = true
  })
  await pause(1000)
  const until = (): boolean => isOver
  const calls = [getUnread, getJurisdiction, listVehicles]
  const working = people.map((person, n) =>
    work(until, () => send(url, calls[n % calls.length] ?? getUnread, {}, { token: person.id }), 20),
  )
  let n = 0
  const newcomer = newcomers.shift() ?? victim
  const [arrivals, owners, ...answers] = await Promise.all([
    work(until, () => signIn(url, newcomer, { ip: `203.0.113.${100 + (n++ % 20)}` }), 200),
    work(until, () => signIn(url, victim, { ip: '203.0.113.3', ...(withDevice ? { cookie } : {}) }), 200),
    ...working,
  ])
  const all = answers.flat()
  return {
    p99: shareOf(all).p99,
    away: [...all, ...arrivals, ...owners].filter(({ http }) => http === 503 || http === 0).length,
    calls: all.length,
    newcomers: shareOf(arrivals),
    owner: shareOf(owners),
    flood: (await flooding) as FloodEnd,
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
const countsOf = ({ statuses }: FloodEnd): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ')

/** Figures every flood has: the calls of others, their 503, and logins from elsewhere. */
function figuresOf(name: string, here: Felt, there: Felt): Figure[] {
  const isWorse = there.away > 0 || there.p99 > here.p99 || there.newcomers.p99 > here.newcomers.p99
  return [
    {
      name: `${name}：他人请求 p99`,
      value: here.p99,
      unit: 'ms',
      goal: '≤ 500',
      baseline: `不排队 ${ms(there.p99)}，503 或断开 ${there.away} 次`,
      reached: here.p99 <= 500 && isWorse,
      detail: `${here.calls} 次请求；攻击方收到 ${countsOf(here.flood)}（不排队 ${countsOf(there.flood)}）`,
    },
    { name: `${name}：他人收到的 503`, value: here.away, unit: '次', goal: '0', reached: here.away === 0 },
    {
      name: `${name}：他人在新设备登录 p99`,
      value: here.newcomers.p99,
      unit: 'ms',
      goal: '≤ 500',
      baseline: `不排队 ${ms(there.newcomers.p99)}，成功 ${percent(there.newcomers.share)}`,
      reached: here.newcomers.p99 <= 500 && here.newcomers.share === 1,
      detail: `成功 ${percent(here.newcomers.share)}`,
    },
  ]
}

async function measure(url: string, control: string, flooder: Helper<FloodAsk>): Promise<Figure[]> {
  const figures: Figure[] = []
  const both = async (ask: FloodAsk['ask']): Promise<[Felt, Felt]> => [
    await feel(flooder, url, ask, true),
    await feel(flooder, control, ask, false),
  ]
  const account = await both('account')
  figures.push(...figuresOf('400 个陌生地址猜同一账号', ...account), {
    name: '其间账号本人在常用设备登录成功',
    value: account[0].owner.share * 100,
    unit: '%',
    goal: '100',
    baseline: `没有设备标记 ${percent(account[1].owner.share)}`,
    reached: account[0].owner.share === 1 && account[1].owner.share < 1,
    detail: `p99 ${ms(account[0].owner.p99)}`,
  })
  const spray = await both('spray')
  figures.push(...figuresOf('一个地址逐个账号猜', ...spray), {
    name: '其中被受理的猜测',
    value: spray[0].flood.guesses,
    unit: '次',
    goal: '≤ 20',
    baseline: `不识别时 ${spray[1].flood.guesses} 次`,
    reached: spray[0].flood.guesses <= 20 && spray[1].flood.guesses > 20,
  })
  figures.push(...figuresOf('一名同事刷统计和列表', ...(await both('statistics'))))
  return figures
}

export const loginsBench: Bench = {
  name: 'logins',
  run: async () => {
    const cluster = await startTestCluster()
    const env = { LOG_LEVEL: 'fatal', SIGN_SECRET: secret, TRUST_PROXY: '1' }
    const test = await startTestServer({ ...env, DEMO: '1' }, true)
    const { databaseUrl, migrateUrl, dataDir } = test.server.deps.config
    const given = { ...env, DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateUrl, DATA_DIR: dataDir }
    const own = { ...given, HOST: '127.0.0.1', PORT: '0', DEMO: '1' }
    const server = startHelper<never>('apps/server/src/main.ts', own)
    const control = startHelper<never>('bench/unlimitedServer.ts', own)
    const flooder = startHelper<FloodAsk>('bench/loginsFlood.ts')
    try {
      return await measure(await addressOf(server), await addressOf(control), flooder)
    } finally {
      await flooder.stop('SIGKILL')
      await Promise.all([server.stop(), control.stop()])
      await test.stop()
      await cluster.stop()
    }
  },
}
