// The list of goods with fences as it is drawn.
import type { FenceRow } from '@yunshu/contract/fence/fence'
import { fenceListColumns } from '@yunshu/contract/fence/fenceColumns'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Tag } from '../../ui/StatusTag.tsx'

const fences = ({ fences, fencesOn }: FenceRow) =>
  fences === 0 ? (
    <Tag tone="warn">未设置</Tag>
  ) : (
    <span className="ys-figure">
      {fencesOn} / {fences}
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

export const fenceColumns = withDefaults(
  [
    pair('number', ['goodsNo', 'title'], { width: 190, fixed: 'start', card: 'title' }),
    'state',
    pair('fences', ['fences', 'vehicles'], { width: 130, isNamed: true }),
    pair('route', ['loadPlace', 'unloadPlace'], { title: '装货地 → 卸货地', width: 210, card: 'route' }),
    pair('shipper', ['shipperName'], { width: 210 }),
  ],
  singles,
)
