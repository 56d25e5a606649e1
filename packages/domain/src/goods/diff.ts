// Differences between two versions of goods, field by field in words: old → new.
import {
  goodsKinds,
  pricings,
  publishTargets,
  quantityModes,
  takeModes,
  type GoodsKind,
  type Pricing,
  type PublishTarget,
  type QuantityMode,
  type TakeMode,
} from './goods.ts'
import {
  cargoText,
  lossTermsText,
  needText,
  planText,
  poundText,
  receiptText,
  stepsText,
  stopText,
  termText,
  trunkText,
  type CargoLine,
  type LossTerms,
  type ReceiptTerms,
  type Stop,
  type TrunkLine,
  type VehicleNeed,
} from './words.ts'
import type { PayPlan } from '../settlement/payPlan.ts'
import type { PoundRule } from '../waybill/pound.ts'
import { printQuantity } from './quantity.ts'
import { sameValue } from '../figures/sameValue.ts'
import { formatDateTime } from '../figures/time.ts'
import { priceLessFee, printUnitPrice, type UnitPrice } from '../figures/unitPrice.ts'

/** The fields of goods that a change may touch. */
export interface GoodsTerms {
  readonly kind: GoodsKind
  readonly title?: string | undefined
  readonly upstreamNo?: string | undefined
  readonly loadPoints: readonly Stop[]
  readonly unloadPoints: readonly Stop[]
  readonly items: readonly CargoLine[]
  readonly vehicleNeed: VehicleNeed
  readonly quantityMode: QuantityMode
  readonly totalQty: number
  readonly perTruckMax?: number | undefined
  readonly dailyTrucks?: number | undefined
  readonly pricing: Pricing
  readonly unitPrice: UnitPrice
  readonly priceSteps?: readonly { readonly unitPrice: UnitPrice; readonly effectiveAt: number }[] | undefined
  readonly distanceKm?: number | undefined
  readonly payPlan: PayPlan
  readonly lossRule: LossTerms
  readonly receiptRule: ReceiptTerms
  readonly poundRule?: PoundRule | undefined
  readonly gx?: TrunkLine | undefined
  readonly publishTo: PublishTarget
  readonly carrierIds?: readonly string[] | undefined
  readonly takeMode: TakeMode
  readonly validTo: number
  readonly remark?: string | undefined
}

/** One difference. The carrier's prices stand under keys of their own: each side reads its own. */
export interface GoodsDiffLine {
  readonly key: keyof GoodsTerms | 'carrierUnitPrice' | 'carrierPriceSteps'
  readonly field: string
  readonly old: string
  readonly new: string
}

const keys = [
  'kind',
  'title',
  'upstreamNo',
  'loadPoints',
  'unloadPoints',
  'items',
  'vehicleNeed',
  'quantityMode',
  'totalQty',
  'perTruckMax',
  'dailyTrucks',
  'pricing',
  'unitPrice',
  'priceSteps',
  'distanceKm',
  'payPlan',
  'lossRule',
  'receiptRule',
  'poundRule',
  'gx',
  'publishTo',
  'carrierIds',
  'takeMode',
  'validTo',
  'remark',
] as const satisfies readonly (keyof GoodsTerms)[]

/** Blank texts and empty lists say as much as nothing. */
const said = (value: unknown): unknown =>
  value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value

/** The fields that differ, in the order of the form. */
export const changedKeys = (before: GoodsTerms, after: GoodsTerms): (keyof GoodsTerms)[] =>
  keys.filter(key => !sameValue(said(before[key]), said(after[key])))

interface Words {
  /** The name of a carrier offered the goods. */
  readonly nameOf: (carrierId: string) => string
  /** The platform's share of the price, ppm; with it the carrier's prices have lines too. */
  readonly feePpm?: number | undefined
}

/** The differences in words; '--' where nothing was said. */
export function diffGoods(before: GoodsTerms, after: GoodsTerms, words: Words): GoodsDiffLine[] {
  return changedKeys(before, after).flatMap(key => [
    ...linesOf(key, before, after, words),
    ...carrierLines(key, before, after, words.feePpm),
  ])
}

function linesOf(key: keyof GoodsTerms, before: GoodsTerms, after: GoodsTerms, words: Words): GoodsDiffLine[] {
  if (key === 'loadPoints')
    return listLines(key, '装货地', before.loadPoints.map(stopText), after.loadPoints.map(stopText))
  if (key === 'unloadPoints')
    return listLines(key, '卸货地', before.unloadPoints.map(stopText), after.unloadPoints.map(stopText))
  if (key === 'items') return listLines(key, '货物', before.items.map(cargoText), after.items.map(cargoText))
  if (key === 'payPlan')
    return [
      { key, field: '支付方案', old: planText(before.payPlan), new: planText(after.payPlan) },
      { key, field: '账期', old: termText(before.payPlan), new: termText(after.payPlan) },
    ].filter(line => line.old !== line.new)
  const [field, text] = fieldTexts[key]
  return [{ key, field, old: text(before, words) || '--', new: text(after, words) || '--' }]
}

/** Elements of a list that differ, numbered when there is more than one. */
function listLines(
  key: keyof GoodsTerms,
  field: string,
  before: readonly string[],
  after: readonly string[],
): GoodsDiffLine[] {
  const count = Math.max(before.length, after.length)
  return Array.from({ length: count }, (_, n) => ({
    key,
    field: count > 1 ? `${field} ${n + 1}` : field,
    old: before[n] ?? '--',
    new: after[n] ?? '--',
  })).filter(line => line.old !== line.new)
}

const minute = (ms: number): string => formatDateTime(ms).slice(0, 16)
const quantity = (goods: GoodsTerms, qty: number | undefined): string =>
  qty === undefined ? '' : printQuantity(goods.quantityMode, qty)
const priced = (goods: GoodsTerms, price: UnitPrice): string =>
  `${printUnitPrice(price)} ${pricings[goods.pricing].label}`

type Text = (goods: GoodsTerms, words: Words) => string
const fieldTexts: Readonly<
  Record<Exclude<keyof GoodsTerms, 'loadPoints' | 'unloadPoints' | 'items' | 'payPlan'>, readonly [string, Text]>
> = {
  kind: ['货源类型', ({ kind }) => goodsKinds[kind]],
  title: ['标题', ({ title = '' }) => title],
  upstreamNo: ['客户单号', ({ upstreamNo = '' }) => upstreamNo],
  vehicleNeed: ['车型车长', ({ vehicleNeed }) => needText(vehicleNeed)],
  quantityMode: ['数量方式', ({ quantityMode }) => quantityModes[quantityMode].label],
  totalQty: ['总量', goods => quantity(goods, goods.totalQty)],
  perTruckMax: ['单车上限', goods => quantity(goods, goods.perTruckMax)],
  dailyTrucks: ['每日车数上限', ({ dailyTrucks }) => (dailyTrucks === undefined ? '' : `${dailyTrucks}车`)],
  pricing: ['计价方式', ({ pricing }) => pricings[pricing].label],
  unitPrice: ['托运单价', goods => priced(goods, goods.unitPrice)],
  priceSteps: ['托运价格计划', ({ priceSteps = [] }) => stepsText(priceSteps)],
  distanceKm: ['里程', ({ distanceKm }) => (distanceKm === undefined ? '' : `${distanceKm} 公里`)],
  lossRule: ['亏吨规则', ({ lossRule }) => lossTermsText(lossRule)],
  receiptRule: ['回单要求', ({ receiptRule }) => receiptText(receiptRule)],
  poundRule: ['磅单要求', ({ poundRule }) => poundText(poundRule)],
  gx: ['干线信息', ({ gx }) => (gx ? trunkText(gx) : '')],
  publishTo: ['发布对象', ({ publishTo }) => publishTargets[publishTo]],
  carrierIds: ['指定承运商', ({ carrierIds = [] }, { nameOf }) => carrierIds.map(nameOf).join('、')],
  takeMode: ['接单方式', ({ takeMode }) => takeModes[takeMode]],
  validTo: ['截止时间', ({ validTo }) => minute(validTo)],
  remark: ['备注', ({ remark = '' }) => remark],
}

function carrierLines(
  key: keyof GoodsTerms,
  before: GoodsTerms,
  after: GoodsTerms,
  feePpm: number | undefined,
): GoodsDiffLine[] {
  if (feePpm === undefined) return []
  const price = (goods: GoodsTerms): string => priced(goods, priceLessFee(goods.unitPrice, feePpm))
  const steps = ({ priceSteps = [] }: GoodsTerms): string =>
    stepsText(priceSteps.map(step => ({ ...step, unitPrice: priceLessFee(step.unitPrice, feePpm) })))
  if (key === 'unitPrice')
    return [{ key: 'carrierUnitPrice', field: '承运单价', old: price(before), new: price(after) }]
  return key === 'priceSteps'
    ? [{ key: 'carrierPriceSteps', field: '承运价格计划', old: steps(before) || '--', new: steps(after) || '--' }]
    : []
}
