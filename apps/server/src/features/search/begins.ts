// The condition of the header search: a column that is the text, or begins with it, as an index can answer it.
import { sql, type RawBuilder } from 'kysely'

/** Findings of one search at most, of each kind and of all. */
export const hitsMax = 10
/** Shorter beginnings match too much to be worth showing; a whole number is found at any length. */
const prefixMin = 4
/** Sorts after every continuation of a number or plate, whatever the database's collation. */
const afterAll = '\u9fff'

/**
 * True where the column is the text, or begins with it when it is long enough; a range, so that a plain index serves.
 */
export function isOrBegins(column: string, text: string): RawBuilder<boolean> {
  const name = sql.ref(column)
  if (text.length < prefixMin) return sql<boolean>`${name} = ${text}`
  return sql<boolean>`(${name} >= ${text} and ${name} <= ${text + afterAll} and starts_with(${name}, ${text}))`
}
