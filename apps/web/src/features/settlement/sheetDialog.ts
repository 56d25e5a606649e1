// Parts shared by the dialogs of a settlement sheet: their props, and the calls their moves make stale.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { staleAfter } from '@yunshu/contract/topics'

/** Calls whose answers a move of a sheet makes stale. */
export const sheetCalls = staleAfter('settlement', 'waybill', 'voucher')

/** Props of every dialog of a sheet. */
export interface SheetDialogProps {
  sheet: SettlementDetail
  onClose: () => void
  onReload: () => void
}
