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

/** The upload of a receipt that is not there, for the haulier whose part waits for it. */
export function useReceiptUpload(): (row: SettleDetailRow) => readonly RowAction[] {
  const companyId = useSession(session => session.info?.companyId)
  const canUpload = useCan('receipt.upload')
  return useCallback(
    ({ receiptState, stage, part, carrierId, waybillId }) => {
      const isMissing = receiptState === 'waiting' || receiptState === 'rejected'
      if (!canUpload || !isMissing || part === 'fee' || stage !== 'waiting' || carrierId !== companyId) return []
      const to = actUrl(screenUrl('WaybillDetails', { id: waybillId }), 'uploadReceipt')
      return [{ label: receiptState === 'rejected' ? '重新上传回单' : '上传回单', to }]
    },
    [canUpload, companyId],
  )
}
