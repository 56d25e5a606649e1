// The list of changes that wait for an answer as it is drawn.
import { changeListColumns } from '@yunshu/contract/goods/changeColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(changeListColumns, {
  goodsNo: { width: 180, fixed: 'start', card: 'title' },
  state: { isHidden: true, card: 'hide' },
  title: { width: 160 },
  shipperName: { width: 190 },
  diff: { width: 300 },
  reason: { width: 180 },
  appliesToOpen: { width: 110 },
  createdAt: {},
})

const pair = pairing(singles)

export const changeColumns = withDefaults(
  [
    pair('number', ['goodsNo', 'title'], { width: 190, fixed: 'start', card: 'title' }),
    pair('shipper', ['shipperName', 'createdAt'], { width: 190 }),
    'diff',
    pair('reason', ['reason', 'appliesToOpen'], { width: 190 }),
  ],
  singles,
)
