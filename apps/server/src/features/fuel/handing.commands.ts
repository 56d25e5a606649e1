// An amount on its way out of a stock of fuel or tolls: the part, the record, the books, and the stock last.
import type { Fen } from '@yunshu/domain/figures/money'
import { fuelIssueStates, fuelKinds, type FuelKind, type FuelMedium } from '@yunshu/domain/fuel/fuel'
import { v7 } from 'uuid'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { handOutPart } from '../part/parts.commands.ts'
import { postIssued, type BookedIssue } from '../voucher/fuelBooks.commands.ts'
import { oweFuel } from './owed.commands.ts'
import { takeStock } from './stock.commands.ts'
import type { TravellingWaybill } from './waybillRoom.queries.ts'

/** An amount on its way out of a stock. */
interface Handing {
  readonly kind: FuelKind
  readonly medium: FuelMedium
  readonly accountId: string
  readonly cardId?: string | undefined
  readonly couponNo?: string | undefined
  readonly remark?: string | undefined
  readonly amount: Fen
}

/**
 * Hands an amount out to a waybill the caller holds and has judged: part, card, record, books, and the stock last.
 * Answers the issue.
 */
export async function handOut(ctx: Ctx, waybill: TravellingWaybill, handing: Handing): Promise<BookedIssue> {
  const partId = await handOutPart(ctx, waybill, fuelKinds[handing.kind].part, handing.amount)
  const issue = await keepIssue(ctx, waybill, handing, partId)
  await postIssued(ctx, issue, handing.amount)
  await takeStock(ctx, handing.accountId, handing.amount)
  return issue
}

/** The same after the signature, which has not counted it: the carrier owes it at once. */
export async function handOutLate(ctx: Ctx, waybill: TravellingWaybill, handing: Handing): Promise<BookedIssue> {
  const issue = await keepIssue(ctx, waybill, handing, undefined)
  await postIssued(ctx, issue, handing.amount)
  await oweFuel(ctx, issue, waybill.shipper_id, handing.amount)
  await takeStock(ctx, handing.accountId, handing.amount)
  return issue
}

/** Writes the record of an issue; a passage is used already. */
async function keepIssue(
  ctx: Ctx,
  waybill: TravellingWaybill,
  { kind, medium, accountId, cardId, couponNo, remark, amount }: Handing,
  partId: string | undefined,
): Promise<BookedIssue> {
  const isUsed = medium === 'PASS'
  const id = v7()
  const issueNo = await takeNumber(ctx.tx, 'YF', 'fuel_issue_number', ctx.now)
  const state = isUsed ? 'used' : fuelIssueStates.start
  await ctx.tx.run(
    q.insertInto('fuel_issues').values({
      id,
      issue_no: issueNo,
      kind,
      medium,
      state,
      account_id: accountId,
      card_id: cardId ?? null,
      coupon_no: couponNo ?? null,
      waybill_id: waybill.id,
      part_id: partId ?? null,
      shipper_id: waybill.shipper_id,
      carrier_id: waybill.carrier_id,
      branch_id: waybill.branch_id,
      amount_fen: amount,
      used_fen: isUsed ? amount : 0,
      remark: remark || null,
      maker_id: ctx.actor.userId,
      maker_name: ctx.actor.name,
      ended_at: isUsed ? ctx.now : null,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, { entity: 'fuelIssue', entityId: id, action: `发放${fuelKinds[kind].unit}`, to: state })
  return {
    id,
    issueNo,
    kind,
    carrierId: waybill.carrier_id,
    branchId: waybill.branch_id,
    waybillId: waybill.id,
    partId,
  }
}
