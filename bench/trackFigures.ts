// Tracking: a vehicle's day as segments and as rows, and circles bound to vehicles against an index of all circles.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '@yunshu/postgres/launcher'
import { withClient } from '@yunshu/postgres/withClient'
import type pg from 'pg'
import { dice } from '../apps/server/demo/invented.ts'
import { metresUpTo, placeFrom, type Circle } from '../packages/track/src/geometry.ts'
import type { Point } from '../packages/track/src/point.ts'
import { hourOf, readSegment, writeSegment } from '../packages/track/src/segment.ts'
import type { Figure } from './figure.ts'

const dayMs = 86_400_000
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Seconds of CPU of this process and of the backend of a connection: a busy machine changes them little. */
async function cpuOf(client: pg.Client, work: () => Promise<void>): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = (): number => {
    const stat = fs.readFileSync(`/proc/${rows[0]?.pid ?? 0}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticks
  }
  const [before, begun] = [process.cpuUsage(), backend()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6 + backend() - begun
}
const start = Date.UTC(2026, 10, 25)
const vehicles = 60,
  everyMs = 10_000
const chance = dice(20_261_127)

/** A day of a truck that drives and stands by turns, a fix each ten seconds. */
function dayOf(vehicle: number): Point[] {
  let place = { lonE6: 108_000_000 + vehicle * 20_000, latE6: 34_000_000 }
  return Array.from({ length: dayMs / everyMs }, (_, n): Point => {
    const isStanding = n % 2000 > 1200
    place = isStanding
      ? placeFrom(place, chance.int(-3, 3), chance.int(-3, 3))
      : placeFrom(place, chance.int(120, 220), chance.int(-60, 60))
    return {
      at: start + n * everyMs,
      ...place,
      speed: isStanding ? 0 : chance.int(400, 800),
      heading: chance.int(0, 359),
      hasIgnition: !isStanding,
      cls: 'good',
      source: '808',
      datum: 'wgs84',
      odometer: undefined,
      // a fix in ten tells an alarm
      alarms: n % 100 < 10 ? 2 : 0,
    }
  })
}

async function fill(client: pg.Client, days: readonly Point[][]): Promise<void> {
  await client.query(`
    create table fixes (track_no int not null, at bigint not null, lon_e6 int not null, lat_e6 int not null, speed smallint not null,
      heading smallint not null, ignition bool not null, cls smallint not null, source smallint not null, datum smallint not null);
    create table hours (track_no int not null, hour_at bigint not null, payload bytea not null, primary key (track_no, hour_at))`)
  // as they come in: all vehicles of a moment together
  const rows = Array.from({ length: dayMs / everyMs }, (_, n) =>
    days.flatMap((day, trackNo) => (day[n] ? [{ trackNo, ...day[n] }] : [])),
  ).flat()
  for (let from = 0; from < rows.length; from += 20_000) {
    const part = rows.slice(from, from + 20_000)
    await client.query(
      `insert into fixes select n, t, x, y, s, h, i, 0, 0, 0
        from unnest($1::int[], $2::bigint[], $3::int[], $4::int[], $5::smallint[], $6::smallint[], $7::bool[]) u(n, t, x, y, s, h, i)`,
      [
        part.map(({ trackNo }) => trackNo),
        part.map(({ at }) => at),
        part.map(({ lonE6 }) => lonE6),
        part.map(({ latE6 }) => latE6),
        part.map(({ speed }) => speed),
        part.map(({ heading }) => heading),
        part.map(({ hasIgnition }) => hasIgnition),
      ],
    )
  }
  await client.query('create index on fixes (track_no, at)')
  for (const [trackNo, day] of days.entries())
    for (const [hourAt, points] of Map.groupBy(day, ({ at }) => hourOf(at)))
      await client.query('insert into hours values ($1, $2, $3)', [trackNo, hourAt, writeSegment(hourAt, points)])
  await client.query('vacuum analyze fixes; ')
  await client.query('vacuum analyze hours')
}

async function vehicleDays(client: pg.Client): Promise<Figure[]> {
  const days = Array.from({ length: vehicles }, (_, vehicle) => dayOf(vehicle))
  await fill(client, days)
  const counts = { hours: 0, rows: 0 }
  const turns = 120
  const perDay = async (read: (vehicle: number) => Promise<void>): Promise<number> => {
    for (let at = 0; at < 40; at++) await read(at)
    const seconds = await cpuOf(client, async () => {
      for (let at = 0; at < turns; at++) await read(at % vehicles)
    })
    return (seconds / turns) * 1000
  }
  const hours = await perDay(async vehicle => {
    const { rows } = await client.query<{ hour_at: string; payload: Buffer }>({
      name: 'hours',
      text: 'select hour_at, payload from hours where track_no = $1 and hour_at between $2 and $3 order by hour_at',
      values: [vehicle, start, start + dayMs],
    })
    counts.hours += rows.flatMap(({ hour_at, payload }) => readSegment(Number(hour_at), payload)).length
  })
  const perRow = await perDay(async vehicle => {
    const { rows } = await client.query({
      name: 'fixes',
      text: `select at, lon_e6, lat_e6, speed, heading, ignition, cls, source, datum from fixes
          where track_no = $1 and at between $2 and $3 order by at`,
      values: [vehicle, start, start + dayMs],
    })
    counts.rows += rows.length
  })
  const { rows: sizes } = await client.query<{ fixes: number; hours: number }>(
    `select pg_total_relation_size('fixes')::float8 as fixes, pg_total_relation_size('hours')::float8 as hours`,
  )
  const points = vehicles * (dayMs / everyMs)
  const [ofRows, ofHours] = [(sizes[0]?.fixes ?? 0) / points, (sizes[0]?.hours ?? 0) / points]
  return [
    {
      name: `F4 读一车一天（${dayMs / everyMs} 点，含解码）`,
      value: hours,
      unit: 'CPU 毫秒',
      baseline: `一点一行加索引 ${perRow.toFixed(1)} ms`,
      goal: '≥ 10 × 快',
      reached: perRow >= 10 * hours && counts.hours === counts.rows && counts.rows === (turns + 40) * (dayMs / everyMs),
      detail: `${(perRow / hours).toFixed(1)} ×`,
    },
    {
      name: 'F4 每点占用磁盘',
      value: ofHours,
      unit: '字节',
      baseline: `一点一行加索引 ${ofRows.toFixed(0)} 字节`,
      goal: '≤ ⅛ 基线',
      reached: ofHours <= ofRows / 8,
      detail: `1/${(ofRows / ofHours).toFixed(1)}`,
    },
  ]
}

interface Bound extends Circle {
  readonly id: number
  readonly vehicle: number
}
const radii = [30, 50, 100, 200, 500, 1000]

/** Circles of 50,000 vehicles, two each, and positions of these vehicles, some near the edge of one. */
function fleet() {
  const circles: Bound[] = []
  for (let vehicle = 0; vehicle < 50_000; vehicle++)
    for (let each = 0; each < 2; each++)
      circles.push({
        id: circles.length,
        vehicle,
        lonE6: chance.int(100_000_000, 120_000_000),
        latE6: chance.int(25_000_000, 40_000_000),
        radiusM: chance.pick(radii),
      })
  const places = Array.from({ length: 200_000 }, (_, n) => {
    // positions of a vehicle come together, as the role reads them
    const vehicle = Math.floor(n / 4)
    const circle = circles[vehicle * 2 + (n % 2)]
    const far = circle && n % 3 === 0 ? circle.radiusM * 1.4 : 50_000
    const place = placeFrom(circle ?? { lonE6: 0, latE6: 0 }, chance.int(-far, far), chance.int(-far, far))
    return { vehicle, ...place }
  })
  return { circles, places }
}

async function boundCircles(client: pg.Client): Promise<Figure[]> {
  const { circles, places } = fleet()
  const bound = Map.groupBy(circles, ({ vehicle }) => vehicle)
  // each pair as one number: the circle in the hundred thousands
  const pairs: number[] = []
  const look = (): void => {
    pairs.length = 0
    let own: readonly Bound[] = [],
      last = -1
    for (let n = 0; n < places.length; n++) {
      const place = places[n]
      if (place === undefined) continue
      if (place.vehicle !== last) own = bound.get((last = place.vehicle)) ?? []
      for (const circle of own)
        if (metresUpTo(place, circle, circle.radiusM) <= circle.radiusM) pairs.push(n * 1e5 + circle.id)
    }
  }
  look()
  const turns = 10
  const seconds = await cpuOf(client, async () => {
    for (let turn = 0; turn < turns; turn++) look()
  })
  const ours = (turns * places.length) / seconds
  const hits = [...pairs]
  await client.query(`create table circles (id int primary key, vehicle int not null, lon_e6 int not null, lat_e6 int not null,
    radius_m int not null, box box not null)`)
  await client.query(
    `insert into circles select i, v, x, y, r, box(point(x - r * 15, y - r * 10), point(x + r * 15, y + r * 10))
      from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int[]) u(i, v, x, y, r)`,
    [
      circles.map(({ id }) => id),
      circles.map(({ vehicle }) => vehicle),
      circles.map(({ lonE6 }) => lonE6),
      circles.map(({ latE6 }) => latE6),
      circles.map(({ radiusM }) => radiusM),
    ],
  )
  await client.query('create index on circles using gist (box)')
  await client.query('vacuum analyze circles')
  const there: number[] = []
  const ask = async (): Promise<void> => {
    for (let from = 0; from < places.length; from += 5000) {
      const part = places.slice(from, from + 5000)
      const { rows } = await client.query<{ n: number; id: number }>({
        name: 'gist',
        text: `select p.n, c.id from unnest($1::int[], $2::int[], $3::int[], $4::int[]) p(n, v, x, y)
        join circles c on c.box @> point(p.x, p.y) and c.vehicle = p.v
        where 2 * 6371008.8 * asin(least(1, sqrt(sin(radians((c.lat_e6 - p.y) / 2e6)) ^ 2
          + cos(radians(p.y / 1e6)) * cos(radians(c.lat_e6 / 1e6)) * sin(radians((c.lon_e6 - p.x) / 2e6)) ^ 2))) <= c.radius_m`,
        values: [
          part.map((_, n) => from + n),
          part.map(one => one.vehicle),
          part.map(one => one.lonE6),
          part.map(one => one.latE6),
        ],
      })
      for (const { n, id } of rows) there.push(n * 1e5 + id)
    }
  }
  const gist = places.length / (await cpuOf(client, ask))
  const same = new Set(hits)
  const isEqual = hits.length === there.length && there.every(hit => same.has(hit))
  const small = hits.filter(hit => circles[hit % 1e5]?.radiusM === 30).length
  return [
    {
      name: 'F5 绑定围栏判断（每车 2 个，共 10 万个围栏）',
      value: ours / 1e6,
      unit: '百万点/CPU 秒',
      baseline: `GiST 每批 5,000 点 ${(gist / 1e6).toFixed(3)} 百万点/秒`,
      goal: '≥ 60 ×，命中相同',
      reached: ours >= 60 * gist && isEqual && small > 0,
      detail: `${(ours / gist).toFixed(0)} ×，命中 ${hits.length}（其中 30 米 ${small}），${isEqual ? '相同' : `不同：${there.length}`}`,
    },
  ]
}

/** Both figures, on a server of their own. */
export async function storeFigures(): Promise<Figure[]> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'yunshu-trail-'))
  fs.chmodSync(dataDir, 0o755)
  const cluster = await startPostgres({ dataDir, log: () => {} })
  try {
    return await withClient(cluster.ownerUrl(), async client => [
      ...(await vehicleDays(client)),
      ...(await boundCircles(client)),
    ])
  } finally {
    await cluster.stop()
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}
