// The list of goods with fences as it is drawn.
import type { FenceRow } from '@yunshu/contract/fence/fence'
import { fenceListColumns } from '@yunshu/contract/fence/fenceColumns'
import { EndText } from '../../ui/list/EndText.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const fences = ({ fences, fencesOn }: FenceRow) =>
  fences === 0 ? (
    <Tag tone="warn">未设置</Tag>
  ) : (
    <span>
      <span className="ys-card-word">围栏 </span>
      {fences} 个，
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
const load = factOf(singles, 'loadPlace', { render: row => <EndText place={row.loadPlace} /> })
const unload = factOf(singles, 'unloadPlace', { render: row => <EndText place={row.unloadPlace} /> })
/** The title without the cities that stand beside it. */
const cargo = factOf(singles, 'title', {
  render: ({ title }: FenceRow) => <span title={title}>{title.replace(/^\S+→\S+ /, '')}</span>,
})
const cars = factOf(singles, 'vehicles', {
  title: '车辆',
  render: ({ vehicles }: FenceRow) =>
    vehicles === 0 ? (
      <span className="ys-amber">未绑定车辆</span>
    ) : (
      <>
        <span className="ys-card-word">车 </span>
        {vehicles} 辆
      </>
    ),
})

export const fenceColumns = withDefaults(
  [
    pair('goods', ['goodsNo'], { width: 160, fixed: 'start', card: 'title' }),
    'state',
    pair('ends', [load, unload], { title: '装货地 → 卸货地', width: 230, card: 'route' }),
    pair('cars', [cars], { title: '车辆', width: 110, isKept: true }),
    pair('circles', ['fences'], { title: '围栏', width: 150, fits: true }),
    pair('title', [cargo], { width: 150 }),
  ],
  singles,
)
