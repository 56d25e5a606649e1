// The difference between the scales of driver and receiver at one place.
import type { WaybillDetail } from '@yunshu/contract/waybill/details'
import { grams, printKg } from '@yunshu/domain/figures/weight'
import { poundPlaces, scaleGap, type PoundPlace } from '@yunshu/domain/waybill/pound'
import { asWeighings } from './pound.ts'

/** The difference between the two scales of a place, in words; nothing unless both weighed. */
export function ScaleGap({ waybill, place }: { waybill: WaybillDetail; place: PoundPlace }) {
  const gap = scaleGap(asWeighings(waybill.tickets), place)
  if (gap === undefined) return null
  return (
    <p className={gap === 0 ? 'ys-weak' : 'wb-loss'}>
      {poundPlaces[place]}：
      {gap === 0 ? '双方磅重一致' : `收发货方磅重比司机${gap < 0 ? '少' : '多'} ${printKg(grams(Math.abs(gap)))} 公斤`}
    </p>
  )
}
