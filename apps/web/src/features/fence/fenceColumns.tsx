// The list of goods with fences as it is drawn.
import type { FenceRow } from '@yunshu/contract/fence/fence'
import { fenceListColumns } from '@yunshu/contract/fence/fenceColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const fences = ({ fences, fencesOn }: FenceRow) =>
  fences === 0 ? (
    <Tag tone="warn">未设置</Tag>
  ) : (
    <span>
      围栏 {fences} 个，
      {fencesOn === fences ? (fences > 1 ? '均启用' : '启用') : fencesOn === 0 ? '均停用' : `启用 ${fencesOn} 个`}
    </span>
  )

const singles = drawColumns(fenceListColumns, {
  goodsNo: { width: 170, fixed: 'start', card: 'title' },
  state: { width: 100 },
  fences: { width: 140, render: fences },
  vehicles: {},
  loadPlace: { width: 190 },
  unloadPlace: { width: 190 },
  title: { width: 230 },
  shipperName: { width: 220 },
})

const pair = pairing(singles)
const cars = factOf(singles, 'vehicles', {
  title: '车辆',
  render: ({ vehicles }: FenceRow) => (vehicles === 0 ? '未绑定车辆' : `车 ${vehicles} 辆`),
})

export const fenceColumns = withDefaults(
  [
    pair('goods', ['goodsNo'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('title', ['title'], { width: 200, card: 'route' }),
    pair('ends', ['loadPlace', 'unloadPlace'], { title: '装货地 / 卸货地', width: 230, card: 'hide' }),
    pair('circles', ['fences'], { title: '围栏', width: 150 }),
    pair('cars', [cars], { title: '车辆', width: 110 }),
  ],
  singles,
)
