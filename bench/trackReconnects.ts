// Terminals that come back a hundred thousand times: none is lost, each report that was acknowledged is stored, and the gateway
// neither grows nor keeps what has gone.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@yunshu/postgres/postmaster'
import { startTestCluster } from '@yunshu/postgres/scratch'
import * as z from 'zod/mini'
import { gatewayWorld, type GatewayWorld } from '../tests/server/gatewayWorld.ts'
import { KeptProcess } from '../tests/server/keptProcess.ts'
import { startHelper, type Helper } from './childProcess.ts'
import { median, type Bench, type Figure } from './figure.ts'
import type { WaveAsk } from './reconnectTerminals.ts'

const wanted = Number(process.env['RECONNECTS'] ?? 100_000)
const terminals = Number(process.env['TERMINALS'] ?? 1500)
/** No wave begins later than this. */
const mostS = Number(process.env['SECONDS_OF_WAVES'] ?? 900)
/** Reports that are taken out of the log as a control. */
const planted = 3

const Wave = z.object({ told: z.number(), failed: z.number(), seconds: z.number(), why: z.string() })

interface Size {
  readonly megabytes: number
  readonly files: number
}

function sizeOf(pid: number): Size {
  const rss = /VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return { megabytes: Number(rss ?? 0) / 1024, files: fs.readdirSync(`/proc/${pid}/fd`).length }
}

/** A figure of the gateway. */
async function gauge(adminPort: number, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
}

interface Came {
  readonly reconnects: number
  readonly told: number
  readonly failed: number
  readonly why: string
  readonly seconds: number
  /** Sizes after each wave. */
  readonly sizes: readonly Size[]
}

async function wavesOf(helper: Helper<WaveAsk>, pid: number, count: number): Promise<Came> {
  const sizes: Size[] = []
  let told = 0,
    failed = 0,
    seconds = 0,
    why = ''
  const begun = performance.now()
  for (let at = 0; told + failed < count && performance.now() - begun < mostS * 1000; at++) {
    const wave = z.parse(Wave, await helper.ask({ ask: 'wave', at }))
    told += wave.told
    failed += wave.failed
    seconds += wave.seconds
    why ||= wave.why
    sizes.push(sizeOf(pid))
  }
  return { reconnects: told + failed, told, failed, why, seconds, sizes }
}

/** Middle sizes of four stretches of the waves, and the growth from the second to the last for 10,000 reconnects. */
function growthOf({ sizes, reconnects }: Came) {
  const part = Math.max(1, Math.floor(sizes.length / 4))
  const middles = [0, 1, 2, 3].map(n => median(sizes.slice(n * part, (n + 1) * part).map(({ megabytes }) => megabytes)))
  const [, second = 0, , last = 0] = middles
  return { middles, per10k: (last - second) / (reconnects / 2 / 10_000) }
}

/** A gateway in a small heap that is collected, so that memory that grows is held, and the terminals that visit it. */
async function open(world: GatewayWorld, ...loaded: readonly string[]) {
  const [port, adminPort] = [await freePort(), await freePort()]
  const gateway = new KeptProcess('apps/gateway/src/main.ts', {
    GATEWAY_DATABASE_URL: world.intake.database.gatewayUrl,
    GATEWAY_PORT: String(port),
    GATEWAY_ADMIN_PORT: String(adminPort),
    NODE_OPTIONS: [
      '--max-old-space-size=96 --max-semi-space-size=4',
      ...['collected.ts', ...loaded].map(importOf),
    ].join(' '),
  })
  await gateway.start()
  const helper = startHelper<WaveAsk>('bench/reconnectTerminals.ts', {
    WAVES_PORT: String(port),
    WAVES_FIRST: String(13_600_000_000),
    WAVES_TERMINALS: String(terminals),
  })
  await helper.hello
  // the first wave registers, and opens what stays open
  await helper.ask({ ask: 'wave', at: 0 })
  const close = async (): Promise<void> => {
    await helper.stop('SIGKILL')
    await gateway.end()
  }
  return { gateway, adminPort, helper, close }
}

const importOf = (file: string): string => `--import=${path.resolve(import.meta.dirname, file)}`

/** The same with a gateway that keeps something of each connection, for a tenth as long. */
async function leaking(world: GatewayWorld): Promise<number> {
  const { gateway, helper, close } = await open(world, 'keptLinks.ts')
  try {
    return growthOf(await wavesOf(helper, gateway.pid, wanted / 10)).per10k
  } finally {
    await close()
  }
}

async function figuresOf(world: GatewayWorld): Promise<Figure[]> {
  for (let n = 0; n < terminals; n++)
    await world.list(String(13_600_000_000 + n), { trackNo: 800_000 + n, plate: `陕L${10_000 + n}` })
  const { gateway, adminPort, helper, close } = await open(world)
  try {
    await pause(500)
    const before = sizeOf(gateway.pid)
    const came = await wavesOf(helper, gateway.pid, wanted)
    await pause(1000)
    const after = sizeOf(gateway.pid)
    const left = await gauge(adminPort, 'gateway_links')
    await helper.ask({ ask: 'stay' })
    const sessions = await gauge(adminPort, 'gateway_sessions')
    await helper.ask({ ask: 'leave' })
    const countStored = async (): Promise<number> => {
      const [row] = await world.query<{ n: number }>('select sum(n)::int as n from track_intake')
      return (row?.n ?? 0) - terminals
    }
    const stored = await countStored()
    await world.query(
      'update track_intake set n = n - $1 where (lane, seq) = (select lane, seq from track_intake where n > $1 limit 1)',
      [planted],
    )
    const spoiled = await countStored()
    await close()
    return figuresFrom(came, { before, after, left, sessions, stored, spoiled, leak: await leaking(world) })
  } finally {
    await close()
  }
}

interface Rest {
  readonly before: Size
  readonly after: Size
  readonly left: number
  readonly sessions: number
  readonly stored: number
  readonly spoiled: number
  readonly leak: number
}

function figuresFrom(came: Came, { before, after, left, sessions, stored, spoiled, leak }: Rest): Figure[] {
  const { middles, per10k } = growthOf(came)
  return [
    {
      name: `${terminals} 台终端重连：被拒或未确认`,
      value: came.failed,
      unit: `次，共 ${came.reconnects} 次`,
      goal: `= 0，共 ≥ ${wanted}`,
      reached: came.failed === 0 && came.reconnects >= wanted,
      detail: `${(came.reconnects / came.seconds).toFixed(0)} 次/秒（连接、鉴权、上报、确认）${came.why}`,
    },
    {
      name: '已确认而未落库',
      value: came.told - stored,
      unit: '条',
      goal: '≤ 0',
      reached: stored >= came.told,
      detail: `${came.told} 条已确认`,
    },
    {
      name: '每一万次重连网关内存增长（后四分之三）',
      value: per10k,
      unit: 'MB',
      goal: '≤ 1',
      reached: per10k <= 1,
      detail: `四段中位 ${middles.map(mb => mb.toFixed(0)).join('、')} MB`,
    },
    {
      name: '重连后多出的文件句柄与连接',
      value: after.files - before.files + left,
      unit: '个',
      goal: '≤ 0',
      reached: after.files - before.files + left <= 0,
      detail: `句柄 ${before.files} → ${after.files}，连接 ${left}`,
    },
    {
      name: '全部在线时的会话',
      value: sessions,
      unit: '个',
      goal: `= ${terminals}`,
      reached: sessions === terminals,
    },
    {
      name: '对照：每个连接留下 2 KB 的网关，每一万次重连增长',
      value: leak,
      unit: 'MB',
      goal: '≥ 10',
      reached: leak >= 10,
    },
    {
      name: `对照：日志少 ${planted} 条是否被发现`,
      value: stored - spoiled,
      unit: '条',
      goal: `= ${planted}`,
      reached: stored - spoiled === planted,
    },
  ]
}

export const trackReconnectsBench: Bench = {
  name: 'trackReconnects',
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
