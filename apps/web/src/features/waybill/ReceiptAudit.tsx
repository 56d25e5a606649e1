// The judgement of a receipt: pass it, or reject it with a reason.
import { staleAfter } from '@yunshu/contract/topics'
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { auditReceipt } from '@yunshu/contract/waybill/receipt'
import { receiptStates } from '@yunshu/domain/waybill/waybill'
import { Button } from 'antd'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { useSeen } from '../../ui/ChangesSince.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

type Verdict = 'confirm' | 'reject'
const verdicts = ['confirm', 'reject'] as const satisfies readonly Verdict[]

interface Props {
  waybill: WaybillDetail
  onReload: () => void
}

/** Buttons of the verdicts the person may give now, each with its dialog. */
export function ReceiptAudit({ waybill, onReload }: Props) {
  const [asking, setAsking] = useState<Verdict>()
  const isOriginal = waybill.receiptState === 'posted'
  return (
    <>
      {verdicts
        .filter(move => waybill.receiptMoves.includes(move))
        .map(move => (
          <Button
            key={move}
            type={move === 'confirm' ? 'primary' : 'default'}
            danger={move === 'reject'}
            onClick={() => setAsking(move)}
          >
            {move === 'confirm' ? (isOriginal ? '确认收到原件' : '回单审核通过') : '驳回回单'}
          </Button>
        ))}
      {asking && (
        <AuditDialog move={asking} waybill={waybill} onReload={onReload} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

/** The verdict is for the photos that were seen: if more arrived meanwhile, the dialog says so first. */
function AuditDialog({ move, waybill, onReload, onClose }: Props & { move: Verdict; onClose: () => void }) {
  const { version, isChanged, notice } = useSeen(waybill)
  const [reason, setReason] = useState('')
  const isReject = move === 'reject'
  const { submit } = useSend(auditReceipt, {
    quiet: true,
    invalidates: staleAfter('waybill'),
    done: () => toast.success(isReject ? '回单已驳回，等待重新上传' : '回单已审核通过'),
  })
  return (
    <WriteDialog
      title={`${isReject ? '驳回' : '审核通过'}回单 ${waybill.waybillNo}`}
      okText={receiptStates.moves[move].label}
      danger={isReject}
      isReady={!isChanged && (!isReject || reason.trim() !== '')}
      isOffered={waybill.receiptMoves.includes(move)}
      onSend={() => submit({ id: waybill.id, version, move, ...(isReject ? { reason: reason.trim() } : {}) })}
      onClose={onClose}
      onReload={onReload}
    >
      {notice}
      {isReject ? (
        <ReasonField label="驳回原因" value={reason} onChange={setReason} placeholder="必填，将通知承运商" />
      ) : (
        <p>
          {waybill.receiptState === 'posted'
            ? '确认已收到回单原件，份数、签章齐全。'
            : '确认回单照片清晰、签章齐全、重量与运单一致。'}
          通过后可以结算。
        </p>
      )}
    </WriteDialog>
  )
}
