// Amounts of waybills and their parts, worked out anew from the terms, weights and claims they stand on.
import {
  explainAdjusted,
  explainEstimate,
  explainMargin,
  explainOpen,
  explainWeighed,
  type WeighedAmounts,
} from '@yunshu/domain/amount/freight'
import { explainAmount, type ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { explainFixed, explainPlanned } from '@yunshu/domain/amount/parts'
import { fen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { grams } from '@yunshu/domain/figures/weight'
import { payParts } from '@yunshu/domain/settlement/payPlan'
import { isCashPart, partLabel, waybillParts } from '@yunshu/domain/settlement/parts'
import { weighedStates } from '@yunshu/domain/waybill/freightMark'
import { isOff, waybillStates, type WaybillState } from '@yunshu/domain/waybill/waybill'
import type { Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import type { WaybillParts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { priceSight } from '../../work/scope.ts'
import { feesOf } from '../waybill/charge.queries.ts'
import { adjustedOf, agreedOf, claimsOf, type StoredClaim } from '../waybill/claim.queries.ts'
import { pricedTermsOf, wantsReceipt, weighedTermsOf } from '../waybill/signedAmounts.queries.ts'
import { findWaybill } from '../waybill/waybill.queries.ts'
import { amountsOf } from '../waybill/waybillAmounts.queries.ts'
import { readWaybillBody } from '../waybill/waybillBody.queries.ts'
import type { Explained } from './explained.ts'

type Found = Pick<
  Awaited<ReturnType<typeof findWaybill>>,
  | 'state'
  | 'settle_state'
  | 'body'
  | 'pricing'
  | 'qty'
  | 'plan_weight_g'
  | 'load_weight_g'
  | 'unload_weight_g'
  | 'shipper_unit_price'
  | 'carrier_unit_price'
  | 'oil_fen'
  | 'advanced_fen'
  | 'paid_fen'
  | 'set_off_fen'
>
type Part = Selectable<WaybillParts>

/** Amounts of a waybill that can be asked about. */
export type WaybillAmount = 'shipperFreight' | 'carrierFreight' | 'deducted' | 'open' | 'margin'

const signedStates: ReadonlySet<WaybillState> = new Set(['signed', 'finished'])
const stateOf = ({ state }: Pick<Found, 'state'>): WaybillState => keyOf(waybillStates.states, state)
const isSigned = (row: Found): boolean => signedStates.has(stateOf(row))

type Accounts = Pick<WeighedAmounts, 'shipperFreight' | 'carrierFreight' | 'deducted'>

const none = (label: string, note: string): ExplainedAmount => explainAmount(label, ZERO_FEN, note)

/** The amounts of both accounts as they stand: of the plan, of both weights, or none once the waybill is off. */
function workAccounts(row: Found, claims: readonly StoredClaim[]): Accounts {
  const state = stateOf(row)
  if (isOff(state)) {
    const note = '运单已取消或作废，不再计费'
    return {
      shipperFreight: none('托运运费', note),
      carrierFreight: none('承运运费', note),
      deducted: none('扣款', note),
    }
  }
  const body = readWaybillBody(row.body)
  const { load_weight_g: load, unload_weight_g: unload } = row
  const isWeighed = isSigned(row) || weighedStates.some(each => each === state)
  const unsigned = none('扣款', '签收时确定')
  if (!isWeighed || load === null || unload === null) {
    const terms = pricedTermsOf(row, body)
    const planned = grams(row.plan_weight_g)
    return {
      shipperFreight: explainEstimate(terms, planned, 'SHIPPER'),
      carrierFreight: explainEstimate(terms, planned, 'CARRIER'),
      deducted: unsigned,
    }
  }
  const weights = { load: grams(load), unload: grams(unload) }
  const worked = explainWeighed(weighedTermsOf(row, body), weights, agreedOf(claims))
  return isSigned(row) ? explainAdjusted(worked, adjustedOf(claims)) : { ...worked, deducted: unsigned }
}

/** An amount of a waybill with its claims, and the earnings of carriers between. */
export function workWaybillAmount(
  row: Found,
  { claims, fees }: { readonly claims: readonly StoredClaim[]; readonly fees: readonly ExplainedAmount[] },
  of: WaybillAmount,
): ExplainedAmount {
  const { shipperFreight, carrierFreight, deducted } = workAccounts(row, claims)
  switch (of) {
    case 'shipperFreight':
      return shipperFreight
    case 'carrierFreight':
      return carrierFreight
    case 'deducted':
      return deducted
    case 'margin':
      return explainMargin(shipperFreight, carrierFreight, isOff(stateOf(row)) ? [] : fees)
    case 'open':
      if (isOff(stateOf(row))) return none('未付', '运单已取消或作废，不再计费')
      if (row.settle_state === 'settled') return none('未付', '已结清')
      return explainOpen(carrierFreight, deducted, {
        oil: fen(row.oil_fen),
        advanced: fen(row.advanced_fen),
        paid: fen(row.paid_fen),
        setOff: fen(row.set_off_fen),
      })
  }
}

/** An amount of a waybill; one its reader may not see is refused as the page leaves it out. */
export async function explainWaybill(ctx: Ctx, id: string, of: WaybillAmount): Promise<Explained> {
  const row = await findWaybill(ctx, id)
  const kept = amountsOf(ctx, row)[of]
  if (kept === undefined) throw wrongField('amountOf', noSight)
  const fees = of === 'margin' && row.fees_fen > 0 ? await feesOf(ctx, id) : []
  const told = fees.map(({ carrierName, amount }) => explainAmount(`${carrierName} 转派差价`, amount))
  return { amount: workWaybillAmount(row, { claims: await claimsOf(ctx, id), fees: told }, of), kept }
}

const noSight = '您没有查看这项金额的权限'

/** The amount of a part of a waybill: fixed by the signature, handed out, or planned. */
export function workPart(row: Found, claims: readonly StoredClaim[], parts: readonly Part[], own: Part): Explained {
  const part = keyOf(waybillParts, own.part)
  const body = readWaybillBody(row.body)
  if (own.fixed_fen !== null && part === 'adjust') {
    const claim = claims.find(each => each.part_id === own.id)
    return {
      amount: explainAmount(partLabel(part), fen(claim?.amount_fen ?? 0), claim?.reason),
      kept: fen(own.fixed_fen),
    }
  }
  if (own.fixed_fen !== null && isCashPart(part)) {
    const signed = claims.filter(each => each.part_id === null)
    const { carrierFreight, deducted } = workAccounts(row, signed)
    const cash = parts.filter(each => isCashPart(keyOf(waybillParts, each.part)) && each.fixed_fen !== null)
    const amount = explainFixed(part, {
      carrierFreight,
      deducted,
      oil: sumFen(cash.map(each => fen(each.oil_fen))),
      advanced: sumFen(cash.map(each => fen(each.advanced_fen))),
      plannedArrive: fen(parts.find(each => each.part === 'arrive')?.planned_fen ?? 0),
      waits: wantsReceipt(body) && body.payPlan.receiptPpm > 0,
    })
    return { amount, kept: fen(own.fixed_fen) }
  }
  if (own.fixed_fen !== null || own.issued_fen > 0) {
    const given = fen(own.fixed_fen ?? own.issued_fen)
    return { amount: explainAmount(partLabel(part), given, '已发放'), kept: given }
  }
  const planned = fen(own.planned_fen)
  const estimate = explainEstimate(pricedTermsOf(row, body), grams(row.plan_weight_g), 'CARRIER')
  const worked =
    part in payParts ? explainPlanned(keyOf(payParts, part), body.payPlan, estimate, body.agreedOil) : undefined
  return { amount: worked ?? explainAmount(partLabel(part), planned, '计划金额'), kept: planned }
}

/** The amount of a part of a waybill in the caller's reach. */
export async function explainPart(ctx: Ctx, waybillId: string, partId: string | undefined): Promise<Explained> {
  if (partId === undefined) throw wrongField('partId', '请选择分期')
  const row = await findWaybill(ctx, waybillId)
  if (!priceSight(ctx, row.shipper_id).carrier) throw wrongField('amountOf', noSight)
  const parts = await ctx.tx.rows(
    q.selectFrom('waybill_parts').selectAll().where('waybill_id', '=', waybillId).orderBy('id'),
  )
  const own = parts.find(each => each.id === partId && (each.state !== 'dropped' || each.freight_fen > 0))
  if (own === undefined) throw wrongField('partId', '这张运单没有该分期')
  return workPart(row, await claimsOf(ctx, waybillId), parts, own)
}
