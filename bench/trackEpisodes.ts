// Planted abnormal positions among ordinary driving: found in time, and none where there is none. The clock is the rig's; the
// log, the role, the tables and the look are the product's.
import { HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds } from '@yunshu/domain/track/abnormal'
import { saveFence } from '@yunshu/contract/fence/fence'
import { startTestCluster } from '@yunshu/postgres/scratch'
import { placeFrom } from '@yunshu/track/geometry'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../apps/server/src/db/tx.ts'
import { lookForAbnormal } from '../apps/server/src/features/abnormal/look.commands.ts'
import { asSystem } from '../apps/server/src/work/system.ts'
import { mine } from '../tests/server/acceptedWaybill.ts'
import { startTrackWorld, type Said, type TrackWorld } from '../tests/server/trackWorld.ts'
import { median, type Bench, type Figure } from './figure.ts'
import { plantedDays, roadKm, type Plant } from './plantedDay.ts'

/** Lorries, every second one with faults. */
const lorries = Number(process.env['LORRIES'] ?? 60)
const perGoods = 10
/** A time at which nobody is heard, by our fault, minutes from the start. */
const outage = { from: 460, to: 480 } as const

export interface Lorry {
  readonly waybillId: string
  readonly branchId: string
  readonly trackNo: number
  readonly vehicleId: string
}

export async function lorriesOfGoods(world: TrackWorld, count: number): Promise<Lorry[]> {
  const made = await world.waybills(count)
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<Lorry & { goodsId: string }>`select w.id as "waybillId", w.branch_id as "branchId", w.goods_id as "goodsId",
          v.track_no as "trackNo", v.id as "vehicleId"
        from waybills w join vehicles v on v.id = w.vehicle_id
          where w.id = any(${made.map(({ id }) => id)}::uuid[])`.compile(q),
    ),
  )
  const goodsId = rows[0]?.goodsId ?? ''
  for (const [kind, km] of [
    ['load', 0],
    ['unload', roadKm],
  ] as const)
    await world.as('shipper').send(saveFence, {
      goodsId,
      kind,
      pointNo: 0,
      centre: placeFrom(mine, km * 1000, 0),
      radius: 500,
      slots: [],
      isOn: true,
    })
  await world.server.db(tx =>
    tx.run(sql`update goods set body = jsonb_set(body, '{distanceKm}', '400') where id = ${goodsId}::uuid`.compile(q)),
  )
  return rows
}

/** A terminal of a vehicle that two devices claim, or the end of it. */
async function claim(world: TrackWorld, { trackNo, vehicleId }: Lorry, isClaimed: boolean): Promise<void> {
  await world.server.db(tx =>
    tx.run(
      (isClaimed
        ? sql`insert into terminals (id, phone, phone_digits, protocol, vehicle_id, track_no, carrier_id, role,
          state, created_at, updated_at)
            select ${v7()}::uuid, ${String(17_000_000_000 + trackNo)}, 12, 2013, v.id, v.track_no, v.carrier_id,
              'spare', 'conflict', 1, 1
            from vehicles v where v.id = ${vehicleId}::uuid`
        : sql`update terminals set state = 'retired', vehicle_id = null, track_no = null
            where vehicle_id = ${vehicleId}::uuid and state = 'conflict'`
      ).compile(q),
    ),
  )
}

interface Told {
  readonly lorry: Lorry
  readonly said: Said[]
  readonly events: { readonly at: number; readonly run: () => Promise<void> }[]
  readonly plants: readonly Plant[]
  readonly endAt: number
}

/** Days of each lorry from a start on. */
function daysOf(world: TrackWorld, fleet: readonly Lorry[], startAt: number): Told[] {
  return fleet.map((lorry, n) => {
    const isPlanted = n % 2 === 1
    const { said, steps, plants: all, endAt } = plantedDays(startAt, n + 1, isPlanted)
    // one that is over before anybody is heard again is over when it is heard of
    const [outAt, backAt] = [outage.from, outage.to].map(minute => startAt + minute * MINUTE_MS)
    const plants = all.filter(({ fromAt, toAt }) => fromAt < (outAt ?? 0) || toAt > (backAt ?? 0))
    const events = steps.map(({ at, set }) => ({
      at,
      run: async () => {
        await world.server.db(tx => tx.run(q.updateTable('waybills').set(set).where('id', '=', lorry.waybillId)))
      },
    }))
    if (!isPlanted) return { lorry, said, events, plants, endAt }
    const [fromAt, toAt] = [startAt + (200 + n) * MINUTE_MS, startAt + (240 + n) * MINUTE_MS]
    for (const at of [fromAt, toAt]) events.push({ at, run: () => claim(world, lorry, at === fromAt) })
    events.sort((a, b) => a.at - b.at)
    return { lorry, said, events, plants: [...plants, { kind: 'mismatch', fromAt, toAt }], endAt }
  })
}

/** Sends the words of a lorry up to now; those kept back through our outage come together. */
async function speak(world: TrackWorld, { lorry, said }: Told, clock: number): Promise<void> {
  const upto = said.findIndex(({ receivedAt = 0 }) => receivedAt > clock)
  const heard = said.splice(0, upto === -1 ? said.length : upto)
  if (heard.length > 3) await world.reportLate(lorry.trackNo, heard, clock)
  else if (heard.length > 0) await world.report(lorry.trackNo, heard)
}

/** Lets the time of the lorries pass, a look each minute. */
async function pass(world: TrackWorld, told: readonly Told[], startAt: number): Promise<void> {
  let clock = startAt
  const role = world.role(20_000, () => clock)
  const endAt = Math.max(...told.map(one => one.endAt))
  for (let minute = 1; clock < endAt; minute++) {
    clock = startAt + minute * MINUTE_MS
    for (const { events } of told) while ((events[0]?.at ?? Infinity) <= clock) await events.shift()?.run()
    const isOut = minute >= outage.from && minute < outage.to
    if (!isOut) await Promise.all(told.map(one => speak(world, one, clock)))
    while ((await role.round()) > 0);
    await asSystem(world.server.server.deps, ctx => lookForAbnormal({ ...ctx, now: clock }))
    if (minute % 60 === 0) console.log(`${minute / 60} 小时已过`)
  }
  await role.stop()
}

interface Outcome {
  readonly found: number
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
  readonly delayS: readonly number[]
  readonly planted: number
  readonly hours: number
}

async function outcomeOf(world: TrackWorld, told: readonly Told[], startAt: number): Promise<Outcome> {
  const rows = await world.server.db(tx =>
    tx.rows(
      sql<{ no: number; kind: string; at: number }>`select track_no as no, kind, created_at::float8 as at from episodes
        where track_no = any(${told.map(({ lorry }) => lorry.trackNo)}) order by created_at`.compile(q),
    ),
  )
  const left = new Set(rows)
  const missed: string[] = [],
    delayS: number[] = []
  const minute = (at: number): number => Math.round((at - startAt) / MINUTE_MS)
  for (const { lorry, plants } of told)
    for (const { kind, fromAt, toAt } of plants) {
      const own = rows.filter(
        ({ no, kind: its, at }) => no === lorry.trackNo && its === kind && at >= fromAt && at <= toAt + 2 * MINUTE_MS,
      )
      for (const row of own) left.delete(row)
      const [first] = own
      if (!first) missed.push(`${kind} ${lorry.trackNo} ${minute(fromAt)}`)
      // the stand that is planted as overdue begins where its time is over already
      else {
        // three places abroad, a minute apart, are the rule
        const waitMs = kind === 'abroad' ? 2 * MINUTE_MS : abnormalKinds[kind].minutes * MINUTE_MS
        const ruleMs = kind === 'overdue' ? 0 : waitMs
        delayS.push((first.at - fromAt - ruleMs) / 1000)
      }
    }
  const planted = told.reduce((sum, { plants }) => sum + plants.length, 0)
  return {
    found: planted - missed.length,
    missed,
    wrong: [...left].map(({ no, kind, at }) => `${kind} ${no} ${minute(at)}`),
    delayS,
    planted,
    hours: told.reduce((sum, { endAt }) => sum + (endAt - startAt) / HOUR_MS, 0),
  }
}

/** The first hours of each lorry. */
const firstHours = (told: readonly Told[], endAt: number): Told[] =>
  told.map(one => ({
    ...one,
    plants: one.plants.filter(({ toAt }) => toAt <= endAt),
    endAt: Math.min(one.endAt, endAt),
  }))

async function runOf(world: TrackWorld, fleet: readonly Lorry[], hours = 48): Promise<Outcome> {
  const startAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 34 * HOUR_MS
  const told = firstHours(daysOf(world, fleet, startAt), startAt + hours * HOUR_MS)
  await pass(world, told, startAt)
  return outcomeOf(world, told, startAt)
}

/** The fault that is planted in the look: silence after five minutes, and no eye for missing fixes. */
const spoil = (world: TrackWorld, [first]: readonly Lorry[]): Promise<void> =>
  world.server.db(async tx => {
    for (const [kind, isOn, minutes] of [
      ['offline', true, 5],
      ['noFix', false, 20],
    ] as const)
      await tx.run(
        sql`insert into abnormal_rules (company_id, kind, is_on, params, updated_at, updated_name)
          values (${first?.branchId ?? ''}::uuid, ${kind}, ${isOn}, ${JSON.stringify({ minutes })}::jsonb, 1,
            '')`.compile(q),
      )
  })

async function figuresOf(): Promise<Figure[]> {
  const world = await startTrackWorld()
  try {
    const fleet: Lorry[] = []
    while (fleet.length < lorries)
      fleet.push(...(await lorriesOfGoods(world, Math.min(perGoods, lorries - fleet.length))))
    const { found, missed, wrong, delayS, planted, hours } = await runOf(world, fleet)
    console.log(`找到 ${found}/${planted}；漏报 ${missed.join('；')}；误报 ${wrong.join('；')}`)
    const few = await lorriesOfGoods(world, 12)
    await spoil(world, few)
    const bad = await runOf(world, few, 8)
    const late = median(delayS)
    const wrongPer = (wrong.length * 1000) / hours
    return [
      {
        name: `F14 植入 ${planted} 起定位异常，找到`,
        value: (found * 100) / planted,
        unit: '%',
        goal: '≥ 99',
        reached: found >= 0.99 * planted,
        detail: missed.join('；'),
      },
      {
        name: 'F14 比规则晚，中位',
        value: late,
        unit: '秒',
        goal: '≤ 120（每 60 秒一次位置、一次查看）',
        reached: late <= 120,
      },
      {
        name: `F14 正常行驶中误报（${Math.round(hours)} 车时）`,
        value: wrongPer,
        unit: '起/千车时',
        goal: '≤ 1',
        reached: wrongPer <= 1,
        detail: wrong.join('；'),
      },
      {
        name: '对照：规则改坏后漏报与误报是否可见',
        value: bad.missed.length,
        unit: '起漏报',
        goal: '≥ 1，且误报 > 1 起/千车时',
        reached: bad.missed.length > 0 && (bad.wrong.length * 1000) / bad.hours > 1,
        detail: `误报 ${bad.wrong.length} 起（${Math.round(bad.hours)} 车时）`,
      },
    ]
  } finally {
    await world.stop()
  }
}

export const trackEpisodesBench: Bench = {
  name: 'trackEpisodes',
  run: async () => {
    const cluster = await startTestCluster()
    try {
      return await figuresOf()
    } finally {
      await cluster.stop()
    }
  },
}
