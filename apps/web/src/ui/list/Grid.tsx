// The rows of a list as a table that fills the height: only rows scroll, and only those in view are drawn.
import { Table, type GetRef, type TableColumnType } from 'antd'
import { memo, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type Ref, type UIEvent } from 'react'
import type { Column, RowAction } from './column.tsx'
import type { Density } from './layout.ts'
import { PickAll, Pick } from './Pick.tsx'
import { RowActions } from './RowActions.tsx'

export interface GridHandle {
  readonly scrollTo: (id: string) => void
  readonly scrollToTop: () => void
}

interface GridProps<Row> {
  ref?: Ref<GridHandle>
  rows: readonly Row[]
  /** Must keep their identity between draws, or every cell is drawn anew. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** What a row is called, for its box. */
  rowName: (row: Row) => string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  actionsWidth: number
  canChoose: boolean
  density: Density
  /** Near the end of what is loaded. */
  onNearEnd: () => void
}

// about antd's row heights by size; the heading is measured once it is drawn
const rowHeights = { small: 39, medium: 47, large: 55 } as const
const nearPx = 800
const pickWidth = 44

function GridBody<Row>({ ref, rows, columns, rowKey, rowName, actions, actionsWidth, canChoose, density, onNearEnd }: GridProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<GetRef<typeof Table>>(null)
  const height = useHeight(box)
  const [headHeight, setHeadHeight] = useState<number>(rowHeights[density])
  useLayoutEffect(() => {
    const head = box.current?.querySelector('.ant-table-header')
    if (head && head.clientHeight > 0) setHeadHeight(head.clientHeight)
  }, [height, density])
  useImperativeHandle(ref, () => ({
    scrollTo: (id) => table.current?.scrollTo({ key: id, align: 'nearest' }),
    scrollToTop: () => table.current?.scrollTo({ top: 0 }),
  }), [])
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const drawn = useMemo<TableColumnType<Row>[]>(() => {
    const shown = columns.map((column): TableColumnType<Row> => {
      const { key, title, width, align, fixed, render } = column
      return { key, title, width, ellipsis: true, render: (_: unknown, row: Row): ReactNode => render(row), shouldCellUpdate: differs, ...(align ? { align } : {}), ...(fixed ? { fixed } : {}) }
    })
    if (!actions) return shown
    const last: TableColumnType<Row> = { key: '-actions', title: '操作', width: actionsWidth, fixed: 'end', render: (_: unknown, row: Row) => <RowActions actions={actions(row)} /> }
    return [...shown, last]
  }, [columns, actions, actionsWidth])
  const all = useMemo<TableColumnType<Row>[]>(() => {
    if (!canChoose) return drawn
    const pick: TableColumnType<Row> = { key: '-pick', title: <PickAll ids={ids} />, width: pickWidth, align: 'center', fixed: 'start', render: (_: unknown, row: Row) => <Pick id={rowKey(row)} name={rowName(row)} />, shouldCellUpdate: differs }
    return [pick, ...drawn]
  }, [drawn, canChoose, ids, rowKey, rowName])
  const width = all.reduce((sum, column) => sum + Number(column.width ?? 0), 0)
  const onScroll = (event: UIEvent<HTMLDivElement>): void => {
    const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
    if (scrollHeight - scrollTop - clientHeight < nearPx) onNearEnd()
  }
  const rowHeight = rowHeights[density]
  useEffect(() => {
    // a screen taller than the first page never scrolls
    if (height > 0 && rows.length > 0 && rows.length * rowHeight < height + nearPx) onNearEnd()
  }, [height, rows.length, rowHeight, onNearEnd])
  return (
    <div ref={box} className="ys-grid">
      {height > 0 && (
        <Table virtual ref={table} size={density} columns={all} dataSource={rows} rowKey={rowKey} pagination={false}
          scroll={{ x: width, y: Math.max(120, height - headHeight) }} onScroll={onScroll} />
      )}
    </div>
  )
}

const differs = (next: unknown, former: unknown): boolean => next !== former

function useHeight(box: { readonly current: HTMLElement | null }): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => {
      // a hidden tab measures 0: it keeps what it had
      if (element.clientHeight > 0) setHeight(element.clientHeight)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return height
}

/** Drawn anew only when its rows, columns or density change. */
export const Grid = memo(GridBody) as typeof GridBody
