// Settlement details as the reader's side sees them: its columns, and the step of a haulier whose part waits for a receipt.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { SettleDetailRow } from '@yunshu/contract/settlement/settleDetail'
import { useCallback } from 'react'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { sidesOf } from '../../lib/side.ts'
import type { Column, RowAction } from '../../ui/list/column.tsx'
import { settleDetailColumnsOf } from './settleDetailColumns.tsx'

/** The columns of the reader's side. */
export const useDetailColumns = (): readonly Column<SettleDetailRow>[] =>
  settleDetailColumnsOf(sidesOf(useSession(session => session.info)))

/** The step of the reader's own side on the receipt a part waits for: the haulier's upload, the shipper's judgement. */
export function useReceiptUpload(): (row: SettleDetailRow) => readonly RowAction[] {
  const companyId = useSession(session => session.info?.companyId)
  const canUpload = useCan('receipt.upload')
  const canJudge = useCan('receipt.audit')
  return useCallback(
    ({ receiptState, stage, part, carrierId, shipperId, waybillId }) => {
      const page = screenUrl('WaybillDetails', { id: waybillId })
      if (canJudge && receiptState === 'uploaded' && stage === 'waiting' && shipperId === companyId)
        return [{ label: '审核回单', to: actUrl(page, 'confirmReceipt') }]
      const isMissing = receiptState === 'waiting' || receiptState === 'rejected'
      if (!canUpload || !isMissing || part === 'fee' || stage !== 'waiting' || carrierId !== companyId) return []
      return [{ label: receiptState === 'rejected' ? '重新上传回单' : '上传回单', to: actUrl(page, 'uploadReceipt') }]
    },
    [canUpload, canJudge, companyId],
  )
}

/** The objection of a carrier to what a part of its own comes to: a claim that adjusts its waybill. */
export function useAppeal(): (row: SettleDetailRow) => readonly RowAction[] {
  const companyId = useSession(session => session.info?.companyId)
  const mayClaim = useCan('waybill.charge')
  return useCallback(
    ({ part, carrierId, waybillId }) =>
      mayClaim && part !== 'fee' && carrierId === companyId
        ? [{ label: '申诉调差', isAside: true, to: actUrl(screenUrl('WaybillDetails', { id: waybillId }), 'claim') }]
        : [],
    [mayClaim, companyId],
  )
}
