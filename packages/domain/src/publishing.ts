// What goods must be to be published, beyond the form of each field; answers faults by field path.
import { cargoClasses, isCode } from './codes.ts'
import { checkForbidden } from './forbiddenGoods.ts'
import type { GoodsKind, Pricing, PublishTarget, QuantityMode, TakeMode } from './goods.ts'
import { PPM } from './money.ts'
import { checkPayPlan, type PayPlan } from './payPlan.ts'

export interface PublishedGoods {
  readonly kind: GoodsKind
  readonly items: readonly { readonly name: string; readonly cargoCode: string; readonly weightG: number; readonly volume?: number | undefined }[]
  readonly loadPoints: readonly Stop[]
  readonly unloadPoints: readonly Stop[]
  readonly quantityMode: QuantityMode
  readonly pricing: Pricing
  readonly unitPrice: number
  readonly distanceKm?: number | undefined
  readonly payPlan: PayPlan
  readonly publishTo: PublishTarget
  readonly carrierIds?: readonly string[] | undefined
  readonly takeMode: TakeMode
  readonly validTo: number
}
interface Stop { readonly windowStart?: number | undefined; readonly windowEnd?: number | undefined }

/** Why goods of a kind cannot be published yet; each kind has its place here. */
function kindFault(kind: GoodsKind): string | undefined {
  switch (kind) {
    case 'NORMAL': return undefined
    case 'GX': return '暂不支持发布干线货源，请选择普通'
    case 'SH': return '暂不支持发布散货货源，请选择普通'
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
 *
 * @source domain study §5.4
 */
export function publishFaults(goods: PublishedGoods, now: number): Record<string, string> {
  const faults: Record<string, string> = {}
  const put = (path: string, fault: string | undefined): void => { if (fault !== undefined) faults[path] ??= fault }
  put('kind', kindFault(goods.kind))
  // a take mode without a call for it would leave the goods with nobody able to answer
  put('takeMode', goods.takeMode === 'ASSIGN' ? '暂不支持指派，请选择抢单' : undefined)
  for (const [n, item] of goods.items.entries()) {
    put(`items.${n}.cargoCode`, isCode(cargoClasses, item.cargoCode) ? undefined : '不是可选的分类')
    put(`items.${n}.weightG`, item.weightG > 0 || (item.volume ?? 0) > 0 ? undefined : '与体积至少填写一项')
    put(`items.${n}.name`, checkForbidden(item.name))
  }
  for (const side of ['loadPoints', 'unloadPoints'] as const)
    for (const [n, { windowStart, windowEnd }] of goods[side].entries())
      put(`${side}.${n}.windowEnd`, windowStart !== undefined && windowEnd !== undefined && windowEnd < windowStart ? '不能早于开始时间' : undefined)
  const [path, fault] = pricingFault(goods) ?? []
  if (path !== undefined) put(path, fault)
  put('unitPrice', goods.unitPrice > 0 ? undefined : '须大于0')
  put('payPlan', checkPayPlan(goods.payPlan, PPM))
  put('carrierIds', goods.publishTo === 'CARRIERS' && !goods.carrierIds?.length ? '至少选择一个' : undefined)
  put('validTo', goods.validTo > now ? undefined : '须晚于当前时间')
  return faults
}
