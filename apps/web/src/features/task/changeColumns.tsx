// The list of changes that wait for an answer as it is drawn.
import { changeListColumns } from '@yunshu/contract/goods/changeColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const changeColumns = drawColumns(changeListColumns, {
  goodsNo: { width: 180, fixed: 'start', card: 'title' },
  title: { width: 160 },
  shipperName: { width: 190 },
  diff: { width: 300 },
  reason: { width: 180 },
  appliesToOpen: { width: 110 },
  createdAt: {},
})
