// The list of the companies the house serves as it is drawn.
import { companyListColumns } from '@yunshu/contract/company/companyColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const companyColumns = drawColumns(companyListColumns, {
  name: { width: 240, fixed: 'start', card: 'title' },
  state: { width: 100 },
  side: { width: 120 },
  creditCode: { width: 190 },
  contactName: { width: 100 },
  contactMobile: { width: 130 },
  branchName: { width: 230, card: 'hide' },
  submittedAt: {},
  createdAt: { card: 'hide' },
})
