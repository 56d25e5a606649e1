// One row of a table: its cells, the focus that walks the rows, and the strip of what can be done with it while it is
// pointed at or walked on.
import { memo, use, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react'
import { nothing } from '../Figures.tsx'
import type { RowAction } from './column.tsx'
import type { Gap } from './columnsInView.ts'
import { ListContext, useListState } from './listState.ts'
import type { Place } from './places.tsx'
import { RowActions } from './RowActions.tsx'

interface LineProps<Row> {
  id: string
  index: number
  row: Row
  places: readonly (Place<Row> | Gap)[]
  actions: ((row: Row) => readonly RowAction[]) | undefined
  /** It belongs to the row above it. */
  isJoined: boolean
}

/** Drawn anew only when its data or the columns change. */
export const Line = memo(function Line<Row>({ id, index, row, places, actions, isJoined }: LineProps<Row>) {
  const list = use(ListContext)
  const line = useRef<HTMLTableRowElement>(null)
  const isActive = useListState(({ active }) => active === id)
  const isStop = useListState(({ active }) => active === id || (active === undefined && index === 0))
  const isChosen = useListState(({ chosen }) => chosen.has(id))
  const takesFocus = useListState(marks => marks.takesFocus && marks.active === id)
  useEffect(() => {
    if (!takesFocus) return
    list.setState({ takesFocus: false })
    line.current?.focus({ preventScroll: true })
  }, [takesFocus, list])
  return (
    <tr
      ref={line}
      data-row-key={id}
      data-active={isActive || undefined}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      className={isJoined ? 'ys-row ys-joined' : 'ys-row'}
    >
      {places.map(place =>
        'gap' in place ? <td key={place.key} aria-hidden="true" /> : <Cell key={place.key} place={place} row={row} />,
      )}
      {actions && <Strip id={id} row={row} actions={actions} />}
    </tr>
  )
}) as <Row>(props: LineProps<Row>) => ReactNode

const isNothing = (told: ReactNode): boolean => told === nothing || told === undefined || told === null || told === ''

/** A cell of one fact or two; where one of two is not there, the other stands alone in the middle of its row. */
function Cell<Row>({ place, row }: { place: Place<Row>; row: Row }) {
  const { index, className, style, render } = place
  const over = render(row)
  const under = place.under?.(row)
  const isTwo = !isNothing(over) && !isNothing(under)
  return (
    <td aria-colindex={index} className={isTwo ? `ys-two ${className ?? ''}` : className} style={style}>
      {(isNothing(under) || !isNothing(over)) && over}
      {!isNothing(under) && <small>{under}</small>}
    </td>
  )
}

const still = typeof matchMedia === 'undefined' ? undefined : matchMedia('(hover: none)')
const watchStill = (changed: () => void): (() => void) => {
  still?.addEventListener('change', changed)
  return () => still?.removeEventListener('change', changed)
}

/**
 * The next step of the row and a menu of the rest: of the row pointed at or walked on, of all where nothing hovers.
 */
function Strip<Row>({
  id,
  row,
  actions,
}: Pick<LineProps<Row>, 'id' | 'row'> & { actions: (row: Row) => readonly RowAction[] }) {
  const isHot = useListState(({ hot, isPeeking }) => hot === id && !isPeeking)
  const cannotHover = useSyncExternalStore(watchStill, () => still?.matches ?? false)
  const offered = isHot || cannotHover ? actions(row) : []
  return offered.length === 0 ? null : (
    <td className="ys-strip">
      <RowActions actions={offered} />
    </td>
  )
}
