// The judgement of a receipt: pass it, or reject it with a reason.
import { staleAfter } from '@yunshu/contract/topics'
import { auditReceipt, type WaybillDetail } from '@yunshu/contract/waybill'
import { receiptStates } from '@yunshu/domain/waybill'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

type Verdict = 'confirm' | 'reject'
const verdicts = ['confirm', 'reject'] as const satisfies readonly Verdict[]

/** Buttons of the verdicts the person may give now, each with its dialog. */
export function ReceiptAudit({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const [asking, setAsking] = useState<Verdict>()
  const [reason, setReason] = useState('')
  const isOriginal = waybill.receiptState === 'posted'
  const { submit } = useSend(auditReceipt, {
    quiet: true, invalidates: staleAfter('waybill'),
    done: (_, { move }) => toast.success(move === 'confirm' ? '回单已审核通过' : '回单已驳回，等待重新上传'),
  })
  const offered = verdicts.filter((move) => waybill.receiptMoves.includes(move))
  const send = (move: Verdict): Promise<unknown> => submit({ id: waybill.id, version: waybill.version, move, ...(move === 'reject' ? { reason: reason.trim() } : {}) })
  return (
    <>
      {offered.map((move) => <Button key={move} type={move === 'confirm' ? 'primary' : 'default'} danger={move === 'reject'} onClick={() => setAsking(move)}>{move === 'confirm' ? (isOriginal ? '确认收到原件' : '回单审核通过') : '驳回回单'}</Button>)}
      {asking && (
          <WriteDialog title={`${asking === 'confirm' ? '审核通过' : '驳回'}回单 ${waybill.waybillNo}`} okText={receiptStates.moves[asking].label} danger={asking === 'reject'}
            isReady={asking === 'confirm' || reason.trim() !== ''} isOffered={offered.includes(asking)} onSend={() => send(asking)} onClose={() => { setAsking(undefined); setReason('') }} onReload={onReload}>
            {asking === 'confirm' ? <p>{isOriginal ? '确认已收到回单原件，份数、签章齐全。' : '确认回单照片清晰、签章齐全、重量与运单一致。'}通过后可以结算。</p> : <ReasonField label="驳回原因" value={reason} onChange={setReason} placeholder="必填，将通知承运商" />}
          </WriteDialog>
      )}
    </>
  )
}
