// Adjustments (调差): a part of its own for what both sides agreed on after the signature, above or below zero.
import { negateFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { partStates, waitOfPart } from '@yunshu/domain/settlement/parts'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { moveAll } from '../../work/move.ts'
import { lockPartsOf } from './parts.queries.ts'

/** A signed waybill the caller holds. */
interface Adjusted {
  readonly id: string
  readonly shipper_id: string
  readonly carrier_id: string
  readonly branch_id: string
}

/** An agreed amount; below zero it is a deduction, all of it a penalty or none. */
export interface Adjustment {
  readonly amount: Fen
  readonly isPenalty: boolean
  readonly dueAt: number
}

/** Adds the part of an adjustment, ready for a sheet; answers it with its number among the adjustments of the waybill. */
export async function addAdjustPart(
  ctx: Ctx,
  { id: waybillId, shipper_id, carrier_id, branch_id }: Adjusted,
  { amount, isPenalty, dueAt }: Adjustment,
): Promise<{ id: string; n: number }> {
  const n = (await lockPartsOf(ctx, [waybillId])).filter(({ part }) => part === 'adjust').length + 1
  const id = v7()
  const deducted = amount < 0 ? negateFen(amount) : ZERO_FEN
  await ctx.tx.run(
    q.insertInto('waybill_parts').values({
      id,
      waybill_id: waybillId,
      part: 'adjust',
      n,
      shipper_id,
      carrier_id,
      branch_id,
      planned_fen: 0,
      fixed_fen: amount,
      freight_fen: amount > 0 ? amount : ZERO_FEN,
      deducted_fen: deducted,
      penalty_fen: isPenalty ? deducted : ZERO_FEN,
      waits_for: waitOfPart.adjust,
      due_at: dueAt,
      state: partStates.start,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  const made = (await lockPartsOf(ctx, [waybillId])).filter(part => part.id === id)
  await moveAll(ctx, partStates, made, 'open')
  return { id, n }
}
