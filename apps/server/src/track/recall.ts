// Rows of the log that are read again: packages of messages that were not whole, and reports of a clock that is known by now.
import { placesBefore, readLog, type Cursor, type LogRow } from '@yunshu/intake/reader'
import { packageTimeMs, Packages } from '@yunshu/jt808/packages'
import type pg from 'pg'
import { takePackages } from './decode.ts'

/** A row holds messages of no longer a time. */
const rowMs = 60_000
/** Rows of a lane read at once. */
const rowsAtOnce = 100

type Place = Pick<Cursor, 'lane' | 'seq'>

/** The packages up to some places, of as long as a message has time for them. */
export async function recallPackages(client: pg.ClientBase, places: readonly Place[]): Promise<Packages> {
  const packages = new Packages()
  const ends = new Map(places.map(({ lane, seq }) => [lane, seq]))
  let from = await placesBefore(client, places, packageTimeMs)
  while (from.length > 0) {
    const { rows } = await readLog(client, from, rowsAtOnce)
    takePackages(
      rows.filter(({ lane, seq }) => seq <= (ends.get(lane) ?? 0)),
      packages,
    )
    const read = new Map(rows.map(({ lane, seq }) => [lane, seq]))
    from = [...read].map(([lane, seq]) => ({ lane, seq })).filter(({ lane, seq }) => seq < (ends.get(lane) ?? 0))
  }
  return packages
}

/** Messages of a terminal that came since a moment, in rows up to some places. */
export async function recallReports(
  client: pg.ClientBase,
  places: readonly Place[],
  { terminalNo, since }: { readonly terminalNo: number; readonly since: number },
): Promise<LogRow[]> {
  const ends = new Map(places.map(({ lane, seq }) => [lane, seq]))
  const { rows: starts } = await client.query<Place>({
    name: 'recall-since',
    text: `select x.lane, (min(i.seq) - 1)::float8 as seq from unnest($1::int[]) x(lane)
       join track_intake i on i.lane = x.lane and i.received_at >= $2 group by x.lane order by x.lane`,
    values: [places.map(({ lane }) => lane), since - rowMs],
  })
  const found: LogRow[] = []
  let from = starts.filter(({ lane, seq }) => seq < (ends.get(lane) ?? 0))
  while (from.length > 0) {
    const { rows } = await readLog(client, from, rowsAtOnce)
    for (const row of rows) {
      if (row.seq > (ends.get(row.lane) ?? 0)) continue
      const messages = row.messages?.filter(one => one.terminalNo === terminalNo && one.receivedAt >= since) ?? []
      if (messages.length > 0) found.push({ ...row, messages })
    }
    const read = new Map(rows.map(({ lane, seq }) => [lane, seq]))
    from = [...read].map(([lane, seq]) => ({ lane, seq })).filter(({ lane, seq }) => seq < (ends.get(lane) ?? 0))
  }
  return found
}
