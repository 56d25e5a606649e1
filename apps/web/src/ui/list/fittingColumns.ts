// The columns of a list that a window like that of a tablet has room for: what a card would say first stays longest.
import type { Column } from './column.tsx'

/**
 * The share of its width a text is content with: names and places are cut at their end, figures never; of a way the town
 * is enough.
 */
const textShare = 0.7,
  routeShare = 0.6,
  /** Plates and names of people fit this, px. */
  leastText = 100

/** The room a heading of small figures needs, px: a column is never narrower than its name. */
const headRoom = (title: string): number => {
  const wide = title.match(/[\u2E80-\uFFEF]/g)?.length ?? 0
  return 16 + wide * 12 + (title.length - wide) * 7
}

const narrowed = <Row>(column: Column<Row>): Column<Row> => {
  const { card = 'line', align, fits, fixed, width, title } = column
  const least = Math.max(column.least ?? leastText, headRoom(title))
  const isText = (card === 'line' || card === 'route') && align === undefined && !fits && fixed === undefined
  const share = card === 'route' ? routeShare : textShare
  return isText ? { ...column, width: Math.max(Math.min(width, least), Math.round(width * share)) } : column
}

const ranks = { title: 0, figure: 2, tag: 3, route: 4, line: 5, hide: 6 } as const

const rankOf = <Row>({ card = 'line', isKept = false }: Column<Row>): number =>
  isKept ? Math.min(1, ranks[card]) : ranks[card]

/**
 * The columns that stand side by side in `width` px, in their own order. Columns at an edge stay; of the others those
 * that are kept or head a card come first, then the rest from the left; texts are narrower where there is no room.
 * Everything stands in record and peek.
 */
export function fittingColumns<Row>(all: readonly Column<Row>[], width: number): readonly Column<Row>[] {
  const columns = all.map(narrowed)
  const isEdge = ({ fixed }: Column<Row>): boolean => fixed !== undefined
  const widthOf = (some: readonly Column<Row>[]): number => some.reduce((sum, column) => sum + column.width, 0)
  let left = width - widthOf(columns.filter(isEdge))
  const kept = new Set(columns.filter(isEdge))
  for (const column of columns.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    if (kept.has(column) || column.width > left) continue
    kept.add(column)
    left -= column.width
  }
  // the width left goes to texts that were made narrower, before all columns share the rest
  return columns.flatMap((column, at) => {
    if (!kept.has(column)) return []
    const more = Math.max(0, Math.min(left, (all[at]?.width ?? column.width) - column.width))
    left -= more
    return [more === 0 ? column : { ...column, width: column.width + more }]
  })
}
