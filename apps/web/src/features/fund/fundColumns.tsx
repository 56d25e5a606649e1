// The list of fund records as it is drawn.
import { fundListColumns } from '@yunshu/contract/fund/fundColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const fundColumns = drawColumns(fundListColumns, {
  recordNo: { width: 190, fixed: 'start', card: 'title' },
  state: {},
  kind: { width: 150 },
  date: { width: 130, whole: true },
  amount: { width: 140 },
  serial: { width: 210 },
  shipperName: { width: 210, card: 'hide' },
  branchName: { width: 210, card: 'hide' },
  maker: { width: 110 },
  createdAt: { card: 'hide' },
  checker: { width: 100, card: 'hide' },
  checkedAt: { card: 'hide' },
  reason: { width: 180, card: 'hide' },
  remark: { width: 180, card: 'hide' },
})
