// The rows of a list as a table that fills the height: only rows scroll, and only rows and columns in view are drawn
// (decision 011).
import {
  memo,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { Column, RowAction } from './column.tsx'
import { columnsInView, columnStep, type Gap } from './columnsInView.ts'
import { Foot, type Totals } from './Foot.tsx'
import { widthWithin, type Density } from './layout.ts'
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
  /** The name of a row, for its checkbox. */
  rowName: (row: Row) => string
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  actionsWidth: number
  canChoose: boolean
  density: Density
  /** Sums at the foot, of all rows under the filter. */
  totals?: Totals | undefined
  /** The person drew a column to a width. */
  onWidth?: (key: string, width: number) => void
  /** Near the end of what is loaded. */
  onNearEnd: () => void
}

/** Heights of rows, px; cells are one line, so that a row's place is known without measuring it. */
const rowHeights = { small: 32, medium: 39, large: 48 } as const
const nearPx = 800
const pickWidth = 44
/** Rows drawn beyond the view on either side, and how many rows the view moves before others are drawn. */
const beyond = 4
const step = 2

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
  readonly totals: Column<Row>['totals']
  readonly canSize: boolean
}

/** A box that scrolls must be reachable by keyboard (WCAG 2.1.1); where rows have controls, those are. */
const scrolledByKeys = { tabIndex: 0, role: 'group', 'aria-label': '列表' } as const

function GridBody<Row>({
  ref,
  rows,
  columns,
  rowKey,
  rowName,
  actions,
  actionsWidth,
  canChoose,
  density,
  totals,
  onWidth,
  onNearEnd,
}: GridProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const rowHeight = rowHeights[density]
  const [first, setFirst] = useState(0)
  const [scrolled, setScrolled] = useState(0)
  const look = (): void => {
    const { current } = box
    if (!current || current.clientHeight === 0) return
    setFirst(Math.floor(current.scrollTop / rowHeight / step) * step)
    setScrolled(Math.floor(current.scrollLeft / columnStep) * columnStep)
    if (current.scrollHeight - current.scrollTop - current.clientHeight < nearPx) onNearEnd()
  }
  const { width, height } = useSize(box, look)
  const [drawn, setDrawn] = useState<Drawn>()
  const ids = useMemo(() => rows.map(rowKey), [rows, rowKey])
  const places = usePlaces({ rowKey, rowName, columns, actions, actionsWidth, canChoose }, drawn)
  const shown = useMemo(() => columnsInView(places, scrolled, width), [places, scrolled, width])
  // said once for all rows: styles of single cells were an eighth of what drawing them cost
  const tracks = useMemo(() => shown.map(place => ('gap' in place ? `${place.gap}px` : place.track)).join(' '), [shown])

  // a list that became shorter scrolls up by itself, and says so only after it is drawn
  const from = Math.max(0, Math.min(first, rows.length - 1) - beyond)
  const to = Math.min(rows.length, from + Math.ceil(height / rowHeight) + step + 2 * beyond)
  useEffect(() => {
    // a screen taller than the first page never scrolls
    if (rows.length > 0 && rows.length * rowHeight < height + nearPx) onNearEnd()
  }, [height, rows.length, rowHeight, onNearEnd])
  useGridHandle(ref, box, ids, rowHeight)

  return (
    <div
      ref={box}
      className="ys-grid"
      onScroll={look}
      onPointerOver={tellCut}
      {...(actions === undefined && !canChoose ? scrolledByKeys : undefined)}
      style={{ '--ys-row': `${rowHeight}px` } as CSSProperties}
    >
      <table
        aria-rowcount={rows.length + 1}
        aria-colcount={places.length}
        style={
          { minWidth: places.reduce((sum, place) => sum + place.width, 0), '--ys-tracks': tracks } as CSSProperties
        }
      >
        <Head places={shown} ids={ids} onDraw={setDrawn} onWidth={onWidth} />
        <tbody>
          {from > 0 && <tr className="ys-gap" aria-hidden="true" style={{ height: from * rowHeight }} />}
          {rows.slice(from, to).map((row, at) => (
            <Line key={ids[from + at]} id={ids[from + at] ?? ''} index={from + at} row={row} places={shown} />
          ))}
          {to < rows.length && (
            <tr className="ys-gap" aria-hidden="true" style={{ height: (rows.length - to) * rowHeight }} />
          )}
        </tbody>
        <Foot rows={rows} rowKey={rowKey} places={shown} columns={columns} totals={totals} />
      </table>
    </div>
  )
}

/** A column while it is drawn to a width. */
interface Drawn {
  readonly key: string
  readonly width: number
}

type Placing<Row> = Pick<GridProps<Row>, 'rowKey' | 'rowName' | 'columns' | 'actions' | 'actionsWidth' | 'canChoose'>

/** All columns in their places: the boxes to choose rows, those of the list, and the actions. */
function usePlaces<Row>(
  { rowKey, rowName, columns, actions, actionsWidth, canChoose }: Placing<Row>,
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
      render: row => <Pick id={rowKey(row)} name={rowName(row)} />,
    }
    const last: Column<Row>[] = actions
      ? [
          {
            key: '-actions',
            title: '操作',
            width: actionsWidth,
            fixed: 'end',
            fits: true,
            render: row => <RowActions actions={actions(row)} />,
          },
        ]
      : []
    const sized = drawn
      ? columns.map(column => (column.key === drawn.key ? { ...column, width: drawn.width, isSized: true } : column))
      : columns
    return placed<Row>([...(canChoose ? [pick] : []), ...sized, ...last])
  }, [columns, drawn, canChoose, actions, actionsWidth, rowKey, rowName])
}

/** Lets the list scroll to a row, and to the top. */
function useGridHandle(
  ref: Ref<GridHandle> | undefined,
  box: { readonly current: HTMLElement | null },
  ids: readonly string[],
  rowHeight: number,
): void {
  useImperativeHandle(
    ref,
    () => ({
      scrollTo: id => {
        const { current } = box
        const index = ids.indexOf(id)
        if (!current || index < 0) return
        // the heading covers the first row's height at the top
        const seen = current.clientHeight - rowHeight
        if (index * rowHeight < current.scrollTop) current.scrollTop = index * rowHeight
        else if ((index + 1) * rowHeight > current.scrollTop + seen) current.scrollTop = (index + 1) * rowHeight - seen
      },
      scrollToTop: () => {
        if (box.current) box.current.scrollTop = 0
      },
    }),
    [box, ids, rowHeight],
  )
}

interface HeadProps<Row> {
  places: readonly (Place<Row> | Gap)[]
  ids: readonly string[]
  onDraw: (drawn: Drawn | undefined) => void
  onWidth: GridProps<Row>['onWidth']
}

function Head<Row>({ places, ids, onDraw, onWidth }: HeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {places.map(place =>
          'gap' in place ? (
            <td key={place.key} aria-hidden="true" />
          ) : (
            <th key={place.key} scope="col" aria-colindex={place.index} className={place.className} style={place.style}>
              {place.key === '-pick' ? <PickAll ids={ids} /> : place.title}
              {place.canSize && onWidth && (
                <Edge
                  onDraw={width => onDraw({ key: place.key, width })}
                  onEnd={width => {
                    onDraw(undefined)
                    onWidth(place.key, width)
                  }}
                />
              )}
            </th>
          ),
        )}
      </tr>
    </thead>
  )
}

/** Says the whole text of a cell that is cut off, where the cell does not say it itself. */
function tellCut({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td, th') : null
  if (!(cell instanceof HTMLElement) || cell.querySelector('[title]')) return
  const text = cell.scrollWidth > cell.clientWidth ? cell.textContent : ''
  if (cell.title !== text) cell.title = text
}

interface LineProps<Row> {
  id: string
  index: number
  row: Row
  places: readonly (Place<Row> | Gap)[]
}

/** One row; drawn anew only when its data or the columns change. */
const Line = memo(function Line<Row>({ id, index, row, places }: LineProps<Row>) {
  return (
    <tr data-row-key={id} aria-rowindex={index + 2} className="ys-row">
      {places.map(place =>
        'gap' in place ? (
          <td key={place.key} aria-hidden="true" />
        ) : (
          <td key={place.key} aria-colindex={place.index} className={place.className} style={place.style}>
            {place.render(row)}
          </td>
        ),
      )}
    </tr>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode

/**
 * The right edge of a heading: drawn with the pointer, it sizes the column. The keyboard sizes it in the column
 * settings.
 */
function Edge({ onDraw, onEnd }: { onDraw: (width: number) => void; onEnd: (width: number) => void }) {
  const from = useRef<{ x: number; width: number }>(undefined)
  const widthAt = ({ clientX }: PointerEvent): number =>
    from.current ? widthWithin(from.current.width + clientX - from.current.x) : 0
  return (
    <span
      className="ys-edge"
      aria-hidden="true"
      onPointerDown={event => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? 0 }
      }}
      onPointerMove={event => {
        if (from.current) onDraw(widthAt(event))
      }}
      onPointerUp={event => {
        if (!from.current) return
        onEnd(widthAt(event))
        from.current = undefined
      }}
    />
  )
}

/** The places of columns: those fixed at an edge stick behind the ones fixed before them. */
function placed<Row>(columns: readonly Column<Row>[]): readonly Place<Row>[] {
  return columns.map((column, at) => {
    const { key, title, width, align, fixed, fits = false, render, totals, isSized = false } = column
    const before = fixed === 'start' ? columns.slice(0, at) : fixed === 'end' ? columns.slice(at + 1) : []
    const offset = before.reduce((sum, each) => sum + (each.fixed === fixed ? each.width : 0), 0)
    const classes = [align && `ys-${align}`, fixed && `ys-fixed-${fixed}`, fits && !isSized && 'ys-fits']
      .filter(Boolean)
      .join(' ')
    const style =
      fixed === 'start' ? { insetInlineStart: offset } : fixed === 'end' ? { insetInlineEnd: offset } : undefined
    const track = isSized ? `${width}px` : `minmax(${width}px, ${width}fr)`
    return {
      key,
      title,
      width,
      fixed,
      index: at + 1,
      className: classes || undefined,
      style,
      track,
      render,
      totals,
      canSize: !key.startsWith('-'),
    }
  })
}

/**
 * Size of the view; that of the window until it is measured, so that the first draw has rows. `onShown` runs when it is
 * measured, also when its tab comes to the front: a hidden box does not say how far it was scrolled.
 */
function useSize(
  box: { readonly current: HTMLElement | null },
  onShown: () => void,
): { readonly width: number; readonly height: number } {
  const [size, setSize] = useState(() => ({ width: globalThis.innerWidth, height: globalThis.innerHeight }))
  const tellShown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      // a hidden tab measures 0: it keeps what it had
      if (!entry || entry.contentRect.height === 0) return
      const { width, height } = entry.contentRect
      setSize(old => (old.width === width && old.height === height ? old : { width, height }))
      tellShown()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}

/** Drawn anew only when its rows, columns or density change. */
export const Grid = memo(GridBody) as typeof GridBody
