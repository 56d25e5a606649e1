// Faults of goods that are not sent yet, by dotted path, and the sections of the form they stand in.
import { publishGoods } from '@yunshu/contract/goods/goods'
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { inputFaults } from '../../lib/faults.ts'
import type { FieldFaults } from '../../lib/errors.ts'
import { shapeGoods, type Goods, type GoodsDraft } from './publishForm.ts'
import { ruleFaults } from './ruleFaults.ts'

/** Everything that would be refused now; `picksShipper`: the platform has to say for whom. */
export function draftFaults(draft: GoodsDraft, kind: GoodsKind, picksShipper = false): FieldFaults {
  if (draft.lossRule === undefined) return {}
  const goods = shapeGoods({ ...draft, kind } as Goods)
  const own = inputFaults(publishGoods.input, goods)
  const faults = Object.keys(own).length > 0 ? own : ruleFaults(goods)
  return picksShipper && draft.shipperId === undefined ? { shipperId: '请选择货主', ...faults } : faults
}

/** Sections of the form in their order, by their titles. */
export const railTitles = {
  shipper: '货主',
  trunk: '干线信息',
  places: '装卸地点',
  items: '货物信息',
  price: '数量与计价',
  rest: '其他约定',
  summary: '发布前核对',
} as const
export type RailName = keyof typeof railTitles

const owners: Readonly<Record<string, RailName>> = {
  shipperId: 'shipper',
  gx: 'trunk',
  loadPoints: 'places',
  unloadPoints: 'places',
  items: 'items',
  quantityMode: 'price',
  totalQty: 'price',
  perTruckMax: 'price',
  dailyTrucks: 'price',
  pricing: 'price',
  unitPrice: 'price',
  distanceKm: 'price',
}

/** The section a fault is shown in. */
export const railOf = (path: string): RailName => owners[path.split('.')[0] ?? ''] ?? 'rest'
