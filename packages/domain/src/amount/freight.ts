// Freight, deductions and margin of a waybill, each with the figures it is made of: a signature stores these values.
import { groupThousands, printDecimal } from '../figures/decimal.ts'
import { absoluteFen, negateFen, subtractFen, type Fen } from '../figures/money.ts'
import { printUnitPrice, type UnitPrice } from '../figures/unitPrice.ts'
import { printKg, type Grams } from '../figures/weight.ts'
import {
  billedQuantity,
  billedWeight,
  carrierCharges,
  freightOf,
  lossOf,
  type FreightQuantity,
  type Loss,
  type LossRule,
  type WeightBasis,
} from '../goods/freight.ts'
import { lossBases, lossScopes, pricings, roundings, type Pricing } from '../goods/goods.ts'
import { chargeCodes, claimSums, type ClaimAmount, type ClaimCode, type ClaimSide } from '../settlement/charges.ts'
import { compensationOf, penaltiesOf } from '../settlement/treatment.ts'
import {
  explainAmount,
  explainFact,
  explainSum,
  explainWorked,
  explainedUnits,
  printExplained,
  type ExplainedAmount,
  type Explanation,
} from './explanation.ts'

/** Terms a waybill is priced by. */
export interface PricedTerms {
  readonly pricing: Pricing
  readonly qty: number
  readonly distanceKm?: number | undefined
  readonly shipperPrice: UnitPrice
  readonly carrierPrice: UnitPrice
}

/** Terms of a waybill that count once it is weighed. */
export interface WeighedTerms extends PricedTerms {
  readonly lossRule: LossRule & { readonly basis: WeightBasis; readonly rounding: keyof typeof roundings }
}

/** A claim both sides agreed on. */
export interface ExplainedClaim extends ClaimAmount {
  readonly code: ClaimCode
  readonly reason?: string | undefined
}

const accountWords = { SHIPPER: '托运', CARRIER: '承运' } as const satisfies Readonly<Record<ClaimSide, string>>
const priceOn = (terms: PricedTerms, account: ClaimSide): UnitPrice =>
  account === 'SHIPPER' ? terms.shipperPrice : terms.carrierPrice

/** The billed quantity as a figure. */
function explainQuantity(billed: FreightQuantity, note: string): Explanation {
  switch (billed.pricing) {
    case 'PER_TON':
      return explainFact('计费重量', billed.weight, 'grams', note)
    case 'PER_M3':
      return explainFact('计费体积', billed.volume, 'volume', '按约定数量')
    case 'PER_TRUCK':
      return explainFact('车数', billed.trucks, 'trucks', '按车计价')
    case 'PER_KM':
      return explainFact('计费里程', billed.distanceM, 'metres', '按约定里程')
  }
}

/** A freight of a quantity at a price. */
function explainPriced(label: string, billed: FreightQuantity, price: UnitPrice, weightNote: string): ExplainedAmount {
  const quantity = explainQuantity(billed, weightNote)
  const unit = pricings[billed.pricing].label
  const said = `${printExplained(quantity)} ${explainedUnits[quantity.unit].label} × ${groupThousands(printUnitPrice(price))} ${unit}`
  return explainWorked(label, freightOf(billed, price), `${said}，四舍五入到分`, [
    quantity,
    explainFact(`单价（${unit}）`, price, 'unitPrice', '派车时约定'),
  ])
}

/** The freight a waybill is estimated at before it is weighed. */
export function explainEstimate(terms: PricedTerms, planned: Grams, account: ClaimSide): ExplainedAmount {
  const billed = billedQuantity(terms.pricing, { qty: terms.qty, weight: planned, distanceKm: terms.distanceKm })
  return explainPriced(`${accountWords[account]}运费（预估）`, billed, priceOn(terms, account), '计划重量')
}

const explainClaim = ({ code, amount, reason }: ExplainedClaim): ExplainedAmount =>
  explainAmount(chargeCodes[code].label, absoluteFen(amount), reason ?? '双方已确认')

/** Amounts of a waybill with both weights, as a signature fixes them. */
export interface WeighedAmounts {
  readonly billed: FreightQuantity
  readonly loss: Loss
  /** The line of freight on each account, without claims. */
  readonly freight: Readonly<Record<ClaimSide, Fen>>
  readonly rounding: Fen
  /** The shipper's amount: freight and agreed charges, less agreed deductions. */
  readonly shipperFreight: ExplainedAmount
  /** The share of those deductions that is compensation: what is invoiced is the shipper's amount and this. */
  readonly compensated: Fen
  /** The carrier's earnings before deductions, freight and agreed charges. */
  readonly carrierFreight: ExplainedAmount
  /** Loss, agreed deductions and rounding, above zero. */
  readonly deducted: ExplainedAmount
  /** The share of them that is penalties. */
  readonly penalty: Fen
}

/** Works out the amounts of a waybill from both weights and the claims both sides agreed on. */
export function explainWeighed(
  terms: WeighedTerms,
  { load, unload }: { readonly load: Grams; readonly unload: Grams },
  claims: readonly ExplainedClaim[],
): WeighedAmounts {
  const { lossRule } = terms
  const weight = billedWeight(lossRule.basis, load, unload)
  const billed = billedQuantity(terms.pricing, { qty: terms.qty, weight, distanceKm: terms.distanceKm })
  const line = (account: ClaimSide): ExplainedAmount =>
    explainPriced('运费', billed, priceOn(terms, account), lossBases[lossRule.basis])
  const of = { SHIPPER: line('SHIPPER'), CARRIER: line('CARRIER') }
  const on = (account: ClaimSide, isCut: boolean): ExplainedAmount[] =>
    claims.filter(({ side, amount }) => side === account && amount < 0 === isCut).map(explainClaim)
  const loss = lossOf(load, unload, lossRule)
  const sums = claimSums(claims, 'CARRIER')
  const { rounding } = carrierCharges(of.CARRIER.value, loss, lossRule.rounding, claimsNet(sums))
  const less = [
    ...(loss.amount > 0 ? [explainLoss(loss, { load, unload }, lossRule)] : []),
    ...on('CARRIER', true),
    ...(rounding === 0 ? [] : [explainAmount('抹零', negateFen(rounding), roundings[lossRule.rounding])]),
  ]
  return {
    billed,
    loss,
    freight: { SHIPPER: of.SHIPPER.value, CARRIER: of.CARRIER.value },
    rounding,
    shipperFreight: explainSum('托运运费', {
      plus: [of.SHIPPER, ...on('SHIPPER', false)],
      less: on('SHIPPER', true),
    }),
    compensated: compensationOf(claims),
    carrierFreight: explainSum('承运运费', { plus: [of.CARRIER, ...on('CARRIER', false)] }),
    deducted: explainSum('扣款', { plus: less }),
    penalty: penaltiesOf(claims, 'CARRIER'),
  }
}

/** The carrier's amounts with what was agreed on after the signature. */
export function explainAdjusted(
  worked: Pick<WeighedAmounts, 'shipperFreight' | 'carrierFreight' | 'deducted'>,
  adjusted: readonly ExplainedClaim[],
): Pick<WeighedAmounts, 'shipperFreight' | 'carrierFreight' | 'deducted'> {
  if (adjusted.length === 0) return worked
  const [more, less] = [adjusted.filter(({ amount }) => amount > 0), adjusted.filter(({ amount }) => amount < 0)]
  return {
    ...worked,
    carrierFreight: explainSum('承运运费', {
      plus: [worked.carrierFreight, ...more.map(explainClaim)],
      note: '含签收后调差',
    }),
    deducted: explainSum('扣款', { plus: [worked.deducted, ...less.map(explainClaim)], note: '含签收后调差' }),
  }
}

const claimsNet = ({ extra, cut }: { readonly extra: Fen; readonly cut: Fen }): Fen => subtractFen(extra, cut)

/** The deduction for goods lost on the way: 允许 3‰ 即 97.2 公斤，扣 52.8 公斤 × 800 元/吨. */
function explainLoss(
  loss: Loss,
  { load, unload }: { readonly load: Grams; readonly unload: Grams },
  rule: LossRule,
): ExplainedAmount {
  const allowed = rule.kind === 'PERMILLE' ? `${printDecimal(rule.allow, 3, 0)}‰ 即 ` : ''
  return explainWorked(
    chargeCodes.LOSS.label,
    loss.amount,
    `亏 ${printKg(loss.lost)} 公斤，允许 ${allowed}${printKg(loss.allowed)} 公斤，${lossScopes[rule.scope]}扣 ${printKg(loss.deducted)} 公斤 × ${groupThousands(printUnitPrice(rule.deductUnitPrice))} 元/吨`,
    [
      explainFact('装货重量', load, 'grams'),
      explainFact('卸货重量', unload, 'grams'),
      explainFact('允许亏损', loss.allowed, 'grams', '不扣款的部分'),
      explainFact('扣款重量', loss.deducted, 'grams', lossScopes[rule.scope]),
      explainFact('货物单价（元/吨）', rule.deductUnitPrice, 'unitPrice', '亏吨规则'),
    ],
  )
}

/** Amounts taken from a carrier's earnings so far. */
export interface PaidAmounts {
  readonly oil: Fen
  readonly advanced: Fen
  readonly paid: Fen
  readonly setOff: Fen
}

/** The amount still open for the carrier of a waybill that is not settled. */
export const explainOpen = (
  freight: ExplainedAmount,
  deducted: ExplainedAmount,
  { oil, advanced, paid, setOff }: PaidAmounts,
): ExplainedAmount =>
  explainSum('未付', {
    plus: [freight],
    less: [
      deducted,
      explainAmount('油卡', oil, '随运费发放'),
      explainAmount('预付与 ETC', advanced, '签收前已发放'),
      explainAmount('已付', paid),
      explainAmount('已抵欠款', setOff),
    ].filter(({ value }) => value !== 0),
  })

/** The revenue of a waybill with its tax, as it is booked and invoiced: compensation lowers what is owed and not the revenue. */
export const explainRevenue = (shipper: ExplainedAmount, compensated: Fen): ExplainedAmount =>
  explainSum('签收收入', { plus: [shipper, explainAmount('赔付货主', compensated, '不减收入，另列赔款支出')] })

/**
 * The difference of the prices of the house: the shipper's freight less the carrier's and those of carriers between, with
 * tax and before cuts. The earnings of a waybill are said by the ledger alone (`profit.ts`).
 */
export const explainMargin = (
  shipper: ExplainedAmount,
  carrier: ExplainedAmount,
  fees: readonly ExplainedAmount[],
): ExplainedAmount =>
  explainSum('运费差价', {
    plus: [shipper],
    less: [carrier, ...fees],
    note: '含税，没有减扣款；挣了多少按总账，见毛利分析',
  })
