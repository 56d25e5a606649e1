// Conditions that lists share: text typed by a person, places inside a division, and stretches of time.
import { sql, type RawBuilder } from 'kysely'

/** True where one of the columns contains the text, in any case; undefined when nothing was typed. */
export function contains(columns: readonly string[], text: string | undefined): RawBuilder<boolean> | undefined {
  if (!text) return undefined
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${sql.join(columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`), sql` or `)})`
}

/** True where a six-digit division lies in the one chosen: a province or city holds its districts. */
export function inRegion(column: string, region: string | undefined): RawBuilder<boolean> | undefined {
  if (!region) return undefined
  const prefix = region.endsWith('0000') ? region.slice(0, 2) : region.endsWith('00') ? region.slice(0, 4) : region
  return sql<boolean>`left(${sql.ref(column)}, ${prefix.length}::int) = ${prefix}`
}

/** True where a time column lies in [from, to). */
export function between(column: string, from: number | undefined, to: number | undefined): RawBuilder<boolean> | undefined {
  if (from === undefined && to === undefined) return undefined
  const ends = [from === undefined ? undefined : sql`${sql.ref(column)} >= ${from}`, to === undefined ? undefined : sql`${sql.ref(column)} < ${to}`]
  return sql<boolean>`(${sql.join(ends.filter((end) => end !== undefined), sql` and `)})`
}
