// The rows of a list as a table that fills the height: only rows scroll, and only rows and columns in view are drawn
// (decision 011).
import { listOrders, type ListOrder } from '@yunshu/domain/sorting'
import { theme } from 'antd'
import {
  memo,
  use,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  type Ref,
} from 'react'
import type { Column, RowAction } from './column.tsx'
import { columnsInView, columnStep, type Gap } from './columnsInView.ts'
import { widthWithin, type Density } from './layout.ts'
import { Line } from './Line.tsx'
import { ListContext, type ListState } from './listState.ts'
import { PickAll } from './Pick.tsx'
import { usePlaces, type Drawn, type Place } from './places.tsx'
import { useRowPress } from './useRowPress.ts'
import './list.css'

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
  canChoose: boolean
  /** Rows next to each other that agree in it belong together. */
  joins?: ((row: Row) => string) | undefined
  density: Density | undefined
  /** The order the rows stand in, where it is not newest first. */
  order?: ListOrder | undefined
  /** The rows are those of the former filter. */
  isOutdated?: boolean
  /** A press on a row shows it beside the list. */
  canPeek?: boolean
  /** Columns the view has no room for are left out; the list never scrolls sideways. */
  isFitted?: boolean
  /** The person drew a column to a width. */
  onWidth?: (key: string, width: number) => void
  /** Near the end of what is loaded. */
  onNearEnd: () => void
}

/** Heights of rows and of the heading, px; nothing in a row wraps, so that its place is known without measuring it. */
const heights = { two: 52, twoSmall: 48, one: 34, oneSmall: 32, head: 32 } as const
/** Controls as high as this are those of the small size. @source app/theme.ts */
const smallControl = 28
/** A table whose rows are walked on by keys. */
const asGrid = { role: 'grid', 'aria-label': '列表' } as const
const nearPx = 800
/** Rows drawn beyond the view on either side, and how many rows the view moves before others are drawn. */
const beyond = 4
const step = 2

/** The height of a row: of two lines where some cell has them and the person wants both. */
function useRowHeight(isTwo: boolean): number {
  const isSmall = theme.useToken().token.controlHeight <= smallControl
  return heights[isTwo ? (isSmall ? 'twoSmall' : 'two') : isSmall ? 'oneSmall' : 'one']
}

function GridBody<Row>(props: GridProps<Row>) {
  const { ref, rows, columns, rowKey, rowName, actions, canChoose, joins, density, onWidth, onNearEnd } = props
  const { isOutdated = false, canPeek = false, isFitted = false, order } = props
  const list = use(ListContext)
  const box = useRef<HTMLDivElement>(null)
  const isTwo = density !== 'small' && columns.some(({ under }) => under)
  const rowHeight = useRowHeight(isTwo)
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
  const places = usePlaces({ rowKey, rowName, columns, canChoose, isTwo, within: isFitted ? width : undefined }, drawn)
  const shown = useMemo(() => columnsInView(places, scrolled, width), [places, scrolled, width])
  // said once for all rows: styles of single cells were an eighth of what drawing them cost
  const tracks = useMemo(() => shown.map(place => ('gap' in place ? `${place.gap}px` : place.track)).join(' '), [shown])

  // a list that became shorter scrolls up by itself, and says so only after it is drawn
  const from = Math.max(0, Math.min(first, rows.length - 1) - beyond)
  const to = Math.min(rows.length, from + Math.ceil(height / rowHeight) + step + 2 * beyond)
  useNearEnd(rows.length * rowHeight, height, onNearEnd)
  useGridHandle(ref, box, ids, rowHeight)
  useWalked(list)

  return (
    <div
      ref={box}
      className={isOutdated ? 'ys-grid ys-outdated' : 'ys-grid'}
      onScroll={look}
      onPointerOver={event => {
        tellCut(event)
        point(list, event.target)
      }}
      onPointerLeave={() => list.setState(({ active }) => ({ hot: active }))}
      onFocus={tellFocused}
      {...useRowPress(list, canPeek)}
      style={{ '--ys-row': `${rowHeight}px`, '--ys-head': `${heights.head}px` } as CSSProperties}
    >
      <table
        {...asGrid}
        aria-busy={isOutdated}
        aria-multiselectable={canChoose}
        aria-rowcount={rows.length + 1}
        aria-colcount={places.length}
        style={
          { minWidth: places.reduce((sum, place) => sum + place.width, 0), '--ys-tracks': tracks } as CSSProperties
        }
      >
        <Head places={shown} ids={ids} order={order} onDraw={setDrawn} onWidth={onWidth} />
        <tbody>
          {from > 0 && <tr className="ys-gap" aria-hidden="true" style={{ height: from * rowHeight }} />}
          {rows.slice(from, to).map((row, at) => (
            <Line
              key={ids[from + at]}
              id={ids[from + at] ?? ''}
              index={from + at}
              row={row}
              places={shown}
              actions={actions}
              isJoined={joins !== undefined && isSame(joins, row, rows[from + at - 1])}
            />
          ))}
          {to < rows.length && (
            <tr className="ys-gap" aria-hidden="true" style={{ height: (rows.length - to) * rowHeight }} />
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a row belongs to the one above it. */
const isSame = <Row,>(joins: (row: Row) => string, row: Row, above: Row | undefined): boolean =>
  above !== undefined && joins(above) === joins(row)

/** A screen taller than the first page never scrolls: it asks by itself. */
function useNearEnd(content: number, height: number, onNearEnd: () => void): void {
  useEffect(() => {
    if (content > 0 && content < height + nearPx) onNearEnd()
  }, [content, height, onNearEnd])
}

/** Rows of a table are one stop of the Tab key. */
function useWalked(list: ListState): void {
  useLayoutEffect(() => {
    list.setState({ isWalked: true })
    return () => list.setState({ isWalked: false })
  }, [list])
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
        // the heading covers the top
        const seen = current.clientHeight - heights.head
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
  order: ListOrder | undefined
  onDraw: (drawn: Drawn | undefined) => void
  onWidth: GridProps<Row>['onWidth']
}

function Head<Row>({ places, ids, order, onDraw, onWidth }: HeadProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {places.map(place =>
          'gap' in place ? (
            <td key={place.key} aria-hidden="true" />
          ) : (
            <th
              key={place.key}
              scope="col"
              aria-colindex={place.index}
              aria-sort={order && place.orders?.includes(order) ? listOrders[order].sort : undefined}
              className={place.className}
              style={place.style}
            >
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
function tellCut({ target }: { readonly target: EventTarget }): void {
  const cell = target instanceof Element ? target.closest('td, th') : null
  if (!(cell instanceof HTMLElement) || cell.querySelector('[title]')) return
  const lines = [cell, ...cell.querySelectorAll('small')]
  const text = lines.some(line => line.scrollWidth > line.clientWidth) ? cell.innerText : ''
  if (cell.title !== text) cell.title = text
}

/** The whole texts of a row that has the focus, as for the pointer. */
function tellFocused({ target }: FocusEvent): void {
  if (target instanceof HTMLTableRowElement) for (const cell of target.cells) tellCut({ target: cell })
}

/** The row the pointer is on has the strip. */
function point(list: ListState, target: EventTarget): void {
  const row = target instanceof Element ? target.closest<HTMLElement>('.ys-row') : null
  const hot = row?.dataset['rowKey']
  if (hot !== undefined && list.getState().hot !== hot) list.setState({ hot })
}

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
