// Alarms that terminals told, of the kinds somebody has to answer: the last of each vehicle and kind, however late it came.
import { drivingKinds, isDrivingKind, sameAlarmMs, type DrivingKind } from '@yunshu/domain/track/drivingAlarms'
import { alarmsOf, type AlarmKey } from '@yunshu/jt808/alarms'
import type pg from 'pg'
import type { Heard } from './decode.ts'

/** Bits of the alarm word by kind. */
const bitsOf: Readonly<Record<DrivingKind, readonly AlarmKey[]>> = {
  sos: ['sos'],
  crash: ['collision', 'rollover'],
  fatigue: ['fatigue'],
  overspeed: ['overspeed'],
  powerCut: ['powerCut'],
}
const kinds = Object.keys(drivingKinds).filter(isDrivingKind)

interface Told {
  readonly at: number
  readonly receivedAt: number
}

/** Kinds a word tells. */
function kindsOf(word: number): DrivingKind[] {
  if (word === 0) return []
  const told = alarmsOf(word)
  return kinds.filter(kind => bitsOf[kind].some(bit => told.includes(bit)))
}

/** Moments at which each alarm was told, by vehicle and kind; a position whose clock is wrong tells it when it came. */
function toldOf(heard: readonly Heard[]): Map<string, Told[]> {
  const told = new Map<string, Told[]>()
  for (const { trackNo, receivedAt, points } of heard)
    for (const { alarms, cls, at } of points)
      for (const kind of kindsOf(alarms)) {
        const moment = cls === 'clockAhead' || cls === 'clockBehind' ? receivedAt : at
        const key = `${trackNo} ${kind}`
        const moments = told.get(key) ?? []
        moments.push({ at: moment, receivedAt })
        told.set(key, moments)
      }
  return told
}

/** The last run of moments of which none is far from the one before. */
function lastRun(told: readonly Told[]): { readonly from: number; readonly at: number; readonly heardAt: number } {
  const sorted = told.toSorted((a, b) => a.at - b.at)
  const start = sorted.findLastIndex(({ at }, n) => at - (sorted[n - 1]?.at ?? -Infinity) > sameAlarmMs)
  const run = sorted.slice(Math.max(start, 0))
  return { from: run[0]?.at ?? 0, at: run.at(-1)?.at ?? 0, heardAt: Math.max(...run.map(one => one.receivedAt)) }
}

/** Writes the last alarms that some messages tell of; writing them twice changes nothing. */
export async function writeAlarms(client: pg.ClientBase, heard: readonly Heard[]): Promise<void> {
  const told = [...toldOf(heard)].map(([key, moments]) => {
    const [trackNo, kind] = key.split(' ')
    return { trackNo: Number(trackNo), kind, ...lastRun(moments) }
  })
  if (told.length === 0) return
  // one that is later than the last is another alarm, of which nobody has been told; an earlier one changes nothing
  await client.query(
    `insert into vehicle_alarms as a (track_no, kind, from_at, at, heard_at)
     select * from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) order by 1, 2
     on conflict (track_no, kind) do update set
       from_at = case when excluded.from_at > a.at + ${sameAlarmMs} then excluded.from_at
         else least(a.from_at, excluded.from_at) end,
       at = greatest(a.at, excluded.at),
       heard_at = greatest(a.heard_at, excluded.heard_at),
       told_at = case when excluded.from_at > a.at + ${sameAlarmMs} then null else a.told_at end
     where excluded.at >= a.from_at - ${sameAlarmMs}`,
    [
      told.map(({ trackNo }) => trackNo),
      told.map(({ kind }) => kind),
      told.map(({ from }) => from),
      told.map(({ at }) => at),
      told.map(({ heardAt }) => heardAt),
    ],
  )
}
