// Terms of goods in the words people use: places, cargo, vehicles wanted, prices, plan of payment, loss, receipts,
// weighbridges, trunk lines.
import { cargoClasses, labelOf } from '../codes.ts'
import { printDecimal } from '../figures/decimal.ts'
import { lossBases, lossScopes, roundings, type lossKinds } from './goods.ts'
import { printMoney, type Fen } from '../figures/money.ts'
import { payParts, type PayPlan } from '../settlement/payPlan.ts'
import type { PoundRule } from '../waybill/pound.ts'
import { formatDateTime } from '../figures/time.ts'
import { printUnitPrice, type UnitPrice } from '../figures/unitPrice.ts'
import { vehicleTypes, type VehicleTypeCode } from '../fleet/vehicleTypes.ts'
import { printVolume, volume } from '../figures/volume.ts'
import { printTons, type Grams } from '../figures/weight.ts'

/** The types asked for most, under the words used on the road. */
export const usualVehicleTypes: readonly (readonly [VehicleTypeCode, string])[] = [
  ['Q11', '半挂牵引车'],
  ['H19', '高栏（重型仓栅）'],
  ['H11', '栏板（重型普通）'],
  ['H15', '平板（重型）'],
  ['H12', '厢式（重型）'],
  ['H13', '封闭 / 冷藏（重型）'],
  ['H17', '自卸（重型）'],
  ['H14', '罐式（重型）'],
  ['H16', '集装箱（重型）'],
  ['H29', '高栏（中型）'],
  ['H22', '厢式（中型）'],
  ['H32', '厢式（轻型）'],
  ['H39', '高栏（轻型）'],
]

/** Loading lengths in metres × 10, as freight people name trucks. */
export const usualLengthsDm = [27, 38, 42, 50, 62, 68, 77, 82, 87, 96, 117, 125, 130, 137, 150, 160, 175] as const

/** A type of a vehicle need in words. */
export const typeText = (code: string): string =>
  usualVehicleTypes.find(([known]) => known === code)?.[1] ?? labelOf(vehicleTypes, code) ?? code

/** Loading lengths in metres × 10 as people say them: 96 is 9.6米. */
export const lengthText = (dm: number): string => `${printDecimal(dm, 1, 0)}米`

export interface VehicleNeed {
  readonly types: readonly string[]
  readonly lengthsDm: readonly number[]
  readonly minTonnageG?: Grams | undefined
}

/** 半挂牵引车 / 自卸（重型），13米，载重不少于 30.000 吨. */
export function needText({ types, lengthsDm, minTonnageG }: VehicleNeed): string {
  return (
    words('，', [
      types.map(typeText).join(' / '),
      lengthsDm.map(lengthText).join(' / '),
      minTonnageG === undefined || minTonnageG === 0 ? '' : `载重不少于 ${printTons(minTonnageG)} 吨`,
    ]) || '不限'
  )
}

/** 油卡 30%，到付 50%，回单付 20%. */
export function planText(plan: PayPlan): string {
  const shares = [
    ['pre', plan.prePpm],
    ['oil', plan.oilPpm],
    ['etc', plan.etcPpm],
    ['arrive', plan.arrivePpm],
    ['receipt', plan.receiptPpm],
  ] as const
  return shares
    .filter(([, ppm]) => ppm > 0)
    .map(([part, ppm]) => `${payParts[part].label} ${printDecimal(ppm, 4, 0)}%`)
    .join('，')
}

export const termText = ({ termDays }: Pick<PayPlan, 'termDays'>): string =>
  termDays === 0 ? '无账期' : `${termDays} 天`

export interface LossTerms {
  readonly kind: keyof typeof lossKinds
  readonly allow: number
  readonly scope: keyof typeof lossScopes
  readonly basis: keyof typeof lossBases
  readonly deductUnitPrice: UnitPrice
  readonly rounding: keyof typeof roundings
}

/** 允许 3‰，超耗部分按 800.00 元/吨扣款. */
export function lossText({ kind, allow, scope, deductUnitPrice }: LossTerms): string {
  if (kind === 'NONE') return '不计亏吨'
  return `允许 ${printDecimal(allow, 3, 0)}${kind === 'PERMILLE' ? '‰' : ' 公斤'}，${lossScopes[scope]}按 ${printUnitPrice(deductUnitPrice)} 元/吨扣款`
}

/** The whole rule in one line: loss, what is billed, rounding. */
export const lossTermsText = (rule: LossTerms): string =>
  `${lossText(rule)}；运费${lossBases[rule.basis]}计；${roundings[rule.rounding]}`

export interface ReceiptTerms {
  readonly needPhoto: boolean
  readonly needOriginal: boolean
  readonly copies: number
  readonly returnDays: number
}

/** 照片；原件 2 份，7 天内返回. */
export function receiptText({ needPhoto, needOriginal, copies, returnDays }: ReceiptTerms): string {
  if (!needPhoto && !needOriginal) return '不需要回单'
  const wanted = words('；', [needPhoto ? '照片' : '', needOriginal ? `原件 ${copies} 份` : ''])
  return returnDays > 0 ? `${wanted}，${returnDays} 天内返回` : wanted
}

/** 装货：过磅重量、磅单照片；卸货：过磅重量. */
export function poundText(rule: PoundRule | undefined): string {
  if (!rule) return '不要求磅单'
  const side = (name: string, weight: boolean, photo: boolean): string =>
    weight || photo ? `${name}：${words('、', [weight ? '过磅重量' : '', photo ? '磅单照片' : ''])}` : ''
  return (
    words('；', [side('装货', rule.loadWeight, rule.loadPhoto), side('卸货', rule.unloadWeight, rule.unloadPhoto)]) ||
    '不要求磅单'
  )
}

const minute = (ms: number): string => formatDateTime(ms).slice(0, 16)

export interface Stop {
  readonly name: string
  readonly regionName: string
  readonly address: string
  readonly contact: string
  readonly mobile: string
  readonly windowStart?: number | undefined
  readonly windowEnd?: number | undefined
}

/** The agreed stretch of time of a place; undefined when none was agreed. */
export function windowText({ windowStart, windowEnd }: Pick<Stop, 'windowStart' | 'windowEnd'>): string | undefined {
  if (windowStart === undefined && windowEnd === undefined) return undefined
  return `${windowStart === undefined ? '' : minute(windowStart)} ～ ${windowEnd === undefined ? '' : minute(windowEnd)}`
}

/** A place of loading or unloading in one line. */
export const stopText = (stop: Stop): string => {
  const window = windowText(stop)
  return `${stop.name}，${stop.regionName} ${stop.address}，${stop.contact} ${stop.mobile}${window === undefined ? '' : `，${window}`}`
}

export interface CargoLine {
  readonly name: string
  readonly cargoCode: string
  readonly packing?: string | undefined
  readonly weightG: Grams
  readonly volume?: number | undefined
  readonly pieces?: number | undefined
  readonly valueFen?: Fen | undefined
}

/** A line of cargo: 动力煤（煤炭及制品），散装，640.000 吨，货值 100.00 元. */
export const cargoText = (item: CargoLine): string =>
  words('，', [
    `${item.name}（${labelOf(cargoClasses, item.cargoCode) ?? item.cargoCode}）`,
    item.packing ?? '',
    item.weightG === 0 ? '' : `${printTons(item.weightG)} 吨`,
    item.volume ? `${printVolume(volume(item.volume))} 方` : '',
    item.pieces ? `${item.pieces} 件` : '',
    item.valueFen ? `货值 ${printMoney(item.valueFen)} 元` : '',
  ])

export interface TrunkLine {
  readonly lineName: string
  readonly shiftNo: string
  readonly plannedDepartAt: number
  readonly via: readonly {
    readonly name: string
    readonly regionCode: string
    readonly regionName: string
    readonly plannedAt?: number | undefined
  }[]
  readonly dropAndHook: boolean
}

/** 成都—上海干线 CD-SH-01 班，2026-11-22 20:00 发车，途经 西安、郑州，甩挂. */
export const trunkText = ({ lineName, shiftNo, plannedDepartAt, via, dropAndHook }: TrunkLine): string =>
  words('，', [
    `${lineName} ${shiftNo} 班`,
    `${minute(plannedDepartAt)} 发车`,
    via.length === 0
      ? ''
      : `途经 ${via.map(place => place.name + (place.plannedAt === undefined ? '' : `（${minute(place.plannedAt)}）`)).join('、')}`,
    dropAndHook ? '甩挂' : '',
  ])

/** A price plan in one line: 2026-12-01 00:00 起 300.00；…. */
export const stepsText = (steps: readonly { readonly unitPrice: UnitPrice; readonly effectiveAt: number }[]): string =>
  steps.map(step => `${minute(step.effectiveAt)} 起 ${printUnitPrice(step.unitPrice)}`).join('；')

/** The parts that say something, joined. */
const words = (mark: string, parts: readonly string[]): string => parts.filter(part => part !== '').join(mark)
