// /public/ShitiWaybill: a waybill on paper in three copies, behind a link; each print is counted.
import { countPrint, getPaper } from '@yunshu/contract/waybill/paper'
import type { Output } from '@yunshu/contract/call'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { useCallback, useEffect, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'
import { send } from '../../lib/send.ts'
import { PublicFailed, PublicFrame, PublicState, PublicWaiting } from '../../parts/public/PublicFrame.tsx'
import { WaybillSheets } from '../../parts/waybill/WaybillSheets.tsx'
import { NumberedPaper } from '../../ui/PaperFoot.tsx'
import { usePrint } from '../../ui/PrintView.tsx'
import './paper.css'

type Paper = Output<typeof getPaper>
type Answer =
  | { readonly kind: 'waiting' | 'gone' }
  | { readonly kind: 'paper'; readonly data: Paper }
  | { readonly kind: 'failed'; readonly text: string }

const title = '纸质运单'
const codeOf = (): string => location.hash.slice(1)

const faultOf = (error: unknown): Answer =>
  error instanceof Refusal && error.http === 404
    ? { kind: 'gone' }
    : { kind: 'failed', text: error instanceof Error ? error.message : '' }

/** Public screen paperWaybill; the code of the link stands behind the `#`. */
export default function PaperWaybillPage() {
  const [answer, setAnswer] = useState<Answer>({ kind: 'waiting' })
  const look = useCallback(() => {
    send(getPaper, { linkCode: codeOf() }, { quiet: true }).then(
      data => setAnswer({ kind: 'paper', data }),
      (error: unknown) => setAnswer(faultOf(error)),
    )
  }, [])
  useEffect(look, [look])
  return (
    <PublicFrame what={title} title={title}>
      {answer.kind === 'waiting' && <PublicWaiting />}
      {answer.kind === 'gone' && (
        <PublicState
          lack="gone"
          title="链接已失效或不存在"
          text="链接可能已过期或已作废。请向给您链接的人索取新的链接。"
        />
      )}
      {answer.kind === 'failed' && <PublicFailed text={answer.text} onAgain={look} />}
      {answer.kind === 'paper' && <Sheets data={answer.data} onFault={error => setAnswer(faultOf(error))} />}
    </PublicFrame>
  )
}

function Sheets({ data: { paper, expiresAt, ...data }, onFault }: { data: Paper; onFault: (error: unknown) => void }) {
  const [prints, setPrints] = useState(data.prints)
  const { print, sheet } = usePrint()
  const [isBusy, setBusy] = useState(false)
  const printOnce = (): void => {
    setBusy(true)
    send(countPrint, { linkCode: codeOf() }, { quiet: true })
      .then(counted => {
        setPrints(counted.prints)
        print(
          <NumberedPaper n={counted.prints}>
            <WaybillSheets waybill={paper} />
          </NumberedPaper>,
        )
      }, onFault)
      .finally(() => setBusy(false))
  }
  return (
    <article className="pg-sheet">
      <section className="pg-head">
        <h1>运单 {paper.waybillNo}</h1>
        <p className="pg-weak">
          三联：托运人、承运人、收货人。{prints === 0 ? '尚未打印' : `已打印 ${prints} 次`}，链接有效期至{' '}
          {formatDateTime(expiresAt)}。
        </p>
        <p>
          <button type="button" className="plain-button primary" disabled={isBusy} onClick={printOnce}>
            打印三联
          </button>
        </p>
      </section>
      <section className="pp-paper" aria-label="运单预览">
        <WaybillSheets waybill={paper} />
      </section>
      {sheet}
    </article>
  )
}
