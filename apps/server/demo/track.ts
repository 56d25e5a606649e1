// Abnormal positions that are over, of the demo's vehicles on the road, their stops and days, and the spans in which companies see
// vehicles.
import { DAY_MS, formatDate, HOUR_MS, MINUTE_MS } from '@yunshu/domain/figures/time'
import { episodeStates, type AbnormalKind } from '@yunshu/domain/track/abnormal'
import { sql } from 'kysely'
import { dayAtInSql } from '../src/db/conditions.ts'
import { q, type Tx } from '../src/db/tx.ts'
import { replaceAccess } from '../src/work/trackAccess.ts'
import { idMaker } from './ids.ts'
import { seedTrails } from './trails.ts'

interface Plan {
  readonly kind: AbnormalKind
  readonly level: number
  readonly state: keyof typeof episodeStates.states
  readonly hours: number
  readonly text: string
  readonly heard?: string
  readonly note?: string
}
const plans: readonly Plan[] = [
  {
    kind: 'offline',
    level: 3,
    state: 'handled',
    hours: 20,
    text: '行驶中失去信号',
    heard: '最后速度 58 km/h',
    note: '陶大勇：已联系司机，经过山区无信号，20 分钟后恢复',
  },
  { kind: 'noFix', level: 2, state: 'recovered', hours: 26, text: '有消息但没有卫星定位 24 分钟' },
  {
    kind: 'placeMismatch',
    level: 1,
    state: 'falseAlarm',
    hours: 30,
    text: '登记到达时车辆不在围栏内',
    note: '陶大勇：围栏圆心画偏，已请货主修改',
  },
]

/** Waybills whose spans matter: those of vehicles under way. */
const underWay = sql<{ id: string }>`
  select id from waybills
    where state in ('toLoad', 'loading', 'inTransit', 'interrupted', 'arrived', 'toSign', 'disputed') order by id`

interface OnRoad {
  readonly id: string
  readonly vehicle_id: string
  readonly plate: string
  readonly carrier_id: string
  readonly shipper_id: string
  readonly branch_id: string
  readonly track_no: number
}

/** Writes both; answers how many rows of episodes there are. */
export async function seedTrack(tx: Tx, now: number): Promise<number> {
  await replaceAccess(
    tx,
    (await tx.rows(underWay.compile(q))).map(({ id }) => id),
    now,
  )
  const vehicles = await tx.rows(
    sql<OnRoad>`
      select distinct on (v.track_no) w.id, w.vehicle_id, w.plate, w.carrier_id, w.shipper_id, w.branch_id, v.track_no
      from waybills w join vehicles v on v.id = w.vehicle_id
        where w.state in ('toLoad', 'loading', 'inTransit', 'arrived', 'toSign')
      order by v.track_no, w.id limit ${plans.length}`.compile(q),
  )
  const episodeId = idMaker(93)
  const rows = vehicles.flatMap(({ id, ...vehicle }, n) => {
    const plan = plans[n]
    if (plan === undefined) return []
    const at = now - plan.hours * HOUR_MS
    const end = at + 30 * MINUTE_MS
    return [
      {
        id: episodeId(at),
        ...vehicle,
        waybill_id: id,
        grp: 'position',
        kind: plan.kind,
        level: plan.level,
        state: plan.state,
        from_at: at - 20 * MINUTE_MS,
        to_at: end,
        last_at: end,
        recovered_at: plan.state === 'recovered' ? end : null,
        evidence: JSON.stringify({ text: plan.text, heard: plan.heard }),
        handled_note: plan.note ?? null,
        handled_at: plan.note === undefined ? null : end,
        created_at: at,
        updated_at: end,
      },
    ]
  })
  if (rows.length > 0) await tx.run(q.insertInto('episodes').values(rows))
  return rows.length + (await seedReports(tx, now)) + (await seedTrails(tx, now))
}

/** A stop in each span of a shipper that began long enough ago, and the three days before today of each vehicle of them. */
async function seedReports(tx: Tx, now: number): Promise<number> {
  await tx.run(
    sql`insert into track_stops (track_no, from_at, to_at, vehicle_id, carrier_id, plate, lon_e6, lat_e6,
      kind, waybill_id)
      select distinct on (x.track_no, x.from_at) x.track_no, x.from_at, x.from_at + ${80 * MINUTE_MS}::bigint, v.id,
        v.carrier_id, v.plate,
        109700000 + x.track_no * 900, 38280000 - x.track_no * 700, case x.track_no % 3 when 0 then 'idle'
          else 'parked' end, x.waybill_id
      from (select a.track_no, a.waybill_id, (greatest(a.from_at,
        ${now - 3 * DAY_MS}::bigint) + ${HOUR_MS}::bigint) / 1000 * 1000 as from_at
        from track_access a where a.why = 'waybill') as x join vehicles v on v.track_no = x.track_no
      where x.from_at < ${now - 2 * HOUR_MS}::bigint order by x.track_no, x.from_at, x.waybill_id`.compile(q),
  )
  await tx.run(
    sql`insert into track_days (track_no, day, vehicle_id, carrier_id, plate, distance_m, moving_s, idle_s, stops,
      first_at, last_at, online_s, points, late_points, coverage_ppm, gap_m, odometer_m)
      select v.track_no, x.day, v.id, v.carrier_id, v.plate, 310000 + (v.track_no * 7919 + x.n * 3571) % 180000,
        21600, 1800, 4, x.at + ${6 * HOUR_MS}::bigint,
        x.at + ${21 * HOUR_MS}::bigint, 52000, 1440, (v.track_no + x.n) % 40, 601851, (v.track_no * 311) % 9000,
          case v.track_no % 5 when 0 then 341000 else 314000 end + (v.track_no * 7919 + x.n * 3571) % 180000
      from vehicles v cross join (select n, d.day, ${dayAtInSql(sql`d.day`)} as at
        from generate_series(1, 3) as n cross join lateral (select ${formatDate(now)}::date - n as day) as d) as x
      where exists (select from track_stops s where s.track_no = v.track_no)`.compile(q),
  )
  // the way to each stop, which began two hours before it
  await tx.run(
    sql`insert into track_trips (track_no, from_at, to_at, vehicle_id, carrier_id, plate, distance_m, gap_m,
      moving_s, most_speed,
        from_lon_e6, from_lat_e6, to_lon_e6, to_lat_e6, waybill_id)
      select s.track_no, s.from_at - ${50 * MINUTE_MS}::bigint, s.from_at, s.vehicle_id, s.carrier_id, s.plate,
        41000 + s.track_no * 37, 0, 2700, 840,
        s.lon_e6 - 380000, s.lat_e6 + 120000, s.lon_e6, s.lat_e6, s.waybill_id from track_stops s`.compile(q),
  )
  // an alarm in the middle of it
  await tx.run(
    sql`insert into track_alarms (track_no, kind, from_at, to_at, level, lon_e6, lat_e6, vehicle_id, carrier_id, plate,
      waybill_id)
      select t.track_no, (array['overspeed', 'phoning', 'fatigueWarning', 'tooClose'])[t.track_no % 4 + 1],
        t.from_at + ${20 * MINUTE_MS}::bigint, t.from_at + (20 + t.track_no % 7) * ${MINUTE_MS}::bigint,
        (array[0, 2, 0, 1])[t.track_no % 4 + 1], t.from_lon_e6 + 190000, t.from_lat_e6 - 60000, t.vehicle_id, t.carrier_id,
        t.plate, t.waybill_id from track_trips t`.compile(q),
  )
  const { n } = await tx.one(
    sql<{
      n: number
    }>`select ((select count(*) from track_stops) + (select count(*) from track_days))::int as n`.compile(q),
  )
  return n
}
