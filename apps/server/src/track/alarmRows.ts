// Alarms that terminals told, as rows of 报警记录: each from when to when, the same in whatever order and batches it was told.
import type { ToldKey } from '@yunshu/jt808/safety'
import type pg from 'pg'

/** An alarm told again within this goes on, ms: the playback draws it so as well. */
const againMs = 5 * 60_000

/** A moment at which a terminal told an alarm, with the place in GCJ-02 where that can be trusted. */
export interface AlarmMoment {
  readonly trackNo: number
  readonly key: ToldKey
  readonly at: number
  /** 1 or 2 of active safety, the higher the worse; 0 where there is none. */
  readonly level: number
  readonly lonE6: number | null
  readonly latE6: number | null
}

interface AlarmSpan {
  readonly track_no: number
  readonly kind: string
  readonly from_at: number
  readonly to_at: number
  readonly level: number
  readonly lon_e6: number | null
  readonly lat_e6: number | null
}

const spanOf = ({ trackNo, key, at, level, lonE6, latE6 }: AlarmMoment): AlarmSpan => ({
  track_no: trackNo,
  kind: key,
  from_at: at,
  to_at: at,
  level,
  lon_e6: lonE6,
  lat_e6: latE6,
})

/** Of spans that begin at one moment the same place wins in whatever order they come. */
const inOrder = (a: AlarmSpan, b: AlarmSpan): number =>
  a.from_at - b.from_at || (a.lon_e6 ?? Infinity) - (b.lon_e6 ?? Infinity) || (a.lat_e6 ?? 0) - (b.lat_e6 ?? 0)

/** Spans of one vehicle and kind, those that touch each other as one. */
function joined(spans: readonly AlarmSpan[]): AlarmSpan[] {
  const whole: AlarmSpan[] = []
  for (const next of spans.toSorted(inOrder)) {
    const last = whole.at(-1)
    if (last === undefined || next.from_at - last.to_at > againMs) whole.push(next)
    else
      whole[whole.length - 1] = {
        ...last,
        to_at: Math.max(last.to_at, next.to_at),
        level: Math.max(last.level, next.level),
      }
  }
  return whole
}

const groupOf = ({ track_no, kind }: AlarmSpan): string => `${track_no} ${kind}`
const rowOf = (span: AlarmSpan): string => `${groupOf(span)} ${span.from_at}`
const joinedAll = (spans: readonly AlarmSpan[]): AlarmSpan[] =>
  [...Map.groupBy(spans, groupOf).values()].flatMap(joined)

/** Writes alarms; writing them twice, or in another order, leaves the same rows. */
export async function writeAlarmRows(client: pg.ClientBase, told: readonly AlarmMoment[]): Promise<void> {
  if (told.length === 0) return
  const news = joinedAll(told.map(spanOf))
  const there = await findTouched(client, news)
  const rows = joinedAll([...there, ...news])
  const kept = new Set(rows.map(rowOf))
  const gone = there.filter(span => !kept.has(rowOf(span)))
  if (gone.length > 0)
    await client.query({
      name: 'track-alarms-joined',
      text: `delete from track_alarms t using unnest($1::int[], $2::text[], $3::bigint[]) x(no, kind, from_at)
        where t.track_no = x.no and t.kind = x.kind and t.from_at = x.from_at`,
      values: [gone.map(one => one.track_no), gone.map(({ kind }) => kind), gone.map(one => one.from_at)],
    })
  const before = new Map(there.map(span => [rowOf(span), JSON.stringify(span)]))
  await upsert(
    client,
    rows.filter(span => before.get(rowOf(span)) !== JSON.stringify(span)),
  )
}

/** Rows that the spans touch, each once. */
async function findTouched(client: pg.ClientBase, spans: readonly AlarmSpan[]): Promise<AlarmSpan[]> {
  const { rows } = await client.query<AlarmSpan>({
    name: 'track-alarms-touched',
    text: `select distinct t.track_no, t.kind, t.from_at::float8 as from_at, t.to_at::float8 as to_at, t.level, t.lon_e6, t.lat_e6
      from unnest($1::int[], $2::text[], $3::bigint[], $4::bigint[]) x(no, kind, from_at, to_at)
        join track_alarms t on t.track_no = x.no and t.kind = x.kind
          and t.to_at >= x.from_at - ${againMs} and t.from_at <= x.to_at + ${againMs}`,
    values: [
      spans.map(one => one.track_no),
      spans.map(({ kind }) => kind),
      spans.map(one => one.from_at),
      spans.map(one => one.to_at),
    ],
  })
  return rows
}

/** Each is of the waybill the vehicle had when it began. */
async function upsert(client: pg.ClientBase, rows: readonly AlarmSpan[]): Promise<void> {
  if (rows.length === 0) return
  await client.query({
    name: 'track-alarms',
    text: `insert into track_alarms (track_no, kind, from_at, to_at, level, lon_e6, lat_e6, vehicle_id, carrier_id, plate, waybill_id)
      select x.track_no, x.kind, x.from_at, x.to_at, x.level, x.lon_e6, x.lat_e6, v.id, v.carrier_id, v.plate,
        (select a.waybill_id from track_access a where a.track_no = x.track_no and a.why = 'branch' and a.waybill_id is not null
          and a.from_at <= x.from_at and (a.to_at is null or a.to_at >= x.from_at) order by a.from_at, a.id limit 1)
      from jsonb_to_recordset($1::jsonb) x(track_no int, kind text, from_at bigint, to_at bigint, level smallint, lon_e6 int, lat_e6 int)
        join vehicles v on v.track_no = x.track_no
      order by x.track_no, x.kind, x.from_at
      on conflict (track_no, kind, from_at) do update set to_at = excluded.to_at, level = excluded.level,
        lon_e6 = excluded.lon_e6, lat_e6 = excluded.lat_e6`,
    values: [JSON.stringify(rows)],
  })
}
