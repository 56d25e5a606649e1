// Claiming money that came, whole or in parts: for a shipper, whose waybills it pays and whose prepaid money the rest is, or
// for the debts of a carrier; and taking one of the claims back.
import type { Input, Output } from '@yunshu/contract/call'
import type * as calls from '@yunshu/contract/remittance/remittance'
import { addFen, fen, printMoney, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { remittanceStates } from '@yunshu/domain/remittance'
import { v7 } from 'uuid'
import { toldField, wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { stale } from '../../work/history.ts'
import { collectDebts, uncollectDebts } from '../debt/collect.commands.ts'
import { chargeableShippers } from '../fund/fund.queries.ts'
import { lockPrepaid, returnableOf } from '../voucher/receivables.queries.ts'
import {
  postRemittanceClaimed,
  postRemittanceCollected,
  postRemittanceUnclaimed,
} from '../voucher/remittanceBooks.commands.ts'
import { askedBackOf } from './askedBack.queries.ts'
import { pickedOf } from './claimed.queries.ts'
import { standingClaims, undoClaim, writeClaim, type Standing } from './claimRows.commands.ts'
import { checkedPicks, tailsOf } from './picks.commands.ts'
import { assertAmount, lockRemittance, remittanceAnswer } from './remittance.commands.ts'
import { restOf, type Remittance } from './remittance.queries.ts'

/** The part of the money that is claimed: all that is left where none is said. */
function partOf(row: Remittance, said: Fen | undefined): Fen {
  const rest = restOf(row)
  if (said === undefined) return rest
  if (said === 0) throw wrongField('amount', '应大于 0')
  if (said > rest) throw wrongField('amount', `未认领的只有 ${printMoney(rest)} 元`)
  return said
}

const wrongState = ({ state }: Remittance, name: 'claim' | 'unclaim'): Problem =>
  new Problem('state.wrong', {
    state: remittanceStates.states[state].label,
    move: remittanceStates.moves[name].label,
  })

/** A claim as the debts see it. */
const claimOf = (row: Remittance, claimId: string) => ({
  remittanceId: row.id,
  moneyNo: row.remittance_no,
  claimId,
  branchId: row.branch_id,
})

/** Money as the books see it, with the part that is claimed of it. */
const bookedPart = (row: Remittance, amount: Fen) => ({
  id: row.id,
  remittanceNo: row.remittance_no,
  branchId: row.branch_id,
  payer: row.payer_name,
  amount,
})

/**
 * Claims money, or as much of it as the input names: for a shipper it pays the waybills somebody names, the rest is prepaid from now
 * on and pays what else the shipper owes; for a debt it pays what that carrier owes in the branch. The rest waits.
 */
export async function claimRemittance(
  ctx: Ctx,
  {
    id,
    version,
    shipperId,
    debtId,
    amount: part,
    receivables: picks = [],
    expectAmount,
  }: Input<typeof calls.claimRemittance>,
): Promise<Output<typeof calls.claimRemittance>> {
  const row = await lockRemittance(ctx, id, 'claim')
  if (row.version !== version) throw await stale(ctx, id)
  if (row.state !== 'unclaimed') throw wrongState(row, 'claim')
  assertAmount(row, expectAmount)
  if ((shipperId === undefined) === (debtId === undefined)) throw wrongField('shipperId', '请选择货主或欠款')
  if (debtId !== undefined && picks.length > 0) throw wrongField('receivables', '收回欠款时不能指定运单')
  const amount = partOf(row, part)
  if (debtId !== undefined) return payDebts(ctx, row, amount, { version, debtId })
  const shipper = await ctx.tx.first(chargeableShippers.where('c.id', '=', shipperId ?? ''))
  if (!shipper) throw wrongField('shipperId', '没有这个货主')
  const named = await checkedPicks(ctx, row, { shipperId: shipper.id, amount }, picks)
  const claimId = v7()
  const moved = await writeClaim(
    ctx,
    row,
    { id: claimId, amount, shipperId: shipper.id },
    {
      version,
      diff: [
        { field: '货主', old: '--', new: shipper.name },
        ...(named === '' ? [] : [{ field: '核销运单', old: '--', new: named }]),
      ],
    },
  )
  const tails = tailsOf(picks)
  await postRemittanceClaimed(ctx, { ...bookedPart(row, amount), shipperId: shipper.id, claimId, picks, tails })
  return remittanceAnswer(ctx, moved)
}

/** Pays what a carrier owes with a part of the money, the debt asked for first. */
async function payDebts(
  ctx: Ctx,
  row: Remittance,
  amount: Fen,
  { version, debtId }: { readonly version: number; readonly debtId: string },
): Promise<{ id: string; version: number }> {
  const claimId = v7()
  const collected = await collectDebts(ctx, debtId, amount, claimOf(row, claimId))
  const moved = await writeClaim(
    ctx,
    row,
    { id: claimId, amount, carrierId: collected.carrierId },
    { version, diff: [{ field: '承运商', old: '--', new: collected.carrierName }] },
  )
  await postRemittanceCollected(ctx, { ...bookedPart(row, amount), claimId }, collected)
  return remittanceAnswer(ctx, moved)
}

/** The claim that is meant among those that stand: where there are several, it is said which. */
async function claimToUndo(ctx: Ctx, row: Remittance, claimId: string | undefined): Promise<Standing> {
  const claims = await standingClaims(ctx, row.id)
  const [first, ...others] = claims
  if (first === undefined) throw wrongState(row, 'unclaim')
  if (claimId === undefined) {
    if (others.length > 0) throw toldField('claimId', `有 ${claims.length} 笔认领，请选择撤销哪一笔`)
    return first
  }
  const meant = claims.find(claim => claim.id === claimId)
  if (meant === undefined) throw new Problem('row.none')
  return meant
}

/** Takes a claim back: its entry goes in red, and so does what it had paid; the other claims stand. */
export async function unclaimRemittance(
  ctx: Ctx,
  row: Remittance,
  {
    version,
    reason,
    claimId,
  }: { readonly version: number; readonly reason: string; readonly claimId: string | undefined },
): Promise<{ id: string; version: number }> {
  if (row.version !== version) throw await stale(ctx, row.id)
  const claim = await claimToUndo(ctx, row, claimId)
  const moved = await undoClaim(ctx, row, claim, { version, reason, name: 'unclaim' })
  if (claim.carrier_id !== null) await uncollectDebts(ctx, claimOf(row, claim.id))
  if (claim.shipper_id !== null) await assertUnspent(ctx, row, { ...claim, shipper_id: claim.shipper_id })
  await postRemittanceUnclaimed(ctx, bookedPart(row, fen(claim.amount_fen)), claim.id)
  return remittanceAnswer(ctx, moved)
}

/** Refuses to take a claim back whose money the shipper has asked back or has again: it would leave the house twice. */
async function assertUnspent(
  ctx: Ctx,
  row: Remittance,
  { id, amount_fen: amount, shipper_id: shipperId }: Standing & { readonly shipper_id: string },
): Promise<void> {
  const of = { branchId: row.branch_id, shipperId }
  const free = await ctx.tx.elevated(async () => {
    await lockPrepaid(ctx, of)
    // of waybills it named the claim takes its own money back
    const picked = await pickedOf(ctx, id)
    const prepaid = subtractFen(fen(amount), picked)
    const kept = subtractFen(fen(amount), await askedBackOf(ctx, { ...of, id, prepaid }))
    return Math.min(kept, addFen(await returnableOf(ctx, of), picked))
  })
  if (free < amount) throw new Problem('remittance.spent', { free: printMoney(fen(Math.max(0, free))) })
}
