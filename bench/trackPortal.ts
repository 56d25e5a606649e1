// Lists of the portal while a thousand positions a second come in through the gateway, beside the same lists without them.
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { listGoods } from '@yunshu/contract/goods/goods'
import { listWaybills } from '@yunshu/contract/waybill/waybill'
import { joinPostgres } from '@yunshu/postgres/launcher'
import { freePort } from '@yunshu/postgres/postmaster'
import { withClient } from '@yunshu/postgres/withClient'
import * as z from 'zod/mini'
import { startProduct, type Product } from '../tests/e2e/product.ts'
import { listTerminal, type Query } from '../tests/server/gatewayWorld.ts'
import { startHelper, type Helper } from './childProcess.ts'
import { median, quantile, type Bench, type Figure } from './figure.ts'
import type { PacedAsk } from './pacedTerminals.ts'
import { callPortal, signIn, type Caller } from './portalCalls.ts'

const perSecond = Number(process.env['POSITIONS'] ?? 1000)
const rounds = Number(process.env['ROUNDS'] ?? 4)
const windowS = 10
/** Trails are written this long after the positions: a window without any begins when that is over, ms. */
const writtenMs = 22_000
const terminals = 1000
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const Paced = z.object({ sent: z.number(), told: z.number(), ackP99Ms: z.number(), cpuS: z.number() })
type Paced = z.output<typeof Paced>

/** Asks for lists at a steady pace until a time is over; ms of each answer. */
async function lists(url: string, people: readonly Caller[], forMs: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + forMs
  const [shipper = {}, carrier = {}] = people
  for (let n = 0; performance.now() < end; n++) {
    const begun = performance.now()
    const answer = await (n % 2 === 0
      ? callPortal(url, listWaybills, {}, carrier, randomUUID())
      : callPortal(url, listGoods, {}, shipper, randomUUID()))
    if (answer?.http !== 200) throw new Error(`a list was refused: ${answer?.http} ${answer?.envelope.message}`)
    times.push(performance.now() - begun)
    await pause(25)
  }
  return times
}

/** Seconds of processor time that a process and the children it has buried took. */
function cpuOf(pid: number, withDead = false): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const parts = withDead ? fields.slice(11, 15) : fields.slice(11, 13)
    return parts.reduce((sum, part) => sum + part, 0) / ticks
  } catch {
    return 0
  }
}

interface Part {
  readonly name: string
  readonly pids: readonly number[]
}

/** The processes of the product by their roles. */
function partsOf(product: Product): Part[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => match !== null)
    .map(match => ({ pid: Number(match[1]), parent: Number(match[2]), args: match[3] ?? '' }))
  const role = (file: string): number[] =>
    rows.filter(({ parent, args }) => parent === product.pid && args.includes(file)).map(({ pid }) => pid)
  const postmasters = rows.filter(({ args }) => / -D /.test(args) && args.includes(`${product.dataDir}/`))
  const backends = rows.filter(({ parent }) => postmasters.some(({ pid }) => pid === parent))
  return [
    { name: '接口', pids: role('apps/server/src/main.ts') },
    { name: '网关', pids: role('apps/gateway/src/main.ts') },
    { name: '跟踪', pids: role('trackMain.ts') },
    { name: '数据库', pids: [...postmasters, ...backends].map(({ pid }) => pid) },
  ]
}

const cpuOfParts = (parts: readonly Part[]): number[] =>
  parts.map(({ pids }) => pids.reduce((sum, pid) => sum + cpuOf(pid), 0))

interface Window {
  readonly times: readonly number[]
  readonly paced: Paced | undefined
  /** Share of one core by part, in the order of `partsOf`. */
  readonly shares: readonly number[]
}

async function watch(product: Product, people: readonly Caller[], work?: () => Promise<Paced>): Promise<Window> {
  const parts = partsOf(product)
  const [before, begun] = [cpuOfParts(parts), performance.now()]
  const working = work?.()
  const times = await lists(product.url, people, windowS * 1000)
  const seconds = (performance.now() - begun) / 1000
  const shares = cpuOfParts(parts).map((cpu, n) => (cpu - (before[n] ?? 0)) / seconds)
  return { times, shares, paced: await working }
}

/** A process that does nothing but keep a core busy for a share of the time. */
const startBusy = (share = 1) =>
  spawn(
    process.execPath,
    ['-e', `setInterval(() => { for (const end = performance.now() + ${10 * share}; performance.now() < end;); }, 10)`],
    { stdio: 'ignore' },
  )

/** Looks at lists while a stranger to the product takes as much of a core as positions do. */
async function besideStranger(product: Product, people: readonly Caller[], share: number): Promise<Window> {
  const busy = Array.from({ length: Math.ceil(share) }, () => startBusy(share / Math.ceil(share)))
  try {
    return await watch(product, people)
  } finally {
    for (const each of busy) each.kill('SIGKILL')
  }
}

async function prepare(product: Product, gatewayPort: number): Promise<Helper<PacedAsk>> {
  const at = joinPostgres(path.join(product.dataDir, 'postgres'))
  if (!at) throw new Error('the database of the product is not running')
  await withClient(at.ownerUrl(), async client => {
    await client.query(`select set_config('app.reach', 'system', false)`)
    const query: Query = async (text, values) => (await client.query(text, values)).rows
    const [company] = await query<{ id: string }>('select company_id as id from users where account = $1', ['carrier'])
    for (let n = 0; n < terminals; n++)
      await listTerminal(query, company?.id ?? '', String(13_500_000_000 + n), {
        trackNo: 900_000 + n,
        plate: `陕M${10_000 + n}`,
      })
  })
  return startHelper<PacedAsk>('bench/pacedTerminals.ts', {
    PACED_PORT: String(gatewayPort),
    PACED_FIRST: String(13_500_000_000),
    PACED_TERMINALS: String(terminals),
    PACED_PER_SECOND: String(perSecond),
  })
}

const p95 = (windows: readonly Window[]): number =>
  quantile(
    windows.flatMap(({ times }) => times),
    0.95,
  )
const loadNow = (): string => fs.readFileSync('/proc/loadavg', 'utf8').split(' ').slice(0, 1).join('')

async function figuresOf(product: Product, gatewayPort: number): Promise<Figure[]> {
  const helper = await prepare(product, gatewayPort)
  try {
    await helper.hello
    const people = [await signIn(product, 'shipper'), await signIn(product, 'carrier')]
    const send = async (): Promise<Paced> => z.parse(Paced, await helper.ask({ ask: 'send', seconds: windowS }))
    const warm = [await watch(product, people), await watch(product, people, send)]
    const share = taken(warm[1]) - taken(warm[0])
    const seen = { quiet: [] as Window[], loud: [] as Window[], stranger: [] as Window[] }
    for (let round = 0; round < rounds; round++) {
      await pause(writtenMs)
      seen.quiet.push(await watch(product, people))
      seen.stranger.push(await besideStranger(product, people, share))
      seen.loud.push(await watch(product, people, send))
    }
    await pause(writtenMs)
    const control = [await besideStranger(product, people, 2)]
    return figuresFrom({ ...seen, control, share }, partsOf(product))
  } finally {
    await helper.stop('SIGKILL')
  }
}

/** The share of a core that the product and its terminals took. */
const taken = (window: Window | undefined): number =>
  (window?.shares.reduce((sum, share) => sum + share, 0) ?? 0) + (window?.paced?.cpuS ?? 0) / windowS

interface All {
  readonly quiet: readonly Window[]
  readonly loud: readonly Window[]
  readonly stranger: readonly Window[]
  readonly control: readonly Window[]
  readonly share: number
}

function figuresFrom({ quiet, loud, stranger, control, share }: All, parts: readonly Part[]): Figure[] {
  const came = loud.flatMap(({ paced }) => paced ?? [])
  const total = (of: (paced: Paced) => number): number => came.reduce((sum, paced) => sum + of(paced), 0)
  const shareOf = (windows: readonly Window[], n: number): number => median(windows.map(({ shares }) => shares[n] ?? 0))
  const shares = parts.map(
    ({ name }, n) => `${name} ${(100 * shareOf(quiet, n)).toFixed(0)} → ${(100 * shareOf(loud, n)).toFixed(0)} %`,
  )
  const rate = total(({ told }) => told) / (came.length * windowS)
  const ratio = p95(loud) / p95(quiet)
  const pairs = loud.map((window, n) => p95([window]) / p95(quiet.slice(n, n + 1)))
  return [
    {
      name: `每秒 ${perSecond} 个定位经网关时列表 p95`,
      value: ratio,
      unit: '× 没有时',
      baseline: `${p95(quiet).toFixed(1)} ms；有定位 ${p95(loud).toFixed(1)} ms，中位 ${median(quiet.flatMap(({ times }) => [...times])).toFixed(1)} → ${median(loud.flatMap(({ times }) => [...times])).toFixed(1)} ms`,
      goal: '≤ 1.15',
      reached: ratio <= 1.15 && rate >= 0.9 * perSecond,
      detail: `各轮 ${pairs.map(pair => pair.toFixed(2)).join(' ')}；占一个核：${shares.join('、')}、终端 ${((100 * total(({ cpuS }) => cpuS)) / (came.length * windowS)).toFixed(0)} %；负载 ${loadNow()}`,
    },
    {
      name: '与旁人占用同样多处理器时相比',
      value: p95(loud) / p95(stranger),
      unit: '×',
      baseline: `旁人占 ${(100 * share).toFixed(0)} % 个核时 ${p95(stranger).toFixed(1)} ms`,
      goal: '≤ 1.15',
      reached: p95(loud) <= 1.15 * p95(stranger),
    },
    {
      name: '其间收下的定位',
      value: rate,
      unit: '条/秒',
      goal: `≥ 0.9 × ${perSecond}，全部确认`,
      reached: rate >= 0.9 * perSecond && total(({ sent }) => sent) === total(({ told }) => told),
      detail: `确认 p99 ${Math.max(...came.map(({ ackP99Ms }) => ackP99Ms)).toFixed(0)} ms`,
    },
    {
      name: '对照：两个核都被占满时列表 p95',
      value: p95(control) / p95(quiet),
      unit: '× 没有时',
      goal: '> 1.15',
      reached: p95(control) / p95(quiet) > 1.15,
    },
  ]
}

export const trackPortalBench: Bench = {
  name: 'trackPortal',
  run: async () => {
    const gatewayPort = await freePort()
    const product = await startProduct({
      TRACKING: 'on',
      GATEWAY_PORT: String(gatewayPort),
      // all terminals come from one address, on a quick machine within seconds
      GATEWAY_PER_ADDRESS: String(terminals),
      LOG_LEVEL: 'fatal',
    })
    try {
      return await figuresOf(product, gatewayPort)
    } finally {
      await product.stop()
    }
  },
}
