// The rows of a list as cards of three lines, below the mobile breakpoint; a tap opens the record, the next step is a
// button below.
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { nothing } from '../Figures.tsx'
import type { Column, RowAction } from './column.tsx'
import { HeadWords } from './HeadWords.tsx'
import { Pick } from './Pick.tsx'
import { More } from './RowActions.tsx'

interface CardsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowName: (row: Row) => string
  /** Address of a row's page. */
  open?: ((row: Row) => string) | undefined
  /** Shows its record in a drawer, where it has no page. */
  onOpen?: ((row: Row) => void) | undefined
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  canChoose: boolean
  onNearEnd: () => void
  /** Above the cards, moving with them. */
  top?: ReactNode
}

/** A thumb is wider than a box: it is meant by a tap so near to it, px. */
const nearPx = 14

const isNear = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean =>
  x > left - nearPx && x < right + nearPx && y > top - nearPx && y < bottom + nearPx

/** One card per row; cards far away cost no layout (content-visibility). */
export function Cards<Row>(props: CardsProps<Row>) {
  const { rows, columns, rowKey, rowName, open, onOpen, actions, canChoose, onNearEnd, top } = props
  const end = useRef<HTMLLIElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNearEnd()
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onNearEnd, rows.length])
  const list = useRef<HTMLUListElement>(null)
  const tap = useEffectEvent(({ target, clientX, clientY }: MouseEvent): void => {
    if (!(target instanceof Element) || target.closest('a, button, input, label, [popover]')) return
    const card = target.closest<HTMLElement>('[data-row-key]')
    const box = card?.querySelector<HTMLElement>('.ys-pick')
    if (box && isNear(box.getBoundingClientRect(), clientX, clientY)) return box.click()
    const id = card?.dataset['rowKey']
    const row = rows.find(each => rowKey(each) === id)
    if (row === undefined || getSelection()?.isCollapsed === false) return
    if (open) void navigate(open(row))
    else onOpen?.(row)
  })
  useEffect(() => {
    const { current } = list
    // the way by keyboard is the link of the heading
    current?.addEventListener('click', tap)
    return () => current?.removeEventListener('click', tap)
  }, [])
  return (
    <ul ref={list} className="ys-cards">
      {top && <li className="ys-cards-top">{top}</li>}
      {rows.map(row => (
        <li key={rowKey(row)} data-row-key={rowKey(row)} className="ys-card">
          <CardLines row={row} columns={columns} isNumber={numberText.test(rowName(row))}>
            {canChoose && <Pick id={rowKey(row)} name={rowName(row)} />}
          </CardLines>
          {actions && <CardActions actions={actions(row)} />}
        </li>
      ))}
      <li ref={end} className="ys-card-end" aria-hidden="true" />
    </ul>
  )
}

/** A row called by a number: it is read whole, where a name is known by its beginning. */
const numberText = /^[\w-]+$/

/** Heading with state and figure, the way, and the rest in one line. */
function CardLines<Row>({
  row,
  columns,
  isNumber,
  children,
}: {
  row: Row
  columns: readonly Column<Row>[]
  isNumber: boolean
  children: ReactNode
}) {
  const as = (kind: Column<Row>['card']) => columns.filter(column => (column.card ?? 'line') === kind)
  // the heading has one line: what stands below it in a table leads the third
  const told = as('title').flatMap(({ key, title, under }) =>
    under ? shownOf(`${key} 2`, title, under(row)).map(fact => ({ ...fact, isNamed: false })) : [],
  )
  const said = as('line').flatMap(({ key, title, facts, isNamed, render, under }) =>
    [
      ...shownOf(`${key} 1`, facts?.[0]?.title ?? title, render(row)),
      ...(under ? shownOf(`${key} 2`, facts?.[1]?.title ?? title, under(row)) : []),
    ].map(fact => ({ ...fact, isNamed })),
  )
  const below = as('figure').flatMap(({ key, title, facts, under, saysBelow = false }) =>
    under && saysBelow
      ? shownOf(`${key} 2`, facts?.[1]?.title ?? title, under(row)).map(fact => ({ ...fact, isNamed: true }))
      : [],
  )
  // marks beside the state: an empty one takes no room
  const marks = as('tag').flatMap(({ key, title, under }) => (under ? shownOf(`${key} 2`, title, under(row)) : []))
  return (
    <>
      <div className="ys-card-head">
        {children}
        <strong {...(isNumber && { className: 'is-number' })}>
          {as('title').map(column => (
            <span key={column.key}>{column.render(row)}</span>
          ))}
        </strong>
        {as('tag').map(column => (
          <span key={column.key}>{column.render(row)}</span>
        ))}
        <span className="ys-card-figure">
          {as('figure')
            .flatMap(({ key, title, facts, render }) => shownOf(key, facts?.[0]?.title ?? title, render(row)))
            .map(({ key, title, shown }) => (
              <span key={key}>
                {shown}
                <small>
                  <HeadWords title={title} />
                </small>
              </span>
            ))}
        </span>
      </div>
      {as('route').map(({ key, render, under }) => (
        <div key={key} className="ys-card-route">
          <span>{render(row)}</span>
          {under && (
            <>
              {' '}
              → <span>{under(row)}</span>
            </>
          )}
        </div>
      ))}
      <div className="ys-card-body">
        <FactLine
          facts={[
            ...told,
            ...marks.map(fact => ({ ...fact, isNamed: false })),
            ...said.filter(({ isNamed }) => !isNamed),
          ]}
        />
        <FactLine facts={[...below, ...said.filter(({ isNamed }) => isNamed)]} />
      </div>
    </>
  )
}

interface CardFact {
  readonly key: string
  readonly title: string
  readonly shown: ReactNode
  readonly isNamed: boolean | undefined
}

/** Facts in one line; those behind their names take a second line where they need it. */
function FactLine({ facts }: { facts: readonly CardFact[] }) {
  if (facts.length === 0) return null
  return (
    <div className={facts[0]?.isNamed ? 'ys-card-line ys-card-named' : 'ys-card-line'}>
      {facts.map(({ key, title, shown, isNamed }) => (
        <span key={key} title={title}>
          {isNamed && (
            <>
              <HeadWords title={title} />{' '}
            </>
          )}
          {shown}
        </span>
      ))}
    </div>
  )
}

const shownOf = (key: string, title: string, shown: ReactNode) =>
  shown === nothing || shown === undefined || shown === null || shown === '' ? [] : [{ key, title, shown }]

/** Steps come before looks, and both before what ends something. */
const rankOf = ({ danger, isAside, isRare }: RowAction): number => (danger ? 3 : isRare ? 2 : isAside ? 1 : 0)

/** The next step as a button for a thumb below the card and the rest in a menu; a look stands beside the facts. */
function CardActions({ actions }: { actions: readonly RowAction[] }) {
  const ranked = actions.toSorted((a, b) => rankOf(a) - rankOf(b))
  const [next, ...rest] = ranked
  if (!next) return null
  // an act that ends something or is seldom asked for is never the button itself
  if (next.danger || next.isRare)
    return (
      <div className="ys-card-acts is-beside">
        <Rest actions={ranked} />
      </div>
    )
  if (next.isAside)
    return (
      <div className="ys-card-acts is-beside">
        <Act action={next} look="ys-card-act is-quiet" />
        <Rest actions={rest} />
      </div>
    )
  return (
    <div className="ys-card-acts">
      <Rest actions={rest} />
      <Act action={next} look="ys-card-act" />
    </div>
  )
}

function Act({ action: { label, to, disabled, onClick }, look }: { action: RowAction; look: string }) {
  return to !== undefined && !disabled ? (
    <a className={look} href={to}>
      {label}
    </a>
  ) : (
    <button type="button" className={look} disabled={disabled} onClick={onClick}>
      {label}
    </button>
  )
}

function Rest({ actions }: { actions: readonly RowAction[] }) {
  return (
    actions.length > 0 && (
      <More as="ys-more-button" actions={actions}>
        …
      </More>
    )
  )
}
