// A row shown beside its list: what the row says at once, and what its page would say as soon as it is asked for; the
// list stays where it is, and the next rows follow the keys.
import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { printCount } from '@yunshu/domain/figures/decimal'
import { use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { nothing } from '../Figures.tsx'
import { EmptyState } from '../States.tsx'
import type { Column, RowAction } from './column.tsx'
import { ListContext, useListState } from './listState.ts'
import { PeekWalkContext } from './peekWalk.ts'
import { ActButtons } from './ActButtons.tsx'

/** The time after the last step before more is asked about a row, ms: a key held down asks once. */
const askAfterMs = 120

interface PeekProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** All columns the person may have. */
  columns: readonly Column<Row>[]
  /** Address of a row's page. */
  open: ((row: Row) => string) | undefined
  /** The record of a row; the row itself where there is none. */
  content: ((row: Row, isAsked: boolean, pending: ReactNode) => ReactNode) | undefined
  /** The acts on a row now. */
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  /** The number of rows, where the list counts them. */
  total: number | undefined
  onMove: (id: string) => void
  /** Said in its bar: what became of the row before. */
  said?: ReactNode
}

export function Peek<Row>(props: PeekProps<Row>) {
  const isPeeking = useListState(marks => marks.isPeeking || marks.isPinned)
  const active = useListState(marks => marks.active)
  return isPeeking && active !== undefined ? <OpenPeek {...props} active={active} /> : null
}

/** The row that is shown; the one seen last, when it has left the list meanwhile. */
function useShown<Row>({ rows, rowKey }: Pick<PeekProps<Row>, 'rows' | 'rowKey'>, active: string) {
  const index = rows.findIndex(each => rowKey(each) === active)
  const now = rows[index]
  const [seen, setSeen] = useState<{ id: string; row: Row; index: number }>()
  if (now !== undefined && (seen?.row !== now || seen.index !== index)) setSeen({ id: active, row: now, index })
  const row = now ?? (seen?.id === active ? seen.row : undefined)
  return { row, index: now === undefined ? (seen?.index ?? -1) : index, isGone: now === undefined }
}

/** True once the person has rested on a row. */
function useRested(id: string): boolean {
  const [rested, setRested] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), askAfterMs)
    return () => clearTimeout(timer)
  }, [id])
  return rested === id
}

function OpenPeek<Row>(props: PeekProps<Row> & { active: string }) {
  const { rows, rowKey, rowName, columns, open, content, actions, total, onMove, active, said } = props
  const list = use(ListContext)
  const { row, index, isGone } = useShown({ rows, rowKey }, active)
  const isAsked = useRested(active)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // the part it covers is not reached by keys while the whole list is covered
    const covers = (section.current?.parentElement?.clientWidth ?? Infinity) - (section.current?.clientWidth ?? 0) < 1
    if (covers) section.current?.focus()
  }, [])
  const isPinned = useListState(marks => marks.isPinned)
  const walk = useWalk(props, index)
  const close = (): void => list.setState({ isPeeking: false, takesFocus: true })
  const step = (by: number): void => {
    const next = rows[index + by]
    if (next === undefined) return
    list.setState({ active: rowKey(next), hot: rowKey(next) })
    onMove(rowKey(next))
  }
  if (row === undefined) return null
  const place = `${printCount(index + 1)} / ${printCount(total !== undefined && total >= rows.length ? total : rows.length)}`
  const state = columns.find(({ card, holds }) => card === 'tag' || holds?.includes('state'))
  const facts = (
    <div className="ys-peek-said">
      <div className="ys-peek-head">
        <h2 tabIndex={-1}>{rowName(row)}</h2>
        {state?.render(row)}
      </div>
      {!isGone && !content && <ActButtons actions={actions?.(row) ?? noActs} />}
      <PeekFacts row={row} columns={columns} name={rowName(row)} />
    </div>
  )
  return (
    <section ref={section} className="ys-peek" aria-label={`预览 ${rowName(row)}`} tabIndex={-1}>
      <PeekBar
        place={place}
        open={open?.(row)}
        onBefore={index > 0 ? () => step(-1) : undefined}
        onNext={index < rows.length - 1 ? () => step(1) : undefined}
        onClose={isPinned ? undefined : close}
        said={said}
      />
      <output className="visually-hidden" aria-live="polite">
        {isAsked && (
          <>
            {rowName(row)} {state?.render(row)} {place}
          </>
        )}
      </output>
      <div className="ys-peek-body">
        {isGone && <EmptyState text="这条记录已不在当前列表中，可能被别人改动了" lack="gone" />}
        <PeekWalkContext key={active} value={walk}>
          {content ? content(row, isAsked, facts) : facts}
        </PeekWalkContext>
      </div>
    </section>
  )
}

const noActs: readonly RowAction[] = []

/** The way on from a row that was dealt with; the focus goes along. */
function useWalk<Row>({ rows, rowKey, onMove, active }: PeekProps<Row> & { active: string }, index: number) {
  const list = use(ListContext)
  return useMemo(
    () => ({
      next: () => {
        const next = rows[index + 1] ?? rows[index - 1]
        const id = next === undefined ? active : rowKey(next)
        list.setState({ done: active, active: id, hot: id, takesFocus: true })
        onMove(id)
      },
    }),
    [list, rows, rowKey, onMove, active, index],
  )
}

interface PeekBarProps {
  /** Its number among the rows. */
  place: string
  /** Address of its page. */
  open: string | undefined
  onBefore: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Absent where it always stands. */
  onClose: (() => void) | undefined
  said: ReactNode
}

function PeekBar({ place, open, onBefore, onNext, onClose, said }: PeekBarProps) {
  const button = (label: string, title: string, icon: ReactNode, onClick: (() => void) | undefined) => (
    <button
      type="button"
      className="ys-bar-button"
      aria-label={label}
      title={title}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {icon}
    </button>
  )
  return (
    <header className="ys-peek-bar">
      <span className="ys-weak">{place}</span>
      {said}
      <span className="ys-peek-tools">
        {button('上一条', '上一条（[）', <UpOutlined aria-hidden />, onBefore)}
        {button('下一条', '下一条（]）', <DownOutlined aria-hidden />, onNext)}
        {open !== undefined && (
          <a className="ys-bar-button" href={open}>
            在标签页打开
          </a>
        )}
        {onClose && button('关闭预览', '关闭（Esc）', <CloseOutlined aria-hidden />, onClose)}
      </span>
    </header>
  )
}

interface PeekFactsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  name: string
  /** The state stands beside the name already. */
  isStateSaid?: boolean
}

/** The facts of the row itself: each single one the person may have, empty ones left out. */
export function PeekFacts<Row>({ row, columns, name, isStateSaid = true }: PeekFactsProps<Row>) {
  const tag = columns.find(({ card }) => card === 'tag')
  const [state] = isStateSaid ? (tag?.holds ?? []) : []
  const facts = columns
    .filter(
      ({ key, facts: lines, card }) => !lines && card !== 'title' && key !== state && !(isStateSaid && card === 'tag'),
    )
    .map(column => ({ key: column.key, title: column.title, shown: column.render(row) }))
    .filter(({ shown }) => shown !== nothing && shown !== undefined && shown !== '' && shown !== name)
  return (
    <dl className="ys-peek-facts">
      {facts.map(({ key, title, shown }) => (
        <div key={key}>
          <dt>{title}</dt>
          <dd>{shown}</dd>
        </div>
      ))}
    </dl>
  )
}
