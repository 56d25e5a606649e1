// Parts shared by the dialogs of a settlement sheet: their props, and the calls their moves make stale.
import type { SettlementDetail } from '@yunshu/contract/settlement/settlement'
import { staleAfter } from '@yunshu/contract/topics'
import type { settlementStates } from '@yunshu/domain/settlement/settlement'

/** Calls whose answers a move of a sheet makes stale. */
export const sheetCalls = staleAfter('settlement', 'waybill', 'voucher')

/** A move of a sheet. */
export type SheetMoved = keyof typeof settlementStates.moves

/** Props of every dialog of a sheet. */
export interface SheetDialogProps {
  sheet: SettlementDetail
  onClose: () => void
  onReload: () => void
  /** A move was made: which, and who has the sheet now. */
  onDone: (move: SheetMoved, said: string) => void
}
