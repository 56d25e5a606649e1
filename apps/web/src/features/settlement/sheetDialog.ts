// What the dialogs of a settlement sheet share: their props, and the calls their moves make stale.
import { countSettlements, getSettlement, listSettleable, listSettlements, type SettlementDetail } from '@yunshu/contract/settlement'
import { listVouchers } from '@yunshu/contract/voucher'

/** Calls whose answers a move of a sheet makes stale. */
export const sheetCalls = [getSettlement, listSettlements, countSettlements, listSettleable, listVouchers] as const

/** What every dialog of a sheet gets. */
export interface SheetDialogProps { sheet: SettlementDetail; onClose: () => void; onReload: () => void }
