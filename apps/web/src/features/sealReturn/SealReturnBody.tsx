// The page a browser comes back to from the seal partner: it shows what our server knows, and nothing the address says.
import type { SealReturn } from '@yunshu/contract/agreement/agreement'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { partnerStates } from '@yunshu/domain/partner'
import { useEffect, useState, type ReactNode } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { PublicFrame, PublicState } from '../../parts/public/PublicFrame.tsx'

/** The one word of the address that is read; the rest is only passed on to be written down. */
export interface Returned {
  readonly returnCode: string
  readonly told?: string
}
type Answer =
  | { readonly kind: 'waiting' | 'gone' }
  | { readonly kind: 'end'; readonly end: SealReturn; readonly isTired: boolean }
  | { readonly kind: 'failed'; readonly text: string }

/** Pauses between questions, seconds: after the last the page stops. */
const pausesS = [2, 4, 8, 16, 32, 60] as const
const isFailed = ({ state }: SealReturn): boolean => state === 'failed' || state === 'expired'
const isOpen = ({ state }: SealReturn): boolean => state === 'pending' || state === 'unknown'

function readAddress(): Returned {
  const params = new URLSearchParams(location.search)
  const returnCode = (params.get('state') ?? '').slice(0, 64)
  params.delete('state')
  const told = params.toString().slice(0, 500)
  return { returnCode, ...(told === '' ? {} : { told }) }
}

/** Asks at once and then with growing pauses until it has ended. */
function useEnd(ask: (from: Returned) => Promise<SealReturn>): { answer: Answer; again: () => void } {
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const from = readAddress()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const once = async (asked: number): Promise<void> => {
      try {
        const end = await ask(from)
        if (isLeft) return
        const pause = isOpen(end) ? pausesS[asked] : undefined
        setAnswer({ kind: 'end', end, isTired: isOpen(end) && pause === undefined })
        if (pause !== undefined) timer = setTimeout(() => void once(asked + 1), pause * 1000)
      } catch (error) {
        if (isLeft) return
        if (error instanceof Refusal && error.http === 404) return setAnswer({ kind: 'gone' })
        setAnswer({ kind: 'failed', text: error instanceof Error ? error.message : '' })
      }
    }
    void once(0)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [ask, round])
  return { answer, again: () => setRound(round + 1) }
}

interface BodyProps {
  readonly title: string
  readonly ask: (from: Returned) => Promise<SealReturn>
  /** The head of the page for an end. */
  readonly headOf: (end: SealReturn) => string
  readonly ofWord: string
  /** The sentence below the head once all is done. */
  readonly doneText: string
  /** The way on for people signed in. */
  readonly wayOf: (end: SealReturn) => { readonly href: string; readonly label: string }
}

/** The whole page; the two screens say what is theirs. */
export function SealReturnBody(props: BodyProps) {
  const { answer, again } = useEnd(props.ask)
  return (
    <PublicFrame what={props.title} title={props.title}>
      {answer.kind === 'waiting' && (
        <output className="pg-waiting" aria-label="正在加载">
          {[70, 92, 84].map(width => (
            <i key={width} style={{ width: `${width}%` }} />
          ))}
        </output>
      )}
      {answer.kind === 'end' && <End {...props} end={answer.end} isTired={answer.isTired} onAgain={again} />}
      {answer.kind === 'gone' && (
        <PublicState lack="gone" title="返回链接已失效" text="链接已过期、已使用或不完整，结果以系统内的记录为准。">
          <a className="plain-button primary" href="/index">
            回到运枢
          </a>
        </PublicState>
      )}
      {answer.kind === 'failed' && (
        <PublicState lack="offline" title="加载失败" text={answer.text}>
          <button type="button" className="plain-button primary" onClick={again}>
            重试
          </button>
        </PublicState>
      )}
    </PublicFrame>
  )
}

type EndProps = Pick<BodyProps, 'headOf' | 'ofWord' | 'doneText' | 'wayOf'> & {
  end: SealReturn
  isTired: boolean
  onAgain: () => void
}

function End({ end, isTired, onAgain, headOf, ofWord, doneText, wayOf }: EndProps) {
  const { href, label } = wayOf(end)
  return (
    <article className="pg-sheet">
      <section className="pg-head pg-result" aria-label="结果">
        <h1 className={isFailed(end) ? 'pg-end' : undefined}>{headOf(end)}</h1>
        {end.isSimulated && <span className="pg-kind">{partnerStates.simulated.label}</span>}
        <output className="pg-weak">
          {end.state === 'success' && end.waitsForOther !== true ? doneText : said(end, isTired)}
        </output>
        <dl className="pg-facts">
          <Fact name={ofWord}>{end.of}</Fact>
          {end.reason !== undefined && <Fact name="原因">{end.reason}</Fact>}
          <Fact name="时间">{formatDateTime(end.at)}</Fact>
        </dl>
        <div className="pg-ways">
          {isOpen(end) && (
            <button type="button" className="plain-button" onClick={onAgain}>
              刷新
            </button>
          )}
          <a className="plain-button primary" href={href}>
            {label}
          </a>
        </div>
      </section>
    </article>
  )
}

function said(end: SealReturn, isTired: boolean): string {
  if (end.waitsForOther === true) return '等待对方签署，签完后会通知您。'
  if (!isOpen(end)) return ''
  if (isTired) return '还没有结果，可以刷新，或稍后在系统内查看。'
  return end.state === 'unknown' ? '签章平台暂未给出结果，系统会继续查询。' : '正在向签章平台查询，请稍候。'
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
