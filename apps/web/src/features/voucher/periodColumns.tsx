// The list of months as it is drawn.
import { periodListColumns } from '@yunshu/contract/voucher/periodColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const periodColumns = drawColumns(periodListColumns, {
  period: { width: 120, fixed: 'start', card: 'title' },
  branchName: { width: 210 },
  state: { width: 130 },
  vouchers: { width: 90 },
  asker: { width: 100, card: 'hide' },
  askedAt: { card: 'hide' },
  confirmer: { width: 100, card: 'hide' },
  confirmedAt: { card: 'hide' },
  snapshot: { width: 130, card: 'hide' },
  reason: { width: 180, card: 'hide' },
})
