// The page of one record: its hero or head, its cards with a rail beside them, a footer that stays; loading, error and
// not-found states.
import type { UseQueryResult } from '@tanstack/react-query'
import { problems } from '@yunshu/domain/problems/problems'
import { Button } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { isBranchOnly, Refusal } from '../lib/errors.ts'
import { useTab } from '../lib/tab.ts'
import { RecordPlaceContext } from './record/recordPlace.ts'
import { EmptyState, ErrorState, Skeleton } from './States.tsx'
import './ui.css'

interface DetailPageProps<T> {
  /** The answer of useCall for the record. */
  answer: Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'refetch'>
  /** Names the page and its tab, for example 运单 YD2611210000001. */
  title: (record: T) => string
  /** The strip at the head (ui/record/Hero.tsx); without it the page has title, tag and actions. */
  hero?: (record: T) => ReactNode
  tag?: (record: T) => ReactNode
  actions?: (record: T) => ReactNode
  /** Above the cards: what is out of order, or waits for an answer. */
  notice?: (record: T) => ReactNode
  /** Beside the cards where there is room, else below them: steps, people, history. */
  rail?: (record: T) => ReactNode
  /** Stays at the bottom: sums and the decision of an approval. */
  footer?: (record: T) => ReactNode
  /** Shown below the sentence that there is no such record: possible reasons, and advice. */
  missing?: ReactNode
  children: (record: T) => ReactNode
}

/** There is no such record for the reader, or the address names none. */
const isMissing = (error: Error | null): boolean =>
  error instanceof Refusal && (error.code === problems['row.none'].code || error.hasFields)

/** Draws the record once it is there. A refresh that fails keeps the record and says so by a message. */
export function DetailPage<T>(props: DetailPageProps<T>) {
  const { answer, title, missing, footer } = props
  const { data, error, isPending, refetch } = answer
  const { setTitle } = useTab()
  const name = data === undefined ? undefined : title(data)
  useEffect(() => {
    if (name !== undefined) setTitle(name)
  }, [name, setTitle])
  if (isMissing(error)) return <Missing>{missing}</Missing>
  if (error && (data === undefined || isBranchOnly(error)))
    return <ErrorState error={error} retry={() => void refetch()} />
  if (data === undefined || isPending)
    return (
      <div className="ys-page">
        <Skeleton lines={14} />
      </div>
    )
  const page = (
    <article className={props.hero ? 'ys-page ys-record-page' : 'ys-page'}>
      {props.hero?.(data) ?? (
        <header className="ys-page-head">
          <h1>{name}</h1>
          {props.tag?.(data)}
          <span className="ys-page-actions">{props.actions?.(data)}</span>
        </header>
      )}
      <Body {...props} record={data} />
      {footer && <footer className="ys-page-foot">{footer(data)}</footer>}
    </article>
  )
  return props.hero ? <RecordPlaceContext value="page">{page}</RecordPlaceContext> : page
}

/** Says that there is no such record, and leads back to its list. */
function Missing({ children }: { children: ReactNode }) {
  const list = useTab().list()
  return (
    <EmptyState text={problems['row.none'].text} lack="gone">
      {children ?? <p>链接或单号可能有误，或者不在您的查看范围内。</p>}
      <Button type="primary" href={list?.url ?? '/index'}>
        {list ? `返回${list.title}` : '返回首页'}
      </Button>
    </EmptyState>
  )
}

function Body<T>({ record, hero, notice, rail, children }: DetailPageProps<T> & { record: T }) {
  if (!hero) return <div className="ys-page-body">{children(record)}</div>
  return (
    <div className="ys-page-body">
      <div className={rail ? 'ys-record ys-record-railed' : 'ys-record'}>
        {notice?.(record)}
        <div className="ys-record-main">{children(record)}</div>
        {rail && <div className="ys-record-rail">{rail(record)}</div>}
      </div>
    </div>
  )
}
