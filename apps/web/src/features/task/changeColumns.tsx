// The list of changes that wait for an answer as it is drawn.
import { changeListColumns } from '@yunshu/contract/goods/changeColumns'
import { changeDrawings } from '../../parts/goods/changeDrawings.ts'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const singles = drawColumns(changeListColumns, {
  ...changeDrawings,
  // all of them wait
  state: { isHidden: true, card: 'hide' },
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
