// Conditions that lists share: text typed by a person, places inside a division, and stretches of time.
import { DAY_MS, shanghaiOffsetMs } from '@yunshu/domain/figures/time'
import { sql, type RawBuilder } from 'kysely'

/** True where one of the columns contains the text, in any case; undefined when nothing was typed. */
export function contains(columns: readonly string[], text: string | undefined): RawBuilder<boolean> | undefined {
  if (!text) return undefined
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(${sql.join(
    columns.map(column => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** True where a text begins with another; in the one form that an index finds behind the walls. */
export const textBegins = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} ^@ ${text}::text`

/** True where a six-digit division lies in the one chosen: a province or city holds its districts. */
export function inRegion(column: string, region: string | undefined): RawBuilder<boolean> | undefined {
  if (!region) return undefined
  const prefix = region.endsWith('0000') ? region.slice(0, 2) : region.endsWith('00') ? region.slice(0, 4) : region
  return textBegins(column, prefix)
}

/** The first millisecond of the day in China that a time column falls on, as `startOfDay` finds it. */
export function dayOf(column: string | RawBuilder<unknown>): RawBuilder<number> {
  const [offset, day] = [sql.lit(shanghaiOffsetMs), sql.lit(DAY_MS)]
  return sql<number>`(${typeof column === 'string' ? sql.ref(column) : column} + ${offset}) / ${day} * ${day} - ${offset}`
}

/** The wall clock of China at a moment, as SQL counts days by it. */
export const clockInSql = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_timestamp(${moment} / 1000.0) at time zone 'Asia/Shanghai'`

/** The day in China of a moment as text: 'MM-DD' on pieces of work, 'YYYY-MM-DD' where it names a record. */
export const dayTextInSql = (
  moment: RawBuilder<unknown>,
  form: 'MM-DD' | 'YYYY-MM-DD' | 'YYMMDD',
): RawBuilder<string> => sql<string>`to_char(${clockInSql(moment)}, ${sql.lit(form)})`

/** The first millisecond in China of a date of SQL. */
export const dayAtInSql = (day: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((${day} - '1970-01-01'::date)::bigint * ${sql.lit(DAY_MS)} - ${sql.lit(shanghaiOffsetMs)})`

/** The greatest distance between the moment in an id and the moment in its row, ms. */
const idSlackMs = 3_600_000

/**
 * True where an id was made in [from, to), give or take an hour: ids carry their moment (UUID v7), so that a stretch of
 * time is a stretch of ids. Only for rows whose `created_at` is the moment of their id; the caller still compares the
 * exact time.
 */
export function madeBetween(
  idColumn: string,
  from: number | undefined,
  to: number | undefined,
): RawBuilder<boolean> | undefined {
  if (from === undefined && to === undefined) return undefined
  const bound = (ms: number): string =>
    Math.min(2 ** 48 - 1, Math.max(0, ms))
      .toString(16)
      .padStart(12, '0')
      .replace(/^(.{8})(.{4})$/, '$1-$2-0000-0000-000000000000')
  const ends = [
    from === undefined ? undefined : sql`${sql.ref(idColumn)} >= ${bound(from - idSlackMs)}::uuid`,
    to === undefined ? undefined : sql`${sql.ref(idColumn)} < ${bound(to + idSlackMs)}::uuid`,
  ]
  return sql<boolean>`(${sql.join(
    ends.filter(end => end !== undefined),
    sql` and `,
  )})`
}

/** True where a time column lies in [from, to). */
export function between(
  column: string,
  from: number | undefined,
  to: number | undefined,
): RawBuilder<boolean> | undefined {
  if (from === undefined && to === undefined) return undefined
  const ends = [
    from === undefined ? undefined : sql`${sql.ref(column)} >= ${from}`,
    to === undefined ? undefined : sql`${sql.ref(column)} < ${to}`,
  ]
  return sql<boolean>`(${sql.join(
    ends.filter(end => end !== undefined),
    sql` and `,
  )})`
}

/** True for the rows a person chose; undefined when none were. */
export const chosen = (idColumn: string, ids: readonly string[] | undefined): RawBuilder<boolean> | undefined =>
  ids === undefined || ids.length === 0 ? undefined : sql<boolean>`${sql.ref(idColumn)} = any(${ids}::uuid[])`
