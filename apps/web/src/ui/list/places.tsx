// The columns of a table in their places: boxes to choose rows, then those of the list; their widths, edges and offsets.
import { useMemo, type CSSProperties, type ReactNode } from 'react'
import type { Column } from './column.tsx'
import { fittingColumns } from './fittingColumns.ts'
import { HeadWords } from './HeadWords.tsx'
import { Pick } from './Pick.tsx'

const pickWidth = 44

/** A column as it stands in the table. */
export interface Place<Row> {
  readonly key: string
  readonly title: ReactNode
  readonly width: number
  readonly fixed: 'start' | 'end' | undefined
  /** Its number among all columns, from 1. */
  readonly index: number
  readonly className: string | undefined
  /** The offset at which a fixed one sticks. */
  readonly style: CSSProperties | undefined
  /** Its share of the table, as a track of a CSS grid. */
  readonly track: string
  readonly render: (row: Row) => ReactNode
  readonly under: ((row: Row) => ReactNode) | undefined
  readonly canSize: boolean
  readonly orders: Column<Row>['orders']
}

/** A column while it is drawn to a width. */
export interface Drawn {
  readonly key: string
  readonly width: number
}

interface Placing<Row> {
  readonly rowKey: (row: Row) => string
  readonly rowName: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  readonly canChoose: boolean
  /** Cells show both their lines. */
  readonly isTwo: boolean
  /** Columns that do not stand side by side in so many px are left out; absent: none. */
  readonly within: number | undefined
}

/** All columns in their places. */
export function usePlaces<Row>(
  { rowKey, rowName, columns, canChoose, isTwo, within }: Placing<Row>,
  drawn: Drawn | undefined,
): readonly Place<Row>[] {
  return useMemo(() => {
    const pick: Column<Row> = {
      key: '-pick',
      title: '',
      width: pickWidth,
      align: 'center',
      fixed: 'start',
      fits: true,
      isSized: true,
      render: row => <Pick id={rowKey(row)} name={rowName(row)} />,
    }
    const sized = drawn
      ? columns.map(column => (column.key === drawn.key ? { ...column, width: drawn.width, isSized: true } : column))
      : columns
    const edge = canChoose ? [pick] : []
    return placed<Row>(
      [...edge, ...(within === undefined ? sized : fittingColumns(sized, within - pickWidth * edge.length))],
      isTwo,
    )
  }, [columns, drawn, canChoose, isTwo, within, rowKey, rowName])
}

/** The places of columns: those fixed at an edge stick behind the ones fixed before them. */
function placed<Row>(columns: readonly Column<Row>[], isTwo: boolean): readonly Place<Row>[] {
  return columns.map((column, at) => {
    const { key, title, width, align, fixed, fits = false, render, isSized = false, isShared = false, orders } = column
    const under = isTwo ? column.under : undefined
    const before = fixed === 'start' ? columns.slice(0, at) : fixed === 'end' ? columns.slice(at + 1) : []
    const offset = before.reduce((sum, each) => sum + (each.fixed === fixed ? each.width : 0), 0)
    const isWhole = fits && (!isSized || key.startsWith('-'))
    const classes = [
      align && `ys-${align}`,
      fixed && `ys-fixed-${fixed}`,
      isWhole && 'ys-fits',
      isShared && 'ys-shared',
    ]
      .filter(Boolean)
      .join(' ')
    const style =
      fixed === 'start' ? { insetInlineStart: offset } : fixed === 'end' ? { insetInlineEnd: offset } : undefined
    return {
      key,
      title: <HeadWords title={title} explains={column.explains} />,
      width,
      fixed,
      index: at + 1,
      className: classes || undefined,
      style,
      track: isSized ? `${width}px` : `minmax(${width}px, ${width}fr)`,
      render,
      under,
      canSize: !key.startsWith('-'),
      orders,
    }
  })
}
