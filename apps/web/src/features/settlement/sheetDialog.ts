// What the dialogs of a settlement sheet share: their props, and the calls their moves make stale.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { staleAfter } from '@yunshu/contract/topics'

/** Calls whose answers a move of a sheet makes stale. */
export const sheetCalls = staleAfter('settlement', 'waybill', 'voucher')

/** What every dialog of a sheet gets. */
export interface SheetDialogProps {
  sheet: SettlementDetail
  onClose: () => void
  onReload: () => void
}
