// Folded parts of the publishing form: which stand open, and where faults lead.
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { expect, test } from 'vitest'
import { draftFaults, railOf } from './draftFaults.ts'
import { foldOf, foldsOf } from './folds.ts'
import { blankGoods, type GoodsDraft } from './publishForm.ts'

const now = Date.parse('2026-11-23T10:00:00+08:00')
const opened = (draft: GoodsDraft, kind: 'NORMAL' | 'SH' | 'GX' = 'NORMAL') =>
  foldsOf(draft, kind, now, Object.keys(draftFaults(draft, kind)))

test('an empty form is folded, but for what bulk cannot do without', () => {
  expect(opened(blankGoods(now))).toEqual([])
  expect(opened(blankGoods(now, 'GX'), 'GX')).toEqual([])
  expect(opened(blankGoods(now, 'SH'), 'SH')).toEqual(['loss'])
})

test('parts that hold something stand open', () => {
  const draft: GoodsDraft = {
    ...blankGoods(now),
    remark: '慢装',
    vehicleNeed: { types: ['H19'], lengthsDm: [] },
    perTruckMax: 33_000_000,
    items: [{ name: '煤' }, { pieces: 3 }],
    loadPoints: [{ name: '煤场' }],
    validTo: now,
  }
  expect(new Set(opened(draft))).toEqual(new Set(['need', 'offer', 'price', 'items.1', 'loadPoints.0']))
})

test('a fault leads into the part its field is folded in, and is counted by its section', () => {
  expect(
    ['loadPoints.1.mobile', 'items.0.pieces', 'items.0.name', 'lossRule.allow', 'validTo', 'totalQty'].map(foldOf),
  ).toEqual(['loadPoints.1', 'items.0', undefined, 'loss', 'offer', undefined])
  expect(['loadPoints.0.name', 'gx.via.0.name', 'distanceKm', 'payPlan', 'shipperId'].map(railOf)).toEqual([
    'places',
    'trunk',
    'price',
    'rest',
    'shipper',
  ])
})

test('what is missing is what would be refused, for the platform the shipper too', () => {
  expect(Object.keys(draftFaults(blankGoods(now), 'NORMAL')).filter(path => !path.includes('Points'))).toEqual([
    'items.0.name',
    'items.0.cargoCode',
    'totalQty',
    'unitPrice',
  ])
  expect(draftFaults(blankGoods(now), 'NORMAL', true)).toHaveProperty('shipperId', '请选择货主')
  const bad: GoodsDraft = { ...blankGoods(now), unitPrice: unitPrice(0) }
  expect(draftFaults(bad, 'NORMAL')).not.toEqual({})
})
