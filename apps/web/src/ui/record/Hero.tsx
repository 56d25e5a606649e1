// The strip at the head of a record: its number, state, turn and deadline, its subject in one line, the figure that
// matters, and what can be done.
import type { ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { CopyText } from '../CopyText.tsx'
import { Pager, type RecordUnit } from './Pager.tsx'
import { wholeLine, type LinePart } from './heroLine.ts'
import { useRecordPlace } from './recordPlace.ts'
import { untilText, waitedLook, waitedText, type Until } from './untilText.ts'
import './record.css'

export interface HeroProps {
  /** The word for such a record, read aloud before its name: 运单. */
  word: string
  /** Its number or name. */
  name: string
  /** False for names that nobody types elsewhere. */
  isCopied?: boolean
  /** Its state. */
  tag?: ReactNode
  /** True when it waits for the reader. */
  isTurn?: boolean
  /** Others it waits for, and for what: 等待货主签收. Not shown in the reader's own turn. */
  waits?: string | undefined
  /** The time it came into this state, ms; shown while it waits for somebody. */
  since?: number | undefined
  until?: Until | undefined
  /** From where to where, with whom, about what: one line. */
  line?: string | readonly LinePart[] | undefined
  /** Stands before the subject: what may be pressed there, or looks unlike it. */
  lead?: ReactNode
  figure?: { readonly value: ReactNode; readonly label: string; readonly note?: ReactNode } | undefined
  /** The next step, and the rest behind it. */
  acts?: ReactNode
  /** False where the record has a walk of its own. */
  hasPager?: boolean
  /** The word that counts such records; 单 for orders and waybills. */
  unit?: RecordUnit
}

/** A number longer than those of the house, as the twenty digits of an invoice: on a phone in the size of its cards' titles. */
const longNumber = /^[\w-]{17,}$/

/** Two lines, cut where they do not fit; on a phone the acts stand at the lower edge of the page. */
export function Hero({
  word,
  name,
  isCopied = true,
  tag,
  line,
  lead,
  figure,
  acts,
  hasPager = true,
  unit = '单',
  ...turn
}: HeroProps) {
  const inPeek = useRecordPlace() === 'peek'
  const Heading = inPeek ? 'h2' : 'h1'
  return (
    <header className={inPeek ? 'ys-hero ys-hero-peek' : 'ys-hero ys-page-head'}>
      <div className="ys-hero-top">
        <div className="ys-hero-who">
          <div className="ys-hero-name">
            <span className="ys-hero-title">
              <span className="ys-hero-id">
                <Heading title={name} {...(longNumber.test(name) && { className: 'is-long' })}>
                  <span className="visually-hidden">{word} </span>
                  {name}
                </Heading>
                {isCopied && <CopyText text={name} isBare />}
              </span>
              <span className="ys-hero-state">{tag}</span>
            </span>
            <Turn {...turn} />
          </div>
          <Line line={line} lead={lead} />
        </div>
        {figure && (
          <div className="ys-hero-figure">
            <strong>{figure.value}</strong>
            <span>
              {figure.label}
              {figure.note !== undefined && <span className="ys-hero-note"> · {figure.note}</span>}
            </span>
          </div>
        )}
        {!inPeek && hasPager && <Pager unit={unit} />}
      </div>
      <div className="ys-hero-acts">{acts}</div>
    </header>
  )
}

function Line({ line, lead }: Pick<HeroProps, 'line' | 'lead'>) {
  if (line === undefined && lead === undefined) return null
  const parts = typeof line === 'string' ? [line] : (line ?? [])
  return (
    <div className="ys-hero-line" title={line === undefined ? undefined : wholeLine(line)}>
      {lead}
      {parts.map((part, at) =>
        typeof part === 'string' ? (
          part
        ) : (
          <span key={`${at} ${part.wide}`} className="ys-hero-wide">
            {part.wide}
          </span>
        ),
      )}
    </div>
  )
}

/** The turn, how long it lasts already, and its end; said aloud when it changes. */
function Turn({ isTurn = false, waits, since, until }: Pick<HeroProps, 'isTurn' | 'waits' | 'since' | 'until'>) {
  const now = serverNow()
  const isLate = until !== undefined && until.at < now
  const waited = since === undefined || (!isTurn && waits === undefined) ? undefined : waitedText(since, now)
  return (
    <output className="ys-hero-turn">
      {isTurn && <strong className="ys-hero-mine">轮到您</strong>}
      {!isTurn && waits !== undefined && <span className="ys-hero-waits">{waits}</span>}
      {waited !== undefined && since !== undefined && (
        <span className={['ys-hero-since', waitedLook(since, now)].filter(Boolean).join(' ')}>{waited}</span>
      )}
      {until && (
        <span className={isLate ? 'ys-hero-until ys-fault ys-hero-late' : 'ys-hero-until'}>
          {untilText(until, now)}
        </span>
      )}
    </output>
  )
}
