// The difference between the scales of driver and receiver at one place.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { lossOf } from '@yunshu/domain/goods/freight'
import { grams } from '@yunshu/domain/figures/weight'
import { poundPlaces, scaleGap, type PoundPlace } from '@yunshu/domain/waybill/pound'
import { tonsText } from '../../ui/Figures.tsx'
import { asWeighings } from './pound.ts'

/** The difference between the two scales of a place, in words; nothing unless both weighed. */
export function ScaleGap({ waybill, place }: { waybill: WaybillDetail; place: PoundPlace }) {
  const gap = scaleGap(asWeighings(waybill.tickets), place)
  if (gap === undefined) return null
  const off = grams(Math.abs(gap))
  const isWithin = off <= allowedOf(waybill)
  return (
    <p className={isWithin ? 'ys-weak' : 'wb-loss'}>
      {poundPlaces[place]}：
      {gap === 0
        ? '双方磅重一致'
        : `收发货方磅重比司机${gap < 0 ? '少' : '多'} ${tonsText(off)} 吨${isWithin ? '，在允许之内' : ''}`}
    </p>
  )
}

/** The weight that may be lost on the way without a deduction, which is what scales may differ by. */
function allowedOf({ loadWeightG, unloadWeightG, lossRule }: WaybillDetail): number {
  if (loadWeightG === undefined || unloadWeightG === undefined || unloadWeightG > loadWeightG) return 0
  return lossOf(loadWeightG, unloadWeightG, lossRule).allowed
}
