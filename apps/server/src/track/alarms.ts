// Alarms that terminals told: each as a row of 报警记录, and of the kinds somebody has to answer the last of each vehicle, however late
// it came.
import {
  alarmsOfKind,
  drivingKinds,
  isDrivingKind,
  sameAlarmMs,
  slightLevel,
  type DrivingKind,
} from '@yunshu/domain/track/drivingAlarms'
import { alarmsOf } from '@yunshu/jt808/alarms'
import { reportedAlarms, type ToldKey } from '@yunshu/jt808/safety'
import { gcjOf } from '@yunshu/track/datum'
import { isTrusted } from '@yunshu/track/point'
import type pg from 'pg'
import { writeAlarmRows, type AlarmMoment } from './alarmRows.ts'
import type { Heard, HeardPoint } from './decode.ts'

/** Alarms of terminals by kind; those of active safety count where they are of the second level, or have none. */
const keysOf: Readonly<Record<DrivingKind, readonly ToldKey[]>> = alarmsOfKind
const kinds = Object.keys(drivingKinds).filter(isDrivingKind)

interface Moment extends AlarmMoment {
  readonly receivedAt: number
  /** True of one of active safety. */
  readonly isSafety: boolean
}

/** Alarms a position tells, those of its word first. */
const toldBy = ({ alarms, safety = [] }: HeardPoint) => [
  ...(alarms === 0 ? [] : alarmsOf(alarms).map(key => ({ key, level: 0, isSafety: false }))),
  ...safety.map(({ key, level }) => ({ key, level, isSafety: true })),
]

/** Moments from `oldest` on at which alarms were told; a position whose clock is wrong tells them when it came. */
function momentsOf(heard: readonly Heard[], oldest: number): Moment[] {
  return heard.flatMap(({ trackNo, receivedAt, points }) =>
    points.flatMap(point => {
      const told = toldBy(point)
      if (told.length === 0) return []
      const isClockWrong = point.cls === 'clockAhead' || point.cls === 'clockBehind'
      const at = isClockWrong ? receivedAt : point.at
      if (at < oldest) return []
      const place = isTrusted(point) ? gcjOf(point, point.datum) : { lonE6: null, latE6: null }
      const { lonE6, latE6 } = place
      return told.map(one => ({ ...one, trackNo, receivedAt, at, lonE6, latE6 }))
    }),
  )
}

/** The last run of moments of which none is far from the one before. */
function lastRun(told: readonly Moment[]) {
  const sorted = told.toSorted((a, b) => a.at - b.at)
  const start = sorted.findLastIndex(({ at }, n) => at - (sorted[n - 1]?.at ?? -Infinity) > sameAlarmMs)
  const run = sorted.slice(Math.max(start, 0))
  const last = run.at(-1)
  return {
    from: run[0]?.at ?? 0,
    at: last?.at ?? 0,
    heardAt: Math.max(...run.map(one => one.receivedAt)),
    said: last?.isSafety === true ? last.key : null,
  }
}

/** Writes the alarms from `oldest` on that some messages tell of; writing them twice changes nothing. */
export async function writeAlarms(client: pg.ClientBase, heard: readonly Heard[], oldest = -Infinity): Promise<void> {
  const moments = momentsOf(heard, oldest)
  await writeAlarmRows(
    client,
    moments.filter(({ key }) => reportedAlarms.includes(key)),
  )
  await writeLasts(
    client,
    moments.filter(({ level }) => level !== slightLevel),
  )
}

/** Writes the last alarm of each kind. */
async function writeLasts(client: pg.ClientBase, moments: readonly Moment[]): Promise<void> {
  const of = kinds.flatMap(kind => moments.flatMap(one => (keysOf[kind].includes(one.key) ? [{ kind, one }] : [])))
  const told = [...Map.groupBy(of, ({ kind, one }) => `${one.trackNo} ${kind}`)].map(([key, some]) => {
    const [trackNo, kind] = key.split(' ')
    return { trackNo: Number(trackNo), kind, ...lastRun(some.map(({ one }) => one)) }
  })
  if (told.length === 0) return
  // one that is later than the last is another alarm, of which nobody has been told; an earlier one changes nothing
  await client.query(
    `insert into vehicle_alarms as a (track_no, kind, from_at, at, heard_at, said)
     select * from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[]) order by 1, 2
     on conflict (track_no, kind) do update set
       from_at = case when excluded.from_at > a.at + ${sameAlarmMs} then excluded.from_at
         else least(a.from_at, excluded.from_at) end,
       at = greatest(a.at, excluded.at),
       heard_at = greatest(a.heard_at, excluded.heard_at),
       said = case when excluded.at >= a.at then excluded.said else a.said end,
       told_at = case when excluded.from_at > a.at + ${sameAlarmMs} then null else a.told_at end
     where excluded.at >= a.from_at - ${sameAlarmMs}`,
    [
      told.map(({ trackNo }) => trackNo),
      told.map(({ kind }) => kind),
      told.map(({ from }) => from),
      told.map(({ at }) => at),
      told.map(({ heardAt }) => heardAt),
      told.map(({ said }) => said),
    ],
  )
}
