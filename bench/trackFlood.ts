// Twenty thousand registrations of strangers a minute: known terminals go on being acknowledged and let in, limits hold, and
// nothing grows.
import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@yunshu/postgres/postmaster'
import { startTestCluster } from '@yunshu/postgres/scratch'
import * as z from 'zod/mini'
import { gatewayWorld, type GatewayWorld } from '../tests/server/gatewayWorld.ts'
import { KeptProcess } from '../tests/server/keptProcess.ts'
import { Terminal808 } from '../tests/server/terminal808.ts'
import { startHelper } from './childProcess.ts'
import { quantile, type Bench, type Figure } from './figure.ts'

const perMinute = 20_000
const seconds = Number(process.env['SECONDS_OF_FLOOD'] ?? 60)
const known = 40
/** Most claims the list of strangers keeps. */
const claimsMost = 5000

const Came = z.object({ sent: z.number(), answered: z.number(), turnedAway: z.number(), tookS: z.number() })
type Came = z.output<typeof Came>

/** Strangers from so many addresses for some seconds. */
async function flood(port: number, addresses: number, forS: number, first: number): Promise<Came> {
  const helper = startHelper('bench/registrationsFlood.ts', {
    FLOOD_PORT: String(port),
    FLOOD_PER_MINUTE: String(perMinute),
    FLOOD_SECONDS: String(forS),
    FLOOD_ADDRESSES: String(addresses),
    FLOOD_FIRST: String(first),
  })
  try {
    return z.parse(Came, await helper.hello)
  } finally {
    await helper.stop('SIGKILL')
  }
}

interface Served {
  readonly ackMs: number[]
  readonly enterMs: number[]
  unanswered: number
  refused: number
}

const within = <T>(ms: number, work: Promise<T>): Promise<T | undefined> => Promise.race([work, pause(ms, undefined)])

/** Known terminals that report each second, and one that comes back each second, until `isOver`. */
async function serve(port: number, phones: readonly string[], state: { isOver: boolean }): Promise<Served> {
  const served: Served = { ackMs: [], enterMs: [], unanswered: 0, refused: 0 }
  const [wanderer = '', ...steady] = phones
  let at = 0
  const report = async (phone: string): Promise<void> => {
    const terminal = await Terminal808.connect(port, { phone })
    await terminal.enter()
    await pause(Math.random() * 1000)
    while (!state.isOver) {
      const begun = performance.now()
      const result = await within(10_000, terminal.replied(terminal.locate(++at)))
      if (result === 0) served.ackMs.push(performance.now() - begun)
      else served.unanswered++
      terminal.frames.length = 0
      await pause(1000)
    }
    terminal.destroy()
  }
  const comeBack = async (): Promise<void> => {
    while (!state.isOver) {
      const begun = performance.now()
      const terminal = await Terminal808.connect(port, { phone: wanderer })
      const code = await within(
        10_000,
        terminal.enter().catch(() => undefined),
      )
      if (code === undefined) served.refused++
      else served.enterMs.push(performance.now() - begun)
      terminal.destroy()
      await pause(500)
    }
  }
  await Promise.all([...steady.map(report), comeBack()])
  return served
}

/** Lets known terminals work while something goes on beside them. */
async function during<T>(port: number, phones: readonly string[], work: () => Promise<T>) {
  const state = { isOver: false }
  const serving = serve(port, phones, state)
  await pause(3000)
  const value = await work()
  state.isOver = true
  return { value, served: await serving }
}

const megabytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

async function open(world: GatewayWorld, perAddress: number): Promise<KeptProcess> {
  const gateway = new KeptProcess('apps/gateway/src/main.ts', {
    GATEWAY_DATABASE_URL: world.intake.database.gatewayUrl,
    GATEWAY_PORT: String(await freePort()),
    GATEWAY_PER_ADDRESS: String(perAddress),
  })
  await gateway.start()
  return gateway
}

const p99 = (times: readonly number[]): number => quantile(times, 0.99)

/** Figures of known terminals beside those of the same without a flood. */
function servedFigures(loud: Served, quiet: Served): Figure[] {
  const most = Math.max(100, 3 * p99(quiet.ackMs))
  return [
    {
      name: `每分钟 ${perMinute} 次陌生注册，${seconds} 秒：已知终端确认 p99`,
      value: p99(loud.ackMs),
      unit: 'ms',
      baseline: `安静时 ${p99(quiet.ackMs).toFixed(0)} ms`,
      goal: '≤ 100 或 3 × 基线，无一未确认',
      reached: p99(loud.ackMs) <= most && loud.unanswered === 0,
      detail: `${loud.ackMs.length} 条已确认，${loud.unanswered} 条未确认`,
    },
    {
      name: '洪水中已知终端重新注册并鉴权',
      value: p99(loud.enterMs),
      unit: 'ms（p99）',
      baseline: `安静时 ${p99(quiet.enterMs).toFixed(0)} ms`,
      goal: '无一被拒',
      reached: loud.refused === 0 && loud.enterMs.length > 0,
      detail: `${loud.enterMs.length} 次成功，${loud.refused} 次失败`,
    },
  ]
}

/** Figures of the limits: addresses, notes and memory. */
async function limitFigures(world: GatewayWorld, loud: Came, grownMb: readonly number[]): Promise<Figure[]> {
  const [{ n: claims } = { n: 0 }] = await world.query<{ n: number }>('select count(*)::int as n from terminal_claims')
  const rate = (loud.answered * 60) / loud.tookS
  const [, , before = 0, last = 0] = grownMb
  return [
    {
      name: '陌生注册得到答复',
      value: rate,
      unit: '次/分',
      goal: `≥ 0.9 × ${perMinute}`,
      reached: rate >= 0.9 * perMinute,
      detail: `${loud.sent} 次，未接 ${loud.turnedAway}`,
    },
    {
      name: '陌生终端清单',
      value: claims,
      unit: '行',
      goal: `1 至 ${claimsMost}`,
      reached: claims > 0 && claims <= claimsMost,
    },
    {
      name: '最后两次洪水使网关内存再增长',
      value: last + before,
      unit: 'MB',
      baseline: `四次各 ${grownMb.map(mb => mb.toFixed(0)).join('、')} MB`,
      goal: '≤ 16',
      reached: last + before <= 16,
    },
  ]
}

async function figuresOf(world: GatewayWorld): Promise<Figure[]> {
  const phones = Array.from({ length: known }, (_, n) => String(13_800_000_000 + n))
  for (const [n, phone] of phones.entries())
    await world.list(phone, { trackNo: 700_000 + n, plate: `陕K${10_000 + n}` })
  const gateway = await open(world, 200)
  const { port } = gateway
  const quiet = await during(port, phones, () => pause(10_000))
  const before = megabytesOf(gateway.pid)
  const loud = await during(port, phones, () => flood(port, 40, seconds, 14_000_000_000))
  const sizes = [before, megabytesOf(gateway.pid)]
  for (const first of [17_000_000_000, 18_000_000_000, 19_000_000_000]) {
    await flood(port, 40, seconds, first)
    sizes.push(megabytesOf(gateway.pid))
  }
  const grown = sizes.slice(1).map((size, n) => size - (sizes[n] ?? 0))
  const limits = await limitFigures(world, loud.value, grown)
  const narrow = await during(port, phones, () => flood(port, 1, 10, 15_000_000_000))
  // control: the log stands still for a second
  const stuck = await during(port, phones, () =>
    world.intake.asOwner(async client => {
      await client.query('begin; lock table track_intake in exclusive mode')
      await pause(1500)
      await client.query('rollback')
    }),
  )
  await gateway.end()
  const wide = await open(world, 100_000)
  const unlimited = await flood(wide.port, 1, 10, 16_000_000_000)
  await wide.end()
  const slowest = quantile(stuck.served.ackMs, 1)
  return [
    ...servedFigures(loud.served, quiet.served),
    ...limits,
    {
      name: '同一地址的洪水被限制',
      value: narrow.value.turnedAway,
      unit: '次未接',
      goal: '≥ 1，已知终端无一未确认',
      reached: narrow.value.turnedAway > 0 && narrow.served.unanswered === 0,
      detail: `答复 ${narrow.value.answered}`,
    },
    {
      name: '对照：不限每地址连接的网关未接',
      value: unlimited.turnedAway,
      unit: '次',
      goal: '少于有限制的一半',
      reached: unlimited.turnedAway < narrow.value.turnedAway / 2,
    },
    {
      name: '对照：日志表锁住 1.5 秒，最慢确认',
      value: slowest,
      unit: 'ms',
      goal: '≥ 1000',
      reached: slowest >= 1000,
    },
  ]
}

export const trackFloodBench: Bench = {
  name: 'trackFlood',
  run: async () => {
    const cluster = await startTestCluster()
    const world = await gatewayWorld()
    try {
      return await figuresOf(world)
    } finally {
      await world.close()
      await cluster.stop()
    }
  },
}
