// The columns of a list that a window like that of a tablet has room for: what a card would say first stays longest.
import type { Column } from './column.tsx'

const ranks = { title: 0, figure: 1, tag: 2, route: 3, line: 4, hide: 5 } as const

/**
 * The columns that stand side by side in `width` px, in their own order. Columns at an edge stay; of the others those
 * that head a card come first, then those whose turn it is from the left. Everything stands in the record and the peek.
 */
export function fittingColumns<Row>(columns: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const isEdge = ({ fixed }: Column<Row>): boolean => fixed !== undefined
  const widthOf = (some: readonly Column<Row>[]): number => some.reduce((sum, column) => sum + column.width, 0)
  let left = width - widthOf(columns.filter(isEdge))
  const kept = new Set(columns.filter(isEdge))
  for (const column of columns.toSorted((a, b) => ranks[a.card ?? 'line'] - ranks[b.card ?? 'line'])) {
    if (kept.has(column) || column.width > left) continue
    kept.add(column)
    left -= column.width
  }
  return columns.filter(column => kept.has(column))
}
