// Parts of the publishing form that are folded while they hold what most goods are published with.
import type { GoodsKind } from '@yunshu/domain/goods/goods'
import { sameValue } from '@yunshu/domain/figures/sameValue'
import { createContext } from 'react'
import { placeOfDraft } from './bookPlaces.ts'
import { blankGoods, type GoodsDraft } from './publishForm.ts'

/** Sections most goods leave as they are, each with the fields it holds. */
export const foldFields = {
  basic: ['title', 'upstreamNo'],
  need: ['vehicleNeed'],
  steps: ['priceSteps'],
  plan: ['payPlan'],
  loss: ['lossRule'],
  pound: ['poundRule'],
  receipt: ['receiptRule'],
  offer: ['publishTo', 'takeMode', 'validTo', 'carrierIds', 'remark'],
} as const satisfies Readonly<Record<string, readonly (keyof GoodsDraft)[]>>
export type FoldName = keyof typeof foldFields
export const foldNames = Object.keys(foldFields) as FoldName[]

/** Fields of a line of cargo, and of the quantity, that few goods need. */
const rareOfItem = ['volume', 'pieces', 'packing', 'valueFen'] as const
const rareOfPrice = ['perTruckMax', 'dailyTrucks', 'distanceKm'] as const

export interface Folds {
  /** False where everything stands open: goods that are changed. */
  readonly folds: boolean
  readonly isOpen: (key: string) => boolean
  readonly toggle: (key: string, isOpen: boolean) => void
}

/** Keys: names of sections, `price`, and `loadPoints.0`, `items.0` for a place and a line of cargo. */
export const FoldsContext = createContext<Folds>({ folds: false, isOpen: () => true, toggle: () => undefined })

/** The part of the form a fault, by its dotted path, is shown in; undefined where that is never folded. */
export function foldOf(path: string): string | undefined {
  const [field = '', at, rest] = path.split('.')
  if (field === 'loadPoints' || field === 'unloadPoints') return `${field}.${at}`
  if (field === 'items') return rareOfItem.some(rare => rare === rest) ? `items.${at}` : undefined
  if (rareOfPrice.some(rare => rare === field)) return 'price'
  return foldNames.find(name => foldFields[name].some(one => one === field))
}

/** Parts a form opens with: those that hold something else than most goods, and those something is missing in. */
export function foldsOf(draft: GoodsDraft, kind: GoodsKind, now: number, faults: readonly string[]): string[] {
  const blank = blankGoods(now, kind)
  const isOwn = (field: keyof GoodsDraft): boolean =>
    draft[field] !== undefined && field !== 'validTo' && !sameValue(draft[field], blank[field])
  const sections: string[] = foldNames.filter(name => foldFields[name].some(isOwn))
  const items = (draft.items ?? []).flatMap((item, at) =>
    rareOfItem.some(field => item?.[field] !== undefined) ? [`items.${at}`] : [],
  )
  const places = (['loadPoints', 'unloadPoints'] as const).flatMap(side =>
    (draft[side] ?? []).flatMap((place, at) =>
      place !== undefined && Object.keys(place).length > 0 && placeOfDraft(place) === undefined
        ? [`${side}.${at}`]
        : [],
    ),
  )
  const price = rareOfPrice.some(isOwn) ? ['price'] : []
  // a place shows what it holds, and its fields when it is worked on
  const missing = faults.map(foldOf).filter(fold => fold !== undefined && !fold.includes('Points'))
  return [...sections, ...items, ...places, ...price, ...missing.filter(fold => fold !== undefined)]
}
