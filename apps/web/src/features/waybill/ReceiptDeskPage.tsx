// The receipt desk: the queue at the left, the photo at reading size, the facts it is judged by at the right.
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useBatchDialog } from '../../parts/batch/useBatch.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { EmptyState, ErrorState } from '../../ui/States.tsx'
import { DeskAct, deskPart } from './DeskAct.tsx'
import { DeskFacts } from './DeskFacts.tsx'
import { DeskQueue } from './DeskQueue.tsx'
import { useDeskWalk } from './useDeskWalk.ts'
import { deskQueues, isToJudge } from './deskOrder.ts'
import { useLooked } from './useLooked.ts'
import { useReceiptQueue, useRecordInView } from './useReceiptQueue.ts'
import { papersOf, WaybillPhotos } from './WaybillPhotos.tsx'
import './waybill.css'
import './desk.css'

/** Screen ReceiptDesk; the record in view stands in the address as `id`, beside the conditions of the waybill list. */
export default function ReceiptDeskPage() {
  const queue = useReceiptQueue()
  const { rows, pages, id } = queue
  const answer = useRecordInView(id, queue.next)
  const waybill = answer.data?.id === id ? answer.data : undefined
  const walk = useDeskWalk(queue, waybill)
  const looked = useLooked(rows, waybill)
  const reload = (): void => void answer.refetch()
  const isEmpty = id === '' && !pages.isFirstLoad && pages.error === null
  return (
    <div className="desk">
      <ScreenTitle />
      <DeskBar queue={queue} said={walk.said} looked={looked} />
      {pages.error && rows.length === 0 && id === '' ? (
        <ErrorState error={pages.error} retry={() => void pages.restart()} />
      ) : isEmpty ? (
        <EmptyState text="没有等您审核的回单">
          <Link className="ys-link" to={screenUrl('WaybillList')}>
            看运单列表
          </Link>
        </EmptyState>
      ) : (
        <div className="desk-body">
          <DeskQueue
            rows={rows}
            id={id}
            looked={looked}
            hasMore={pages.hasMore}
            isLoadingMore={pages.isLoadingMore}
            onMore={pages.more}
            onShow={queue.show}
          />
          {answer.error && !waybill ? (
            <div className="desk-fault">
              <ErrorState error={answer.error} retry={reload} />
            </div>
          ) : waybill ? (
            <InView key={id} {...{ waybill, walk }} onReload={reload} />
          ) : (
            <Waiting />
          )}
        </div>
      )}
    </div>
  )
}

interface DeskBarProps {
  queue: ReturnType<typeof useReceiptQueue>
  said: string
  /** Records that were looked at and still wait. */
  looked: readonly string[]
}

/** The choice of queues, the count, the word about the last act, and the steps through the queue. */
function DeskBar({ queue, said, looked }: DeskBarProps) {
  const { ask, dialog } = useBatchDialog()
  const { count, place, neighbour, show } = queue
  const [before, after] = [neighbour(-1), neighbour(1)]
  return (
    <div className="desk-bar">
      <nav className="desk-queues" aria-label="回单">
        {(Object.keys(deskQueues) as (keyof typeof deskQueues)[]).map(key => (
          <Link
            key={key}
            to={{ search: key === 'uploaded' ? '' : `?receiptState=${key}` }}
            aria-current={key === queue.queue ? 'page' : undefined}
          >
            {deskQueues[key]}
            {key === queue.queue && count !== undefined && <span className="ys-count">{count}</span>}
          </Link>
        ))}
      </nav>
      <output className="desk-said">{said}</output>
      {looked.length > 1 && (
        <Button onClick={() => ask({ act: 'passReceipt', ids: looked })}>通过看过的 {looked.length} 单</Button>
      )}
      {dialog}
      <span className="desk-steps">
        {place !== undefined && count !== undefined && (
          <span className="ys-weak">
            {place} / {count}
          </span>
        )}
        <Button disabled={before === undefined} aria-keyshortcuts="[ k" onClick={() => show(before)}>
          上一单 <kbd>[</kbd>
        </Button>
        <Button disabled={after === undefined} aria-keyshortcuts="] j" onClick={() => show(after)}>
          下一单 <kbd>]</kbd>
        </Button>
      </span>
    </div>
  )
}

interface InViewProps {
  waybill: WaybillDetail
  walk: ReturnType<typeof useDeskWalk>
  onReload: () => void
}

function InView({ waybill, walk, onReload }: InViewProps) {
  useReopening([() => walk.open('reject'), auditReceipt, { id: waybill.id }, deskPart])
  const papers = papersOf(waybill)
  const { verdict } = walk
  return (
    <>
      <section className="desk-photo" aria-label="回单照片">
        {papers.length > 0 ? (
          <WaybillPhotos papers={papers} />
        ) : (
          <EmptyState text={waybill.receiptState === 'posted' ? '只寄了原件，没有照片' : '没有回单照片'} />
        )}
      </section>
      <section className="desk-side" aria-label="审核依据">
        <div className="desk-facts">
          <DeskFacts waybill={waybill} onReload={onReload} />
        </div>
        <div className="desk-foot">
          {verdict === undefined ? (
            <Verdicts waybill={waybill} onOpen={walk.open} />
          ) : (
            <DeskAct key={verdict} {...{ waybill, verdict, onReload }} onDone={walk.done} onClose={walk.close} />
          )}
        </div>
      </section>
    </>
  )
}

/** The two verdicts, and the reason for one that cannot be given. */
function Verdicts({ waybill, onOpen }: { waybill: WaybillDetail; onOpen: (verdict: 'confirm' | 'reject') => void }) {
  const { receiptMoves, receiptState, receiptRule, receipt } = waybill
  if (!isToJudge(receiptState))
    return (
      <p className="ys-weak">
        {receipt?.auditedBy === undefined
          ? '这一单没有等您审核的回单'
          : `已由 ${receipt.auditedBy} ${receiptState === 'rejected' ? '驳回，等待重新上传' : '审核通过'}`}
      </p>
    )
  const waitsForOriginal = receiptRule.needOriginal && receiptState === 'uploaded'
  return (
    <>
      {waitsForOriginal && (
        <p className="ys-weak">要求原件 {receiptRule.copies} 份，承运商寄出以后才能通过；照片不合格可以先驳回。</p>
      )}
      <div className="desk-buttons">
        <Button
          danger
          disabled={!receiptMoves.includes('reject')}
          aria-keyshortcuts="r"
          onClick={() => onOpen('reject')}
        >
          驳回 <kbd>R</kbd>
        </Button>
        <Button
          type="primary"
          disabled={!receiptMoves.includes('confirm')}
          aria-keyshortcuts="a"
          onClick={() => onOpen('confirm')}
        >
          {receiptState === 'posted' ? '收到原件，通过' : '通过'} <kbd>A</kbd>
        </Button>
      </div>
    </>
  )
}

/** Grey in the shape of what comes. */
function Waiting() {
  return (
    <output className="desk-wait" aria-label="加载中">
      <span className="desk-wait-photo" />
      <span className="desk-wait-side">
        {[60, 90, 75, 85, 50].map(width => (
          <span key={width} style={{ width: `${width}%` }} />
        ))}
      </span>
    </output>
  )
}
