// The receipt of a waybill: its state, photos, who sent and judged it, and what the person can do with it.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { postReceipt } from '@yunshu/contract/waybill/life'
import { receiptShown } from '@yunshu/domain/waybill/receiptShown'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { CopyText } from '../../ui/CopyText.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { PhotoNotes } from './PhotoNotes.tsx'
import { ReceiptAudit } from './ReceiptAudit.tsx'
import { ReceiptUpload } from './ReceiptUpload.tsx'
import { Reopens } from '../../ui/form/Reopens.tsx'
import { useReopening } from '../../ui/form/useReopening.ts'

// the viewer of pictures weighs more than the rest of the page
const PostForm = lazy(async () => ({ default: (await import('./PostForm.tsx')).PostForm }))
const FilePhotos = lazy(async () => ({ default: (await import('../../ui/FilePhotos.tsx')).FilePhotos }))

function ruleText({ needPhoto, needOriginal, copies, returnDays }: WaybillDetail['receiptRule']): string {
  if (!needPhoto && !needOriginal) return '无需回单'
  const papers = [needPhoto ? '照片' : '', needOriginal ? `原件 ${copies} 份` : '']
    .filter(part => part !== '')
    .join('、')
  return returnDays > 0 ? `${papers}，签收后 ${returnDays} 天内` : papers
}

/** The element the page scrolls to when a receipt is to be handed in. */
export const receiptCardId = (id: string): string => `receipt-${id}`

/** Photos first, because the judge of a receipt looks at them. */
export function ReceiptSection({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const { receipt = {} } = waybill
  const files = waybill.files.filter(({ category }) => category === 'receipt')
  const [isPosting, setPosting] = useState(false)
  useReopening([() => setPosting(true), postReceipt, { id: waybill.id }])
  const shown = receiptShown(waybill)
  const canUpload = waybill.receiptMoves.includes('upload')
  return (
    <Section
      title="回单"
      extra={
        <span className="wb-receipt-head">
          {shown && <StateTag state={shown} />}
          <ReceiptAudit waybill={waybill} onReload={onReload} />
          {waybill.acts.includes('postReceipt') && (
            <Button size="small" onClick={() => setPosting(true)}>
              寄出原件
            </Button>
          )}
        </span>
      }
    >
      {receipt.rejectReason !== undefined && waybill.receiptState === 'rejected' && (
        <p className="wb-reject">驳回原因：{receipt.rejectReason}</p>
      )}
      {files.length > 0 ? (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilePhotos files={files} />
          <PhotoNotes files={files} />
        </Suspense>
      ) : (
        !canUpload && <p className="ys-weak">尚未上传回单</p>
      )}
      {canUpload && (
        <div id={receiptCardId(waybill.id)}>
          <ReceiptUpload waybill={waybill} onReload={onReload} />
        </div>
      )}
      <ReceiptFacts waybill={waybill} />
      {isPosting && (
        <Suspense fallback={null}>
          <Reopens by={() => setPosting(true)}>
            <PostForm waybill={waybill} onClose={() => setPosting(false)} onReload={onReload} />
          </Reopens>
        </Suspense>
      )}
    </Section>
  )
}

/** The papers wanted, and the people and times of each step. */
function ReceiptFacts({ waybill: { receipt = {}, receiptRule } }: { waybill: WaybillDetail }) {
  return (
    <Facts
      items={[
        ['回单要求', ruleText(receiptRule)],
        [
          '上传',
          receipt.uploadedAt === undefined ? (
            ''
          ) : (
            <span key="up">
              {receipt.uploadedBy} <Time value={receipt.uploadedAt} />
            </span>
          ),
        ],
        [
          '快递',
          receipt.express === undefined ? (
            ''
          ) : (
            <span key="express">
              {receipt.express.company} <CopyText text={receipt.express.expressNo} />{' '}
              <Time value={receipt.express.sentAt} />
            </span>
          ),
        ],
        [
          '审核',
          receipt.auditedAt === undefined ? (
            ''
          ) : (
            <span key="audit">
              {receipt.auditedBy} <Time value={receipt.auditedAt} />
            </span>
          ),
        ],
      ]}
    />
  )
}
