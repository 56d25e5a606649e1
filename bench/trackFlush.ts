// A flush of the track role for trucks under way, each with a waybill and its two circles: what it takes behind a day of trail
// beside what it takes behind an hour, and beside a flush in which each truck has a late position.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { q } from '../apps/server/src/db/tx.ts'
import type { TrackRole } from '../apps/server/src/track/role.ts'
import { mine } from '../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../tests/server/trackWorld.ts'
import { median, type Bench, type Figure } from './figure.ts'
import { lorriesOfGoods, type Lorry } from './trackEpisodes.ts'

const lorries = Number(process.env['LORRIES'] ?? 24)
const perGoods = 8
const flushes = 9
const everyMs = 30_000
/** Hours of trail behind the first and the second measurement. */
const [short, long] = [1, 24] as const
const most = 1.5

/** A lorry that shuttles between the mine and the plant, half an hour at each end, a report each half minute. */
function reportAt(startAt: number, n: number): Said {
  const at = startAt + n * everyMs
  const roadMin = 60,
    standMin = 30
  const turn = ((n * everyMs) / MINUTE_MS) % (2 * (roadMin + standMin))
  const onWay = turn % (roadMin + standMin) < roadMin
  const share = Math.min(1, (turn % (roadMin + standMin)) / roadMin)
  const km = 60 * (turn < roadMin + standMin ? share : 1 - share)
  const drift = onWay ? 0 : (n % 5) * 4
  return {
    at,
    place: placeFrom(mine, Math.round(km * 1000) + drift, 0),
    speed: onWay ? 600 : 0,
    hasIgnition: onWay,
  }
}

interface Measured {
  readonly cpuMs: number
  readonly wallMs: number
}

/** The cost of the rounds that write the messages of now, each lorry with some. */
async function flushOf(world: TrackWorld, role: TrackRole): Promise<Measured> {
  const [cpu, begun] = [process.cpuUsage(), performance.now()]
  while ((await role.round()) > 0);
  await role.flush()
  const { user, system } = process.cpuUsage(cpu)
  if (world.logged.length > 0) throw new Error(world.logged.join('\n'))
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - begun }
}

interface Trail {
  readonly startAt: number
  next: number
}

async function tell(world: TrackWorld, own: readonly Lorry[], trail: Trail, upTo: number): Promise<void> {
  const said = Array.from({ length: upTo - trail.next }, (_, n) => reportAt(trail.startAt, trail.next + n))
  for (const { trackNo } of own) await world.report(trackNo, said)
  trail.next = upTo
}

/** The middle of some flushes, each with one new position of every lorry. */
async function growing(world: TrackWorld, role: TrackRole, own: readonly Lorry[], trail: Trail): Promise<Measured> {
  const all: Measured[] = []
  for (let n = 0; n < flushes; n++) {
    await tell(world, own, trail, trail.next + 1)
    all.push(await flushOf(world, role))
  }
  return { cpuMs: median(all.map(({ cpuMs }) => cpuMs)), wallMs: median(all.map(({ wallMs }) => wallMs)) }
}

/** The middle of some flushes in which every lorry has a position from before the last one. */
async function lateOnes(world: TrackWorld, role: TrackRole, own: readonly Lorry[], trail: Trail): Promise<Measured> {
  const all: Measured[] = []
  for (let n = 0; n < flushes; n++) {
    const { at, ...said } = reportAt(trail.startAt, trail.next - 30 - n)
    const late = { ...said, at: at + 10_000 }
    for (const { trackNo } of own) await world.reportLate(trackNo, [late], trail.startAt + trail.next * everyMs)
    all.push(await flushOf(world, role))
  }
  return { cpuMs: median(all.map(({ cpuMs }) => cpuMs)), wallMs: median(all.map(({ wallMs }) => wallMs)) }
}

async function figuresOf(): Promise<Figure[]> {
  const world = await startTrackWorld()
  try {
    const startAt = Math.floor((Date.now() - (long + 0.5) * HOUR_MS) / 1000) * 1000
    const own: Lorry[] = []
    while (own.length < lorries) own.push(...(await lorriesOfGoods(world, perGoods)))
    await world.server.db(tx =>
      tx.run(
        sql`update waybills set created_at = ${startAt}, accepted_at = ${startAt}, state = 'inTransit'
          where id = any(${own.map(({ waybillId }) => waybillId)}::uuid[])`.compile(q),
      ),
    )
    const role = world.role()
    const trail: Trail = { startAt, next: 0 }
    await tell(world, own, trail, (short * HOUR_MS) / everyMs)
    await flushOf(world, role)
    const early = await growing(world, role, own, trail)
    await tell(world, own, trail, (long * HOUR_MS) / everyMs)
    await flushOf(world, role)
    const late = await growing(world, role, own, trail)
    const whole = await lateOnes(world, role, own, trail)
    const { rows } = await world.pool.query<{ n: number }>('select count(*)::int as n from fence_visits')
    await role.stop()
    const say = ({ cpuMs, wallMs }: Measured): string => `${cpuMs.toFixed(0)} ms 处理器、${wallMs.toFixed(0)} ms`
    const ratio = late.cpuMs / early.cpuMs
    return [
      {
        name: `${own.length} 辆在途车一次写入，轨迹 ${long} 小时与 ${short} 小时之比`,
        value: ratio,
        unit: '×',
        baseline: `${short} 小时 ${say(early)}`,
        goal: `≤ ${most}`,
        reached: ratio <= most && (rows[0]?.n ?? 0) >= own.length * 8,
        detail: `${long} 小时 ${say(late)}；进出围栏 ${rows[0]?.n ?? 0} 次；耗时之比 ${(late.wallMs / early.wallMs).toFixed(2)}`,
      },
      {
        name: '对照：每辆车各有一个迟到的定位，整段重算',
        value: whole.cpuMs / late.cpuMs,
        unit: '× 按序到达',
        goal: `> ${most}`,
        reached: whole.cpuMs / late.cpuMs > most,
        detail: say(whole),
      },
    ]
  } finally {
    await world.stop()
  }
}

export const trackFlushBench: Bench = {
  name: 'trackFlush',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      return await figuresOf()
    } finally {
      await cluster.stop()
    }
  },
}
