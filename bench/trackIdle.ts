// The product of a demo at rest with its trucks on the road, beside the same without tracking: memory, processor, disk, and the
// time until it is ready.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@yunshu/postgres/postmaster'
import { startOnce, stopProduct, tree, pssMb } from './start.ts'
import type { Bench, Figure } from './figure.ts'

const settleS = Number(process.env['SECONDS_OF_SETTLING'] ?? 60)
const idleS = Number(process.env['SECONDS_OF_IDLE'] ?? 120)
const starts = 5
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Rest {
  readonly readyMs: number
  readonly mb: number
  /** Processor seconds a second. */
  readonly share: number
  /** By role: the gateway and the track role. */
  readonly roles: string
}

/** Processes of a product: those below its supervisor, and those of its database, whose folder names them. */
function pidsOf(supervisor: number, dataDir: string): { pid: number; command: string }[] {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const postmasters = all
    .filter(line => / -D /.test(line) && line.includes(`${dataDir}/`))
    .map(line => Number(/^\s*(\d+)/.exec(line)?.[1]))
  const found = [supervisor, ...postmasters].flatMap(tree)
  return [...new Map(found.map(one => [one.pid, one])).values()]
}

function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // also of the children it has buried: backends come and go
    return (
      stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15)
        .reduce((sum, part) => sum + Number(part), 0) / ticks
    )
  } catch {
    return 0
  }
}

const memoryOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    try {
      return sum + pssMb(pid)
    } catch {
      return sum
    }
  }, 0)

/** Ready times of some starts, and the rest of the last one. */
async function restOf(tracking: 'on' | 'off'): Promise<Rest> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'yunshu-idle-'))
  chmodSync(dataDir, 0o755)
  const env = { TRACKING: tracking, GATEWAY_PORT: String(await freePort()), PORT: String(await freePort()) }
  try {
    await stopProduct((await startOnce(dataDir, env)).child)
    const times: number[] = []
    for (let n = 1; n < starts; n++) {
      const { child, ms } = await startOnce(dataDir, env)
      times.push(ms)
      await stopProduct(child)
    }
    const { child, ms } = await startOnce(dataDir, env)
    times.push(ms)
    await pause(settleS * 1000)
    const own = pidsOf(child.pid ?? 0, dataDir)
    const pids = own.map(({ pid }) => pid)
    const [before, begun] = [pids.map(cpuOf), performance.now()]
    await pause(idleS * 1000)
    const seconds = (performance.now() - begun) / 1000
    const used = pids.reduce((sum, pid, n) => sum + Math.max(0, cpuOf(pid) - (before[n] ?? 0)), 0)
    const mbOf = (file: string): string =>
      memoryOf(own.flatMap(({ pid, command }) => (command.includes(file) ? [pid] : []))).toFixed(0)
    const roles = `网关 ${mbOf('apps/gateway/src/main.ts')}，跟踪 ${mbOf('trackMain.ts')} MB`
    const rest = { readyMs: Math.min(...times), mb: memoryOf(pids), share: used / seconds, roles }
    await stopProduct(child)
    return rest
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function figuresOf(on: Rest, off: Rest): Figure[] {
  const [mb, share, ready] = [on.mb - off.mb, (on.share - off.share) * 100, (on.readyMs - off.readyMs) / 1000]
  return [
    {
      name: 'F18 空闲演示多用的内存',
      value: mb,
      unit: 'MB PSS',
      baseline: `TRACKING=off ${off.mb.toFixed(0)} MB`,
      goal: '≤ 190',
      reached: mb <= 190,
      detail: on.roles,
    },
    {
      name: 'F18 空闲演示多用的处理器',
      value: share,
      unit: '% 一个核',
      baseline: `TRACKING=off ${(off.share * 100).toFixed(1)} %`,
      goal: '≤ 3',
      reached: share <= 3,
    },
    {
      name: 'F18 就绪晚',
      value: ready,
      unit: '秒',
      baseline: `TRACKING=off ${(off.readyMs / 1000).toFixed(2)} 秒`,
      goal: '≤ 0.5',
      reached: ready <= 0.5,
    },
  ]
}

export const trackIdleBench: Bench = {
  name: 'trackIdle',
  run: async () => figuresOf(await restOf('on'), await restOf('off')),
}
