// The columns of a wide list that are drawn: those fixed at an edge and those in view; between them lies an empty cell
// of the same width.

interface Placed {
  readonly key: string
  readonly width: number
  readonly fixed?: 'start' | 'end' | undefined
}

/** Columns left out, as one cell. */
export interface Gap {
  readonly key: string
  readonly gap: number
}

/** The distance the view moves before other columns are drawn, px. */
export const columnStep = 240

/**
 * The columns between `scrolled` px and the right edge of a view `width` px wide, with gaps for the rest; all of them
 * when they fit.
 */
export function columnsInView<P extends Placed>(
  columns: readonly P[],
  scrolled: number,
  width: number,
): readonly (P | Gap)[] {
  const total = columns.reduce((sum, column) => sum + column.width, 0)
  if (total <= width) return columns
  const from = Math.floor(scrolled / columnStep) * columnStep
  const to = from + width + columnStep
  const shown: (P | Gap)[] = []
  let left = 0
  for (const column of columns) {
    const right = left + column.width
    const last = shown.at(-1)
    if (column.fixed !== undefined || (right > from && left < to)) shown.push(column)
    else if (last && 'gap' in last) shown[shown.length - 1] = { key: last.key, gap: last.gap + column.width }
    else shown.push({ key: `-gap ${column.key}`, gap: column.width })
    left = right
  }
  return shown
}
