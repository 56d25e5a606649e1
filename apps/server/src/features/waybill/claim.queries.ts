// Reads of claims (费用扣款): those of a waybill as each side sees them, under lock, and what is agreed.
import type { Claim } from '@yunshu/contract/waybill/details'
import {
  answersClaim,
  chargeCodes,
  claimCodes,
  claimParties,
  claimSides,
  claimStates,
  dealsWith,
  type ClaimAnswer,
  type ClaimCode,
  type ClaimState,
} from '@yunshu/domain/settlement/charges'
import { fen } from '@yunshu/domain/figures/money'
import { type RoleSide, isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type Selectable } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { offeredMoves } from '../../work/move.ts'
import type { WaybillClaims } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import { findFilesOf } from '../file/file.queries.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { AgreedClaim } from './signedAmounts.queries.ts'

const codes = Object.fromEntries(claimCodes.map(code => [code, true])) as Readonly<Record<ClaimCode, true>>

/** A stored claim with its texts as keys. */
export type StoredClaim = ReturnType<typeof readClaim>
const readClaim = (row: Selectable<WaybillClaims>) => ({
  ...row,
  side: keyOf(claimSides, row.side),
  code: keyOf(codes, row.code),
  state: keyOf(claimStates.states, row.state),
  asked_by: keyOf(claimParties, row.asked_by),
})

/**
 * The claims of a waybill, oldest first, those on accounts of others left out. The caller holds the waybill's lock or
 * has found it in reach.
 */
export async function claimsOf(ctx: Ctx, waybillId: string): Promise<StoredClaim[]> {
  return (
    await ctx.tx.rows(q.selectFrom('waybill_claims').selectAll().where('waybill_id', '=', waybillId).orderBy('id'))
  ).map(readClaim)
}

/** The claims of many waybills, by waybill. */
export async function claimsOfMany(
  ctx: Pick<Ctx, 'tx'>,
  waybillIds: readonly string[],
): Promise<Map<string, StoredClaim[]>> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybill_claims')
      .selectAll()
      .where(sql<boolean>`waybill_id = any(${[...waybillIds]}::uuid[])`)
      .orderBy('id'),
  )
  return Map.groupBy(rows.map(readClaim), ({ waybill_id }) => waybill_id)
}

/** A claim as the rules ask whose answer it waits for. */
export const asAsked = ({ side, state, asked_by: asked }: Pick<StoredClaim, 'side' | 'state' | 'asked_by'>) => ({
  side,
  state,
  asked,
})

/** Claims that are charged at the signature; later ones stand beside it (`adjustedOf`). */
export const agreedOf = (claims: readonly StoredClaim[]): AgreedClaim[] =>
  claims
    .filter(claim => claim.state === 'agreed' && claim.part_id === null)
    .map(({ id, side, code, amount_fen, reason }) => ({ id, side, code, amount: fen(amount_fen), reason }))

/** Claims agreed on after the signature, each a part of its own. */
export const adjustedOf = (claims: readonly StoredClaim[]): AgreedClaim[] =>
  claims
    .filter(claim => claim.state === 'agreed' && claim.part_id !== null)
    .map(({ id, side, code, amount_fen, reason }) => ({ id, side, code, amount: fen(amount_fen), reason }))

/** Answers a side can give to a claim now. */
export function answersOf(ctx: Ctx, claim: StoredClaim, side: RoleSide): ClaimAnswer[] {
  const party = isHouseSide(side) ? 'house' : side
  return offeredMoves(ctx, claimStates, claim.state).filter((name): name is ClaimAnswer => {
    // deductions among the charges are taken back with the waybill alone
    if (name === 'withdraw') return party === claim.asked_by && claim.charge_id === null
    return (name === 'agree' || name === 'refuse') && answersClaim(claim.side, claim.asked_by, side)
  })
}

/** The claims of a waybill as its page shows them; `isOpen` while they can still be answered. */
export async function showClaims(ctx: Ctx, waybillId: string, side: RoleSide, isOpen: boolean): Promise<Claim[]> {
  const seen = (await claimsOf(ctx, waybillId)).filter(claim => dealsWith(claim.side, side))
  const files = await findFilesOf(
    ctx,
    'claim',
    seen.map(({ id }) => id),
  )
  return seen.map(claim => ({
    id: claim.id,
    side: claim.side,
    code: claim.code,
    label: chargeCodes[claim.code].label,
    amount: fen(claim.amount_fen),
    reason: claim.reason,
    state: claim.state,
    asked: claim.asked_by,
    askedBy: claim.created_name,
    askedAt: claim.created_at,
    ...(isWaiting(claim.state) && claim.answer_by !== null ? { answerBy: claim.answer_by } : {}),
    ...(claim.answered_name === null ? {} : { answeredBy: claim.answered_name }),
    ...(claim.answered_at === null ? {} : { answeredAt: claim.answered_at }),
    ...(claim.answer_reason === null ? {} : { answerReason: claim.answer_reason }),
    isCharged: claim.charge_id !== null,
    isDispute: claim.is_dispute,
    files: files.get(claim.id) ?? [],
    moves: isOpen ? answersOf(ctx, claim, side) : [],
  }))
}

const isWaiting = (state: ClaimState): boolean => state === 'proposed'
