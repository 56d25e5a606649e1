// The parts of a waybill whose estimate ended: they fall due no more, and their cash is a cut of the carrier's account.
import { addFen, fen, negateFen, printMoney, subtractFen, sumFen } from '@yunshu/domain/figures/money'
import { isFeePart } from '@yunshu/domain/settlement/parts'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'
import { dropEndedParts } from '../part/parts.commands.ts'
import type { LockedPart } from '../part/parts.queries.ts'
import { followEnded } from './waybillSettle.ts'
import { confirmCharges } from '../waybill/charge.commands.ts'
import type { LockedWaybill } from '../waybill/waybill.queries.ts'
import { touchWaybill } from '../waybill/writing.commands.ts'

/** The request that was agreed to. */
interface Asked {
  readonly reason: string
  readonly askerId: string
  readonly askerName: string
}

/**
 * Drops parts of a waybill the caller holds. The cash of the carrier's parts becomes a cut: what they earned less what is cut
 * of it leaves no cost, as the books do. A fee earns nothing any more.
 */
export async function endParts(
  ctx: Ctx,
  waybill: LockedWaybill,
  parts: readonly LockedPart[],
  asked: Asked,
): Promise<void> {
  await dropEndedParts(ctx, parts)
  const fees = parts.filter(({ part }) => isFeePart(part))
  const own = parts.filter(({ part }) => !isFeePart(part))
  for (const fee of fees) await endFee(ctx, waybill, fee)
  for (const part of own) await cutPart(ctx, waybill, part, asked)
  const cash = sumFen(own.map(part => fen(part.fixed_fen ?? 0)))
  await touchWaybill(ctx, waybill, {
    deducted_fen: addFen(fen(waybill.deducted_fen), cash),
    fees_fen: subtractFen(fen(waybill.fees_fen), sumFen(fees.map(fee => fen(fee.freight_fen)))),
  })
  await logEvent(ctx, {
    entity: 'waybill',
    entityId: waybill.id,
    action: '核销暂估',
    reason: asked.reason,
    diff: [{ field: '暂估', old: `${printMoney(sumFen(parts.map(part => fen(part.freight_fen))))} 元`, new: '--' }],
  })
  if (own.length > 0) await followEnded(ctx, waybill.id)
}

/** A carrier that handed the work down has nothing of it. */
async function endFee(ctx: Ctx, waybill: LockedWaybill, { carrier_id }: LockedPart): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('waybill_fees')
      .set({ amount_fen: 0 })
      .where('waybill_id', '=', waybill.id)
      .where('carrier_id', '=', carrier_id),
  )
}

/** The cash of a part as a charge, with the claim that explains it: agreed to by two of the house. */
async function cutPart(ctx: Ctx, waybill: LockedWaybill, part: LockedPart, asked: Asked): Promise<void> {
  const amount = negateFen(fen(part.fixed_fen ?? 0))
  if (amount === 0) return
  const claimId = v7()
  const reason = `暂估核销：${asked.reason}`
  await ctx.tx.run(
    q.insertInto('waybill_claims').values({
      id: claimId,
      waybill_id: waybill.id,
      side: 'CARRIER',
      code: 'CUT',
      amount_fen: amount,
      reason,
      state: 'agreed',
      asked_by: 'house',
      part_id: part.id,
      created_by: asked.askerId,
      created_name: asked.askerName,
      answered_name: ctx.actor.name,
      answered_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await confirmCharges(ctx, waybill.id, [{ side: 'CARRIER', code: 'CUT', amount, remark: reason, claimId }])
}
