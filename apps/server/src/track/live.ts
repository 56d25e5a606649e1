// The last position of each vehicle: the newest by its own time, whatever comes late.
import {
  datums,
  isSpare,
  isTrusted,
  liveStateOf,
  liveStates,
  pointSources,
  spareMs,
  type Point,
} from '@yunshu/track/point'
import type pg from 'pg'
import type { Heard } from './decode.ts'

interface Last {
  receivedAt: number
  place: Point | undefined
  /** Words of the newest report, late or not; undefined when only a heartbeat came. */
  said: Said | undefined
}
interface Said {
  readonly at: number
  /** Place in `liveStates`. */
  readonly state: number
}

/** Of two reports of one second the same wins in whatever order they come: here, and in the rows below. */
const isNewer = (said: Said, than: Said | undefined): boolean =>
  than === undefined || said.at > than.at || (said.at === than.at && said.state > than.state)
const placeColumns = ['at', 'lon_e6', 'lat_e6', 'speed', 'heading', 'datum', 'source'] as const

const spare = pointSources.indexOf('spare')

const orderOf = ({ at, lonE6, latE6, speed, heading, datum, source }: Point): readonly number[] => [
  at,
  lonE6,
  latE6,
  speed,
  heading,
  datums.indexOf(datum),
  pointSources.indexOf(source),
]
function isBeyond(point: Point, than: Point | undefined): boolean {
  if (than === undefined) return true
  if (isSpare(point) && !isSpare(than)) return point.at - than.at > spareMs
  if (!isSpare(point) && isSpare(than)) return than.at - point.at <= spareMs
  const other = orderOf(than)
  const apart = orderOf(point)
    .map((value, n) => value - (other[n] ?? 0))
    .find(by => by !== 0)
  return apart !== undefined && apart > 0
}

/** The state a position tells, and since when: none for one of a clock that is wrong; undefined where the state stays. */
function saidOf(point: Point, receivedAt: number): Said | undefined {
  const { at, cls } = point
  // a spare terminal that knows nothing says nothing
  if (isSpare(point) && !isTrusted(point)) return undefined
  if (cls === 'clockAhead' || cls === 'clockBehind') return { at: receivedAt, state: liveStates.indexOf('unknown') }
  const isTelling = isTrusted(point) || cls === 'noFix' || cls === 'zero'
  return isTelling ? { at, state: liveStates.indexOf(liveStateOf(point)) } : undefined
}

/** The newest of some messages for each vehicle. */
function lastOf(heard: readonly Heard[]): Map<number, Last> {
  const lasts = new Map<number, Last>()
  for (const { trackNo, receivedAt, points } of heard) {
    const last = lasts.get(trackNo) ?? { receivedAt: 0, place: undefined, said: undefined }
    lasts.set(trackNo, last)
    last.receivedAt = Math.max(last.receivedAt, receivedAt)
    for (const point of points) {
      if (isTrusted(point) && isBeyond(point, last.place)) last.place = point
      const said = saidOf(point, receivedAt)
      if (said === undefined) continue
      if (isNewer(said, last.said)) last.said = said
    }
  }
  return lasts
}

/** Writes the last positions that some messages tell of; writing them twice changes nothing. */
export async function writeLive(client: pg.ClientBase, heard: readonly Heard[]): Promise<void> {
  const lasts = [...lastOf(heard)].sort(([a], [b]) => a - b)
  const placed = lasts.flatMap(([trackNo, last]) =>
    last.place === undefined ? [] : [{ trackNo, ...last, place: last.place }],
  )
  if (placed.length > 0) await upsert(client, placed)
  const spoken = lasts.filter(([, { place }]) => place === undefined)
  if (spoken.length > 0)
    await client.query(
      `update vehicle_live l set received_at = greatest(l.received_at, x.received_at), ${newerState('x')}, rev = l.rev + 1
       from unnest($1::int[], $2::bigint[], $3::smallint[], $4::bigint[]) x(track_no, received_at, state, state_at) where l.track_no = x.track_no`,
      [
        spoken.map(([trackNo]) => trackNo),
        spoken.map(([, { receivedAt }]) => receivedAt),
        spoken.map(([, { said }]) => said?.state ?? null),
        spoken.map(([, { said }]) => said?.at ?? null),
      ],
    )
}

/** State and its time, of the newer report; a heartbeat has none. */
const newerState = (news: string): string =>
  ['state', 'state_at']
    .map(
      column =>
        `${column} = case when (${news}.state_at, ${news}.state) > (l.state_at, l.state) then ${news}.${column} else l.${column} end`,
    )
    .join(', ')

async function upsert(
  client: pg.ClientBase,
  placed: readonly (Last & { readonly trackNo: number; readonly place: Point })[],
): Promise<void> {
  const rowOf = (of: string): string => placeColumns.map(column => `${of}.${column}`).join(', ')
  // the order of isBeyond
  const isBeyondRow = `case when (excluded.source = ${spare}) = (l.source = ${spare}) then (${rowOf('excluded')}) > (${rowOf('l')})
    when excluded.source = ${spare} then excluded.at - l.at > ${spareMs} else l.at - excluded.at <= ${spareMs} end`
  const newer = placeColumns.map(
    column => `${column} = case when ${isBeyondRow} then excluded.${column} else l.${column} end`,
  )
  await client.query(
    `insert into vehicle_live as l (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, state_at, source, rev)
     select x.track_no, v.id, x.lon_e6, x.lat_e6, x.datum, x.speed, x.heading, x.at, x.received_at, x.state, x.state_at, x.source, 1
     from unnest($1::int[], $2::int[], $3::int[], $4::smallint[], $5::int[], $6::smallint[], $7::bigint[], $8::bigint[], $9::smallint[], $10::bigint[], $11::smallint[])
       x(track_no, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, state_at, source)
     join vehicles v on v.track_no = x.track_no
     on conflict (track_no) do update set ${newer.join(', ')}, ${newerState('excluded')},
       received_at = greatest(l.received_at, excluded.received_at), rev = l.rev + 1`,
    [
      placed.map(({ trackNo }) => trackNo),
      placed.map(({ place }) => place.lonE6),
      placed.map(({ place }) => place.latE6),
      placed.map(({ place }) => datums.indexOf(place.datum)),
      placed.map(({ place }) => place.speed),
      placed.map(({ place }) => place.heading),
      placed.map(({ place }) => place.at),
      placed.map(({ receivedAt }) => receivedAt),
      placed.map(({ said }) => said?.state ?? 0),
      placed.map(({ said }) => said?.at ?? 0),
      placed.map(({ place }) => pointSources.indexOf(place.source)),
    ],
  )
}
