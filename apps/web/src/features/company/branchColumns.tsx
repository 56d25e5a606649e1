// The list of branch companies as it is drawn.
import { branchListColumns } from '@yunshu/contract/company/branchColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const branchColumns = drawColumns(branchListColumns, {
  name: { width: 260, fixed: 'start', card: 'title' },
  state: { width: 90 },
  shortName: { width: 120 },
  creditCode: { width: 190 },
  contactName: { width: 100 },
  contactMobile: { width: 130 },
  address: { width: 240, card: 'hide' },
  people: { width: 80 },
})
