// The last position of each vehicle: the newest by its own time, whatever comes late.
import { datums, isTrusted, liveStateOf, liveStates, pointSources, type Point } from '@yunshu/track/point'
import type pg from 'pg'
import type { Heard } from './decode.ts'

interface Last {
  receivedAt: number
  place: Point | undefined
  /** Place in `liveStates` by the newest report; undefined when only a heartbeat came. */
  state: number | undefined
  stateAt: number
}

/** The newest of some messages for each vehicle. */
function lastOf(heard: readonly Heard[]): Map<number, Last> {
  const lasts = new Map<number, Last>()
  for (const { trackNo, receivedAt, points } of heard) {
    const last = lasts.get(trackNo) ?? { receivedAt: 0, place: undefined, state: undefined, stateAt: 0 }
    lasts.set(trackNo, last)
    last.receivedAt = Math.max(last.receivedAt, receivedAt)
    for (const point of points) {
      if (isTrusted(point) && (last.place === undefined || point.at > last.place.at)) last.place = point
      const isSaying = isTrusted(point) || point.cls === 'noFix' || point.cls === 'zero'
      if (!isSaying || point.cls === 'late' || point.at < last.stateAt) continue
      last.state = liveStates.indexOf(liveStateOf(point))
      last.stateAt = point.at
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
      `update vehicle_live l set received_at = greatest(l.received_at, x.received_at), state = coalesce(x.state, l.state), rev = l.rev + 1
       from unnest($1::int[], $2::bigint[], $3::smallint[]) x(track_no, received_at, state) where l.track_no = x.track_no`,
      [
        spoken.map(([trackNo]) => trackNo),
        spoken.map(([, { receivedAt }]) => receivedAt),
        spoken.map(([, { state }]) => state ?? null),
      ],
    )
}

async function upsert(
  client: pg.ClientBase,
  placed: readonly (Last & { readonly trackNo: number; readonly place: Point })[],
): Promise<void> {
  const newer = (column: string): string =>
    `${column} = case when excluded.at > l.at then excluded.${column} else l.${column} end`
  await client.query(
    `insert into vehicle_live as l (track_no, vehicle_id, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, source, rev)
     select x.track_no, v.id, x.lon_e6, x.lat_e6, x.datum, x.speed, x.heading, x.at, x.received_at, coalesce(x.state, 0), x.source, 1
     from unnest($1::int[], $2::int[], $3::int[], $4::smallint[], $5::int[], $6::smallint[], $7::bigint[], $8::bigint[], $9::smallint[], $10::smallint[])
       x(track_no, lon_e6, lat_e6, datum, speed, heading, at, received_at, state, source)
     join vehicles v on v.track_no = x.track_no
     on conflict (track_no) do update set ${['lon_e6', 'lat_e6', 'datum', 'speed', 'heading', 'source'].map(newer).join(', ')},
       state = case when excluded.at > l.at then excluded.state else l.state end,
       at = greatest(l.at, excluded.at), received_at = greatest(l.received_at, excluded.received_at), rev = l.rev + 1`,
    [
      placed.map(({ trackNo }) => trackNo),
      placed.map(({ place }) => place.lonE6),
      placed.map(({ place }) => place.latE6),
      placed.map(({ place }) => datums.indexOf(place.datum)),
      placed.map(({ place }) => place.speed),
      placed.map(({ place }) => place.heading),
      placed.map(({ place }) => place.at),
      placed.map(({ receivedAt }) => receivedAt),
      placed.map(({ state }) => state ?? null),
      placed.map(({ place }) => pointSources.indexOf(place.source)),
    ],
  )
}
