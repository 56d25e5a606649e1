// A load above what a vehicle is approved for, where the shipper's policy lets it pass: noted in the waybill's history.
import { grams, printTons } from '@yunshu/domain/figures/weight'
import type { Change } from '../../work/ctx.ts'

/** The line 超重 of a history; none while the weight is within the vehicle's approved load. Both in grams. */
export function overweightChange(weight: number, tonnage: number): Change[] {
  return weight > tonnage
    ? [{ field: '超重', old: `核定 ${printTons(grams(tonnage))} 吨`, new: `${printTons(grams(weight))} 吨` }]
    : []
}
