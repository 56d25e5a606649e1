// The publishing form as values: what it starts with, what of it is sent, what it comes to, and how a kept draft is
// read.
import type { Input } from '@yunshu/contract/call'
import type { publishGoods } from '@yunshu/contract/goods/goods'
import { freightOf } from '@yunshu/domain/goods/freight'
import type { GoodsKind, Pricing } from '@yunshu/domain/goods/goods'
import { PPM, type Fen } from '@yunshu/domain/figures/money'
import type { PayPlan } from '@yunshu/domain/settlement/payPlan'
import { trucksNeeded } from '@yunshu/domain/goods/quantity'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { isUnitPrice, unitPrice } from '@yunshu/domain/figures/unitPrice'
import { volume } from '@yunshu/domain/figures/volume'
import { grams } from '@yunshu/domain/figures/weight'
import type { Draft } from '../../ui/form/CallForm.tsx'
import { noMarks, readMarks, type Marks } from './suggestion.ts'

/** Everything that is published. */
export type Goods = Input<typeof publishGoods>
/** The same while it is being filled. */
export type GoodsDraft = Draft<Goods>

/** Days an offer stands when nobody says otherwise. */
const usualDays = 7

/** Nothing has to be weighed. */
const noPounds = { loadPhoto: false, loadWeight: false, unloadPhoto: false, unloadWeight: false }

/** Initial values of an empty form: the choices most goods of the kind are published with. */
export function blankGoods(now: number, kind: GoodsKind = 'NORMAL'): GoodsDraft {
  return {
    kind,
    loadPoints: [{}],
    unloadPoints: [{}],
    items: [blankItem()],
    vehicleNeed: { types: [], lengthsDm: [] },
    quantityMode: 'BY_TON',
    pricing: 'PER_TON',
    priceSteps: [],
    payPlan: { prePpm: 0, oilPpm: 0, etcPpm: 0, arrivePpm: 0, receiptPpm: PPM, termDays: 0 },
    lossRule: {
      kind: 'NONE',
      allow: 0,
      scope: 'EXCESS',
      basis: 'UNLOAD',
      deductUnitPrice: unitPrice(0),
      rounding: 'NONE',
    },
    receiptRule: { needPhoto: true, needOriginal: false, copies: 1, returnDays: 7 },
    poundRule: noPounds,
    publishTo: 'RELATED',
    takeMode: 'GRAB',
    validTo: startOfDay(now) + (usualDays + 1) * DAY_MS - 60_000,
    ...(kind === 'GX' ? { quantityMode: 'BY_TRUCK', pricing: 'PER_TRUCK', gx: { via: [], dropAndHook: false } } : {}),
    // bulk is judged by the weighbridge: the price of what is lost is the only thing nobody can guess
    ...(kind === 'SH'
      ? {
          lossRule: { kind: 'PERMILLE', allow: 3000, scope: 'EXCESS', basis: 'UNLOAD', rounding: 'NONE' },
          poundRule: { loadPhoto: true, loadWeight: true, unloadPhoto: true, unloadWeight: true },
        }
      : {}),
  }
}

/** A new line of cargo: no weight stands for goods told by volume. */
export const blankItem = (): Draft<Goods['items'][number]> => ({ weightG: grams(0) })

/**
 * The input that is sent: fields that do not belong to the choices made are left out, though the form may still hold
 * them.
 */
export function shapeGoods<T extends Goods>(values: T): T {
  const { perTruckMax, dailyTrucks, distanceKm, carrierIds, lossRule, poundRule, priceSteps, gx, ...rest }: Goods =
    values
  const { kind, quantityMode, publishTo } = values
  const shaped: Goods = {
    ...rest,
    lossRule: lossRule.kind === 'NONE' ? { ...lossRule, allow: 0, deductUnitPrice: unitPrice(0) } : lossRule,
    ...(perTruckMax === undefined || quantityMode === 'BY_TRUCK' ? {} : { perTruckMax }),
    ...(dailyTrucks === undefined || kind !== 'SH' ? {} : { dailyTrucks }),
    ...(distanceKm === undefined ? {} : { distanceKm }),
    ...(gx && kind === 'GX' ? { gx } : {}),
    ...(poundRule && Object.values(poundRule).includes(true) ? { poundRule } : {}),
    ...(priceSteps && priceSteps.length > 0 ? { priceSteps } : {}),
    ...(publishTo === 'CARRIERS' && carrierIds ? { carrierIds } : {}),
  }
  return shaped as T
}

/** Goods that were published, as the form holds them: parts that say nothing are there to be filled. */
export const asDraft = (goods: Goods): GoodsDraft => ({
  ...goods,
  poundRule: goods.poundRule ?? noPounds,
  priceSteps: goods.priceSteps ?? [],
})

const whole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Total weight in grams and volume in 10⁻⁴ m³ of the cargo lines. */
export function cargoTotals({ items = [] }: Pick<GoodsDraft, 'items'>): { weight: number; volume: number } {
  const total = (pick: (item: Draft<Goods['items'][number]>) => unknown) =>
    items.reduce((all, item) => all + (whole(item && pick(item)) ?? 0), 0)
  return { weight: total(item => item.weightG), volume: total(item => item.volume) }
}

/** The estimated freight as far as it can be known; `trucks` when a truck has a limit. */
export interface Estimate {
  readonly freight: Fen | undefined
  readonly trucks: number | undefined
}

/** The freight of the whole quantity at the price typed; undefined while something of it is missing. */
export function estimateGoods(draft: GoodsDraft): Estimate {
  const { quantityMode, pricing, perTruckMax } = draft
  const qty = whole(draft.totalQty)
  const trucks =
    quantityMode && qty ? trucksNeeded({ quantityMode, perTruckMax: whole(perTruckMax) || undefined }, qty) : undefined
  const price = draft.unitPrice
  if (!pricing || !quantityMode || !isUnitPrice(price) || price === 0) return { freight: undefined, trucks }
  const billed = billedQuantity(draft, pricing, trucks)
  if (!billed) return { freight: undefined, trucks }
  try {
    return { freight: freightOf(billed, unitPrice(price)), trucks }
  } catch {
    return { freight: undefined, trucks } // beyond what can be exact
  }
}

function billedQuantity(
  draft: GoodsDraft,
  pricing: Pricing,
  trucks: number | undefined,
): Parameters<typeof freightOf>[0] | undefined {
  const qty = whole(draft.totalQty)
  const cargo = cargoTotals(draft)
  const km = whole(draft.distanceKm)
  switch (pricing) {
    case 'PER_TON': {
      const weight = draft.quantityMode === 'BY_TON' ? qty : cargo.weight
      return weight ? { pricing, weight: grams(weight) } : undefined
    }
    case 'PER_M3': {
      const cubic = draft.quantityMode === 'BY_M3' ? qty : cargo.volume
      return cubic ? { pricing, volume: volume(cubic) } : undefined
    }
    case 'PER_TRUCK':
      return trucks ? { pricing, trucks } : undefined
    // each truck drives the distance
    case 'PER_KM':
      return km && trucks ? { pricing, distanceM: km * 1000 * trucks } : undefined
  }
}

const shareKeys = ['prePpm', 'oilPpm', 'etcPpm', 'arrivePpm', 'receiptPpm'] as const
export type ShareKey = (typeof shareKeys)[number]

/** The share of a plan still missing to 100 %, in ppm; negative when there is too much. */
export const planRest = (plan: Partial<Record<ShareKey, unknown>>): number =>
  shareKeys.reduce((rest, key) => rest - (whole(plan[key]) ?? 0), PPM)

/** A plan whose named share takes all that the others leave; other shares stay. */
export const fillPlan = (plan: PayPlan, key: ShareKey): PayPlan => ({
  ...plan,
  [key]: Math.max(0, planRest({ ...plan, [key]: 0 })),
})

/** A draft as text to keep, with the marks of what was filled in from elsewhere. */
export const writeDraft = (draft: GoodsDraft, marks: Marks = noMarks): string =>
  JSON.stringify(marks.all.length === 0 ? draft : { ...draft, marks })

/** The marks kept with a draft. */
export const marksOfDraft = (text: string | undefined): Marks => readMarks(parse(text)?.['marks'])

/**
 * A kept draft laid over an empty form; undefined when there is nothing in it. Parts of another kind than the form
 * expects (kept by an older release) are left out, so that an old draft never breaks the page.
 */
export function readDraft(text: string | undefined, now: number, kind: GoodsKind = 'NORMAL'): GoodsDraft | undefined {
  const { marks: _marks, ...kept } = parse(text) ?? {}
  if (Object.keys(kept).length === 0) return undefined
  const blank: Record<string, unknown> = blankGoods(now, kind)
  const merged = Object.fromEntries(
    Object.entries({ ...blank, ...kept, kind }).map(([key, value]) => [key, laidOver(blank[key], value)]),
  )
  return merged as GoodsDraft
}

function laidOver(blank: unknown, kept: unknown): unknown {
  if (blank === undefined || kept === undefined) return kept
  if (Array.isArray(blank)) return Array.isArray(kept) && kept.every(isRecord) && kept.length > 0 ? kept : blank
  if (isRecord(blank)) return isRecord(kept) ? { ...blank, ...kept } : blank
  // text that could not be read is kept as a record of its own
  return typeof kept === typeof blank || isRecord(kept) ? kept : blank
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
