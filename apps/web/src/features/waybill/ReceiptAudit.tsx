// The verdicts on a receipt the person may give now, each with its dialog beside the photos.
import { type WaybillDetail } from '@yunshu/contract/waybill/details'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Verdict } from './AuditDialog.tsx'

const AuditDialog = lazy(async () => ({ default: (await import('./AuditDialog.tsx')).AuditDialog }))

export function ReceiptAudit({ waybill, onReload }: { waybill: WaybillDetail; onReload: () => void }) {
  const [asking, setAsking] = useState<Verdict>()
  const isOriginal = waybill.receiptState === 'posted'
  return (
    <>
      {(['confirm', 'reject'] as const)
        .filter(move => waybill.receiptMoves.includes(move))
        .map(move => (
          <Button key={move} size="small" danger={move === 'reject'} onClick={() => setAsking(move)}>
            {move === 'confirm' ? (isOriginal ? '确认收到原件' : '回单审核通过') : '驳回回单'}
          </Button>
        ))}
      {asking && (
        <Suspense fallback={null}>
          <AuditDialog first={asking} waybill={waybill} onReload={onReload} onClose={() => setAsking(undefined)} />
        </Suspense>
      )}
    </>
  )
}
