// The columns of a list that a window like that of a tablet has room for: what a card would say first stays longest.
import type { Column } from './column.tsx'

/** The share of its width a text is content with: names and places are cut at their end, figures never. */
const textShare = 0.7,
  /** Plates and names of people fit this, px. */
  leastText = 100

const narrowed = <Row>(column: Column<Row>): Column<Row> => {
  const { card = 'line', align, fits, fixed, width } = column
  const isText = (card === 'line' || card === 'route') && align === undefined && !fits && fixed === undefined
  return isText ? { ...column, width: Math.max(Math.min(width, leastText), Math.round(width * textShare)) } : column
}

const ranks = { title: 0, figure: 1, tag: 2, route: 3, line: 4, hide: 5 } as const

/**
 * The columns that stand side by side in `width` px, in their own order. Columns at an edge stay; of the others those
 * that head a card come first, then the rest from the left; texts are narrower. Everything stands in record and peek.
 */
export function fittingColumns<Row>(all: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const columns = all.map(narrowed)
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
