// Conditions for publishing goods beyond the form of each field; answers faults by field path.
import { cargoClasses, isCode } from '../codes.ts'
import { checkForbidden } from './forbiddenGoods.ts'
import type { GoodsKind, lossKinds, Pricing, PublishTarget, QuantityMode, TakeMode } from './goods.ts'
import { PPM } from '../figures/money.ts'
import { checkPayPlan, type PayPlan } from '../settlement/payPlan.ts'
import type { PoundRule } from '../waybill/pound.ts'
import { priceStepFaults } from './priceSteps.ts'

export interface PublishedGoods {
  readonly kind: GoodsKind
  readonly items: readonly {
    readonly name: string
    readonly cargoCode: string
    readonly weightG: number
    readonly volume?: number | undefined
  }[]
  readonly loadPoints: readonly Stop[]
  readonly unloadPoints: readonly Stop[]
  readonly quantityMode: QuantityMode
  readonly perTruckMax?: number | undefined
  readonly dailyTrucks?: number | undefined
  readonly pricing: Pricing
  readonly unitPrice: number
  readonly priceSteps?: readonly { readonly unitPrice: number; readonly effectiveAt: number }[] | undefined
  readonly distanceKm?: number | undefined
  readonly payPlan: PayPlan
  readonly lossRule: { readonly kind: keyof typeof lossKinds }
  readonly poundRule?: PoundRule | undefined
  readonly gx?:
    | { readonly plannedDepartAt: number; readonly via: readonly { readonly plannedAt?: number | undefined }[] }
    | undefined
  readonly publishTo: PublishTarget
  readonly carrierIds?: readonly string[] | undefined
  readonly takeMode: TakeMode
  readonly validTo: number
}
interface Stop {
  readonly windowStart?: number | undefined
  readonly windowEnd?: number | undefined
}

/** Faults of the blocks a kind of goods needs, and of those it must not have. */
function kindFaults(goods: PublishedGoods, now: number): Record<string, string> {
  return {
    ...(goods.kind === 'GX' ? trunkFaults(goods, now) : goods.gx ? { gx: '仅干线货源可填写' } : {}),
    ...(goods.kind === 'SH'
      ? bulkFaults(goods)
      : goods.dailyTrucks === undefined
        ? {}
        : { dailyTrucks: '仅散货货源可填写' }),
  }
}

/** A trunk line leaves in the future and passes its places one after the other. */
function trunkFaults({ gx }: PublishedGoods, now: number): Record<string, string> {
  if (!gx) return { gx: '干线货源须填写' }
  const faults: Record<string, string> = gx.plannedDepartAt > now ? {} : { 'gx.plannedDepartAt': '须晚于当前时间' }
  let before = gx.plannedDepartAt
  for (const [n, { plannedAt }] of gx.via.entries()) {
    if (plannedAt !== undefined && plannedAt < before)
      faults[`gx.via.${n}.plannedAt`] = n === 0 ? '不能早于计划发车时间' : '不能早于发车或上一途经点'
    before = Math.max(before, plannedAt ?? before)
  }
  return faults
}

/**
 * Bulk is counted and billed by the weighbridge: without a limit per truck, a rule for loss and both weights nothing
 * could be judged.
 */
function bulkFaults({ quantityMode, perTruckMax, lossRule, poundRule }: PublishedGoods): Record<string, string> {
  return {
    ...(quantityMode === 'BY_TON' ? {} : { quantityMode: '散货须按吨计量' }),
    ...(perTruckMax === undefined ? { perTruckMax: '散货须填写' } : {}),
    ...(lossRule.kind === 'NONE' ? { 'lossRule.kind': '散货须约定亏吨规则' } : {}),
    ...(poundRule?.loadWeight && poundRule.unloadWeight ? {} : { poundRule: '散货须要求装货和卸货过磅重量' }),
  }
}

/** Goods priced by a measure that nobody will know cannot be billed. */
function pricingFault({ pricing, quantityMode, distanceKm }: PublishedGoods): [string, string] | undefined {
  if (pricing === 'PER_M3' && quantityMode !== 'BY_M3') return ['pricing', '按方计价须按方计量']
  if (pricing === 'PER_KM' && distanceKm === undefined) return ['distanceKm', '按公里计价须填写']
  return undefined
}

/**
 * Faults by field path; empty when the goods may be published at `now`. The cap on oil, the contract and the carriers
 * are the company's matters and are judged where the company is known.
 */
export function publishFaults(goods: PublishedGoods, now: number): Record<string, string> {
  const faults: Record<string, string> = {}
  const put = (path: string, fault: string | undefined): void => {
    if (fault !== undefined) faults[path] ??= fault
  }
  for (const [kindPath, kindFault] of Object.entries(kindFaults(goods, now))) put(kindPath, kindFault)
  for (const [n, item] of goods.items.entries()) {
    put(`items.${n}.cargoCode`, isCode(cargoClasses, item.cargoCode) ? undefined : '不是可选的分类')
    put(`items.${n}.weightG`, item.weightG > 0 || (item.volume ?? 0) > 0 ? undefined : '与体积至少填写一项')
    put(`items.${n}.name`, checkForbidden(item.name))
  }
  for (const side of ['loadPoints', 'unloadPoints'] as const)
    for (const [n, { windowStart, windowEnd }] of goods[side].entries())
      put(
        `${side}.${n}.windowEnd`,
        windowStart !== undefined && windowEnd !== undefined && windowEnd < windowStart
          ? '不能早于开始时间'
          : undefined,
      )
  const [path, fault] = pricingFault(goods) ?? []
  if (path !== undefined) put(path, fault)
  put('unitPrice', goods.unitPrice > 0 ? undefined : '须大于0')
  for (const [stepPath, stepFault] of Object.entries(priceStepFaults(goods.priceSteps ?? [], now)))
    put(stepPath, stepFault)
  put('payPlan', checkPayPlan(goods.payPlan, PPM))
  put('carrierIds', goods.publishTo === 'CARRIERS' && !goods.carrierIds?.length ? '至少选择一个' : undefined)
  put('validTo', goods.validTo > now ? undefined : '须晚于当前时间')
  return faults
}
