// The list of versions of posting rules as it is drawn.
import { postingListColumns } from '@yunshu/contract/voucher/postingColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'

export const postingColumns = drawColumns(postingListColumns, {
  versionNo: { width: 190, fixed: 'start', card: 'title' },
  state: { width: 90 },
  inUse: { width: 70 },
  branchName: { width: 150 },
  validFrom: { width: 110, card: 'figure' },
  services: { width: 180 },
  note: { width: 200 },
  maker: { width: 100, card: 'hide' },
  createdAt: { card: 'hide', isHidden: true },
  checker: { width: 100, card: 'hide', isHidden: true },
  checkedAt: { card: 'hide', isHidden: true },
  reason: { width: 180, card: 'hide', isHidden: true },
})
