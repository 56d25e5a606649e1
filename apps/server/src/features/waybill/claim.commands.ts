// Claims (费用扣款): asked for with a reason and evidence, agreed to, refused, taken back, or lost with their waybill.
import type { Input, Output } from '@yunshu/contract/call'
import { claimAnswered } from '@yunshu/contract/happening/waybill'
import type * as calls from '@yunshu/contract/waybill/claim'
import {
  chargeCodes,
  claimSides,
  claimSilenceMs,
  claimStates,
  deductibleAmount,
  dealsWith,
  partyOf,
  signedClaim,
} from '@yunshu/domain/settlement/charges'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { v7 } from 'uuid'
import { logEvent } from '../../work/history.ts'
import { move, moveAll } from '../../work/move.ts'
import { q } from '../../db/tx.ts'
import { keepUploads, type StoredUploads } from '../file/file.commands.ts'
import { writtenName, type Ctx } from '../../work/ctx.ts'
import { fieldFault } from '../../http/fieldFault.ts'
import { adjustSigned, isFixed } from './adjust.commands.ts'
import { answersOf, claimsOf, type StoredClaim } from './claim.queries.ts'
import { lockSeen, lockWaybill, passOn, touchWaybill, wordsOfWaybill } from './writing.commands.ts'
import { type LockedWaybill, sideOn } from './waybill.queries.ts'
import { assertAct } from './waybillActs.queries.ts'

/** The most claims one waybill holds: one side must not bury the other in claims. */
const claimsMax = 30

const amountText = (claim: {
  side: keyof typeof claimSides
  code: keyof typeof chargeCodes
  amount_fen: number
}): string => `${claimSides[claim.side]}　${chargeCodes[claim.code].label} ${printMoney(fen(claim.amount_fen))} 元`

/** Asks for a charge or deduction; the other side is told and has three days. */
export async function addClaim(
  ctx: Ctx,
  { id, version, claimSide: side, claimCode: code, claimAmount, reason }: Input<typeof calls.addClaim>,
  stored: StoredUploads,
): Promise<Output<typeof calls.addClaim>> {
  const waybill = await lockSeen(ctx, id, version)
  assertAct(ctx, 'claim', waybill, { account: side })
  const own = sideOn(ctx, waybill)
  const fault = claimAmount === 0 ? fieldFault({ claimAmount: '须大于0' }) : undefined
  if (fault) throw fault
  const claims = await claimsOf(ctx, id)
  if (claims.length >= claimsMax) refuseField({ claimAmount: `一张运单最多登记 ${claimsMax} 项` })
  const amount = signedClaim(code, claimAmount)
  if (amount < 0) {
    const freight = fen(side === 'SHIPPER' ? waybill.shipper_freight_fen : waybill.payable_fen)
    const most = deductibleAmount(
      freight,
      claims
        .filter(claim => claim.state === 'proposed' || claim.state === 'agreed')
        .map(claim => ({ side: claim.side, amount: fen(claim.amount_fen) })),
      side,
    )
    // the amount left of the freight is said only to people who may see the freight
    if (claimAmount > most) refuseField({ claimAmount: '扣款合计不能超过运费' })
    if (ctx.files.length === 0) throw new Problem('file.missing', {}, { fields: { files: '扣款须上传凭据' } })
  }
  const claimId = v7()
  await ctx.tx.run(
    q.insertInto('waybill_claims').values({
      id: claimId,
      waybill_id: id,
      side,
      code,
      amount_fen: amount,
      reason,
      state: claimStates.start,
      asked_by: partyOf(own),
      answer_by: ctx.now + claimSilenceMs,
      is_dispute: waybill.state === 'disputed' && side === 'CARRIER' && amount < 0 && own !== 'carrier',
      created_by: ctx.actor.userId,
      created_name: writtenName(ctx.actor),
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  if (ctx.files.length > 0)
    await keepUploads(ctx, stored, {
      entity: 'claim',
      id: claimId,
      category: 'claim',
      shipperId: waybill.shipper_id,
      carrierId: waybill.carrier_id,
      branchId: waybill.branch_id,
    })
  const next = await touchWaybill(ctx, waybill)
  await logEvent(ctx, {
    ...historyOf(waybill, { id: claimId, side }),
    action: '登记费用',
    to: claimStates.start,
    reason,
    diff: [{ field: chargeCodes[code].label, old: '--', new: `${printMoney(amount)} 元` }],
  })
  await passOn(ctx, waybill, hearersOf(side), 'claim.asked', {
    ...wordsOfWaybill(waybill),
    charge: chargeCodes[code].label,
    reason,
  })
  ctx.touched('waybill', id, [
    { field: amountText({ side, code, amount_fen: amount }), old: '--', new: claimStates.states.proposed.label },
  ])
  return { id, version: next, claimId }
}

/** Answers a claim or takes it back. */
export async function answerClaim(
  ctx: Ctx,
  { id, version, claimId, move: name, reason }: Input<typeof calls.answerClaim>,
): Promise<Output<typeof calls.answerClaim>> {
  const waybill = await lockSeen(ctx, id, version)
  const own = sideOn(ctx, waybill)
  const claim = (await claimsOf(ctx, id)).find(one => one.id === claimId && dealsWith(one.side, own))
  if (!claim) throw new Problem('row.none')
  assertAct(ctx, 'claim', waybill, name === 'agree' ? { account: claim.side } : {})
  if (claimStates.moves[name].from.some(state => state === claim.state) && !answersOf(ctx, claim, own).includes(name))
    throw new Problem('permit.missing')
  await move(ctx, claimStates, claim, name, {
    ...lineOf(waybill, claim),
    reason: reason || undefined,
    set:
      name === 'withdraw'
        ? {}
        : { answered_name: writtenName(ctx.actor), answered_at: ctx.now, answer_reason: reason || null },
  })
  const next =
    name === 'agree' && isFixed(waybill) ? await adjustSigned(ctx, waybill, claim) : await touchWaybill(ctx, waybill)
  await passOn(ctx, waybill, hearersOf(claim.side), claimAnswered[name], {
    ...wordsOfWaybill(waybill),
    charge: chargeCodes[claim.code].label,
    move: claimStates.moves[name].label,
    reason,
  })
  ctx.touched('waybill', id)
  return { id, version: next }
}

/** The end of a dispute decides the deductions asked for with it: the carrier agrees to them, or they are given up. */
export async function endDispute(ctx: Ctx, waybill: LockedWaybill, name: 'agree' | 'giveUp'): Promise<void> {
  const asked = (await claimsOf(ctx, waybill.id)).filter(claim => claim.is_dispute && claim.state === 'proposed')
  await moveAll(ctx, claimStates, asked, name, {
    ...(name === 'agree' ? { set: { answered_name: writtenName(ctx.actor), answered_at: ctx.now } } : {}),
    each: claim => lineOf(waybill, claim),
  })
}

/** Silence agrees: the product answers for the side that did not. */
export async function assumeClaimAnswers(
  ctx: Ctx,
  waybill: LockedWaybill,
  claims: readonly StoredClaim[],
): Promise<void> {
  await moveAll(ctx, claimStates, claims, 'assume', {
    set: { answered_name: '系统', answered_at: ctx.now },
    each: claim => lineOf(waybill, claim),
  })
  await takeAssumed(ctx, waybill, claims)
  for (const claim of claims)
    await passOn(ctx, waybill, hearersOf(claim.side), 'claim.assumed', {
      ...wordsOfWaybill(waybill),
      charge: chargeCodes[claim.code].label,
    })
}

/** Claims silence agreed to: after the signature each adjusts the waybill as the one before left it. */
async function takeAssumed(ctx: Ctx, waybill: LockedWaybill, claims: readonly StoredClaim[]): Promise<void> {
  if (!isFixed(waybill)) return void (await touchWaybill(ctx, waybill))
  for (const claim of claims) await adjustSigned(ctx, await lockWaybill(ctx, waybill.id), claim)
}

/** Receivers of news of a claim: a claim between house and shipper is not told to carriers. */
const hearersOf = (side: StoredClaim['side']) =>
  ({ permit: 'waybill.charge', only: side === 'SHIPPER' ? 'shipper' : undefined }) as const

/** Open claims of a waybill that is no more come to nothing. */
export async function dropClaims(ctx: Ctx, waybill: LockedWaybill): Promise<void> {
  const open = (await claimsOf(ctx, waybill.id)).filter(({ state }) => state === 'proposed' || state === 'agreed')
  await moveAll(ctx, claimStates, open, 'drop', { each: claim => lineOf(waybill, claim) })
}

/**
 * In whose history the lines of a claim stand: carriers read that of the waybill, so what house and shipper deal about
 * has its own.
 */
const historyOf = (waybill: LockedWaybill, claim: Pick<StoredClaim, 'id' | 'side'>) =>
  claim.side === 'CARRIER'
    ? { entity: 'claim' as const, entityId: waybill.id }
    : { entity: 'shipperClaim' as const, entityId: claim.id }

/** The line of history of a claim. */
function lineOf(waybill: LockedWaybill, claim: StoredClaim) {
  return {
    ...historyOf(waybill, claim),
    diff: [{ field: chargeCodes[claim.code].label, old: '--', new: `${printMoney(fen(claim.amount_fen))} 元` }],
  }
}

function refuseField(fields: Record<string, string>): void {
  const fault = fieldFault(fields)
  if (fault) throw fault
}
