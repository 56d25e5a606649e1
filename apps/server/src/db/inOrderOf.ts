// Rows that were asked for by their ids, in the order they were asked for.
import { Problem } from '@yunshu/domain/problems/problems'

/** Each row once, in the order of the ids; where one of them is missing nothing is found. */
export function inOrderOf<R extends { readonly id: string }>(ids: readonly string[], rows: readonly R[]): R[] {
  const known = new Map(rows.map(row => [row.id, row]))
  return [...new Set(ids)].map(id => {
    const row = known.get(id)
    if (row === undefined) throw new Problem('row.none')
    return row
  })
}
