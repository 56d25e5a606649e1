// Quantities of goods in words: what is left of the whole, and how far they are taken.
import { type QuantityMode, quantityModes } from '@yunshu/domain/goods/goods'
import type { GoodsDetail } from '@yunshu/contract/goods/goods'
import { printQuantity, takenWords } from '@yunshu/domain/goods/quantity'

interface Amounts {
  readonly quantityMode: QuantityMode
  readonly totalQty: number
  readonly remainQty: number
}

/** A quantity without its unit: 32.400. */
export const quantityNumber = (mode: QuantityMode, qty: number): string =>
  printQuantity(mode, qty).slice(0, -quantityModes[mode].unit.length).trimEnd()

/** The rest of the whole: 12.000 / 32.400 吨. */
export const remainText = ({ quantityMode: mode, totalQty, remainQty }: Amounts): string =>
  `${quantityNumber(mode, remainQty)} / ${quantityNumber(mode, totalQty)} ${quantityModes[mode].unit}`

/** The part carriers took, and where the reader sees no parts also the one sent and not answered. */
export const acceptedQty = ({ totalQty, remainQty, progress }: Amounts & Pick<GoodsDetail, 'progress'>): number =>
  Math.max(0, totalQty - remainQty - (progress?.waiting ?? 0))

/** Parts of what was taken, in words: 待承运商答复 33.000 吨, 已接单 132.000 吨, 已派车 132.000 吨（4 车）; none where the reader sees none. */
export function partsText({
  quantityMode: mode,
  totalQty,
  remainQty,
  progress,
}: Amounts & Pick<GoodsDetail, 'progress'>): string[] {
  if (progress === undefined) return []
  const { waiting, undispatched, trucks } = progress
  const accepted = acceptedQty({ quantityMode: mode, totalQty, remainQty, progress })
  const dispatched = Math.max(0, accepted - undispatched)
  const on = mode === 'BY_TRUCK' ? '' : `（${trucks} 车）`
  return [
    ...(waiting > 0 ? [`${takenWords.waiting} ${printQuantity(mode, waiting)}`] : []),
    ...(accepted > 0 ? [`${takenWords.accepted} ${printQuantity(mode, accepted)}`] : []),
    ...(undispatched > 0 ? [`${takenWords.undispatched} ${printQuantity(mode, undispatched)}`] : []),
    ...(dispatched > 0 ? [`${takenWords.dispatched} ${printQuantity(mode, dispatched)}${on}`] : []),
  ]
}

/** Share that was taken, in whole percent; 100 only when nothing is left, 0 only when nothing was taken. */
export function takenPercent({ totalQty, remainQty }: Amounts): number {
  const taken = totalQty - remainQty
  if (taken <= 0) return 0
  return remainQty === 0 ? 100 : Math.min(99, Math.max(1, Math.round((taken / totalQty) * 100)))
}
