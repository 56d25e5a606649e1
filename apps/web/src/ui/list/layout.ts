// A person's layout of a list: order, show, width and pin of its columns, and the distance of its rows; kept by the
// server.
import { useCallback, useMemo } from 'react'
import * as z from 'zod/mini'
import { useSetting } from '../../lib/settings.ts'
import type { Column } from './column.tsx'

/** The lines of a cell that are shown. A list with one line in each cell has no choice. */
export const densities = { medium: '两行', small: '一行' } as const
export type Density = keyof typeof densities

/** The version of layouts that know columns of two lines. */
const newest = 2

/** The edge a person pinned a column to; `none` takes a column off the edge the code put it at. */
export const pins = { none: '不固定', start: '固定在左', end: '固定在右' } as const
export type Pin = keyof typeof pins

/** The widths a person may give a column, px. */
export const widthLimits = { least: 60, most: 640, step: 20 } as const

export const Layout = z.object({
  /** Absent: kept before lists had columns of two lines. */
  v: z.optional(z.number()),
  order: z.optional(z.array(z.string())),
  hidden: z.optional(z.array(z.string())),
  density: z.optional(z.enum(['small', 'medium', 'large'])),
  widths: z.optional(z.record(z.string(), z.number())),
  pins: z.optional(z.record(z.string(), z.enum(['none', 'start', 'end']))),
})
export type Layout = z.output<typeof Layout>
const Layouts = z.record(z.string(), Layout)
const none: Record<string, Layout> = {}
const plain: Layout = {}

/** The layout of one list and its setter; setting {} brings the usual layout back. */
export function useLayout(listKey: string): readonly [Layout, (next: Layout) => void] {
  const [layouts, setLayouts] = useSetting('lists', Layouts, none)
  const set = useCallback(
    (next: Layout) => setLayouts(all => ({ ...all, [listKey]: { ...next, v: newest } })),
    [listKey, setLayouts],
  )
  return [layouts[listKey] ?? plain, set]
}

/** True of a layout that chose columns before the list had columns of two lines. */
export const isOldLayout = <Row>(columns: readonly Column<Row>[], layout: Layout): boolean =>
  layout.v === undefined && columns.some(({ facts }) => facts) && hasOwnColumns(layout)

/** The lines of cells alone: what an old layout means for the columns of today. */
export const densityOf = ({ density }: Layout): Layout => ({
  v: newest,
  ...(density === undefined ? {} : { density }),
})

/** True of a layout in which the person chose, moved, sized or pinned columns. */
export const hasOwnColumns = ({ order, hidden, widths, pins: edges }: Layout): boolean =>
  [order, hidden, widths, edges].some(choice => choice !== undefined)

/**
 * The layout that shows what an old one showed, without the columns of two lines; one of today is answered as it is.
 */
export function layoutOfToday<Row>(columns: readonly Column<Row>[], layout: Layout): Layout {
  if (layout.v !== undefined || !columns.some(({ facts }) => facts)) return layout
  const placeOf = ({ was }: Column<Row>): number => was?.at ?? columns.length
  const singles = columns.filter(({ facts }) => !facts).toSorted((a, b) => placeOf(a) - placeOf(b))
  const pairs = columns.filter(({ facts }) => facts).map(({ key }) => key)
  const wasShown = ({ key, was, isHidden }: Column<Row>): boolean =>
    layout.order?.includes(key) || layout.hidden?.includes(key)
      ? !layout.hidden?.includes(key)
      : (was?.isShown ?? isHidden !== true)
  return {
    ...layout,
    v: newest,
    order: [...inOrder(singles, layout.order).map(({ key }) => key), ...pairs],
    hidden: [...singles.filter(column => !wasShown(column)).map(({ key }) => key), ...pairs],
  }
}

/** All columns in the person's order; new columns of a release keep their place after the one before them. */
export function inOrder<Row>(columns: readonly Column<Row>[], order: readonly string[] = []): readonly Column<Row>[] {
  const known = order.flatMap(key => columns.find(column => column.key === key) ?? [])
  columns.forEach((column, index) => {
    if (known.includes(column)) return
    const before = columns[index - 1]
    known.splice(before ? known.indexOf(before) + 1 : 0, 0, column)
  })
  return known
}

/**
 * True if the person sees the column: their choice, else the column's own. A column they never placed is new to them.
 */
export const isShown = <Row>(column: Column<Row>, { order, hidden }: Layout): boolean =>
  order?.includes(column.key) || hidden?.includes(column.key) ? !hidden?.includes(column.key) : column.isHidden !== true

/** A width a person may give. */
export const widthWithin = (width: number): number =>
  Math.round(Math.min(widthLimits.most, Math.max(widthLimits.least, width)))

/** The pin of a column: the person's, else the column's own. */
export const pinOf = <Row>({ key, fixed }: Column<Row>, layout: Layout): Pin => layout.pins?.[key] ?? fixed ?? 'none'

/** A column as the person sized and pinned it. */
function worn<Row>(column: Column<Row>, layout: Layout): Column<Row> {
  const width = layout.widths?.[column.key]
  const pin = layout.pins?.[column.key]
  if (width === undefined && pin === undefined) return column
  const { fixed, ...rest } = column
  const edge = pin === undefined ? fixed : pin === 'none' ? undefined : pin
  return {
    ...rest,
    ...(edge === undefined ? {} : { fixed: edge }),
    ...(width === undefined ? {} : { width: widthWithin(width), isSized: true }),
  }
}

/** The columns to draw; fixed ones stay at their edge whatever the order. */
export function useShownColumns<Row>(columns: readonly Column<Row>[], layout: Layout): readonly Column<Row>[] {
  return useMemo(() => {
    const shown = inOrder(columns, layout.order)
      .filter(column => isShown(column, layout))
      .map(column => worn(column, layout))
    const at = (edge: Column<Row>['fixed']) => shown.filter(column => column.fixed === edge)
    return [...at('start'), ...at(undefined), ...at('end')]
  }, [columns, layout])
}
