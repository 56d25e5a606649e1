// Packages of messages that were not whole when their rows were read: read again by whoever goes on behind them.
import { placesBefore, readLog, type Cursor } from '@yunshu/intake/reader'
import { packageTimeMs, Packages } from '@yunshu/jt808/packages'
import type pg from 'pg'
import { takePackages } from './decode.ts'

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
