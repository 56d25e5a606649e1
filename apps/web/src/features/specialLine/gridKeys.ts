// The cell a key leads to in a grid of rows.

/**
 * The row a key leads to from `row` of `count`, `new` for one that has to be added; undefined when the key is not for
 * the grid.
 */
export function neighbourRow(key: string, row: number, count: number): number | 'new' | undefined {
  if (key === 'ArrowUp') return row > 0 ? row - 1 : undefined
  if (key === 'ArrowDown') return row < count - 1 ? row + 1 : undefined
  if (key === 'Enter') return row < count - 1 ? row + 1 : 'new'
  return undefined
}
