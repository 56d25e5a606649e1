// The page a browser comes back to from the seal partner: it shows what our server knows, and nothing the address says.
import type { SealReturn } from '@yunshu/contract/agreement/agreement'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { partnerStates } from '@yunshu/domain/partner'
import { PublicFact, PublicFailed, PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { useAskedUntilOver } from '../../parts/public/useAskedUntilOver.ts'

const isFailed = ({ state }: SealReturn): boolean => state === 'failed' || state === 'expired'
const isOpen = ({ state }: SealReturn): boolean => state === 'pending' || state === 'unknown'
const isOver = (end: SealReturn): boolean => !isOpen(end)

/** The one word of the address that is read; the rest is only passed on to be written down. */
export function readReturned(): { returnCode: string; told?: string } {
  const params = new URLSearchParams(location.search)
  const returnCode = (params.get('state') ?? '').slice(0, 64)
  params.delete('state')
  const told = params.toString().slice(0, 500)
  return { returnCode, ...(told === '' ? {} : { told }) }
}

interface BodyProps {
  readonly title: string
  /** Always the same function. */
  readonly ask: () => Promise<SealReturn>
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
  const { answer, again } = useAskedUntilOver(props.ask, isOver)
  return (
    <PublicFrame what={props.title} title={props.title}>
      {answer.kind === 'waiting' && <PublicWaiting />}
      {answer.kind === 'found' && <End {...props} end={answer.found} isTired={answer.isTired} onAgain={again} />}
      {answer.kind === 'gone' && (
        <PublicState lack="gone" title="返回链接已失效" text="链接已过期、已使用或不完整，结果以系统内的记录为准。">
          <a className="plain-button primary" href="/index">
            回到运枢
          </a>
        </PublicState>
      )}
      {answer.kind === 'failed' && <PublicFailed text={answer.text} onAgain={again} />}
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
          <PublicFact name={ofWord}>{end.of}</PublicFact>
          {end.reason !== undefined && <PublicFact name="原因">{end.reason}</PublicFact>}
          <PublicFact name="时间">{formatDateTime(end.at)}</PublicFact>
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
