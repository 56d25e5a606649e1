// The returns of money that came, as people see them.
import type { RemittanceRefund } from '@yunshu/contract/remittance/remittance'
import { fen } from '@yunshu/domain/figures/money'
import { restSince, type RemittanceRefundStage } from '@yunshu/domain/remittance'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

const stageOf = (row: { readonly ended_at: number | null; readonly serial: string | null }): RemittanceRefundStage =>
  row.ended_at === null ? 'asked' : row.serial === null ? 'kept' : 'sent'

/** The returns of money, the newest first, those that were asked for in vain among them. */
export async function findRemittanceRefunds(ctx: Ctx, remittanceId: string): Promise<RemittanceRefund[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('remittance_refunds')
      .selectAll()
      .where('remittance_id', '=', remittanceId)
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc'),
  )
  return rows.map(row => ({
    id: row.id,
    stage: stageOf(row),
    amount: fen(row.amount_fen),
    reason: row.reason,
    asker: row.asker_name,
    askedAt: row.asked_at,
    by: row.ender_name ?? undefined,
    at: row.ended_at ?? undefined,
    serial: row.serial ?? undefined,
    date: row.date ?? undefined,
  }))
}

/**
 * The moment since when what is nobody's of money was there to leave the account it lies on, ms: the day the money came, or the last
 * claim taken back that had some of it.
 */
export async function restThereSince(
  ctx: Ctx,
  remittance: { readonly id: string; readonly date: number },
): Promise<number> {
  const { id, date } = remittance
  const claims = await ctx.tx.rows(
    q.selectFrom('remittance_claims').select(['amount_fen', 'claimed_at', 'undone_at']).where('remittance_id', '=', id),
  )
  const sent = await ctx.tx.rows(
    q
      .selectFrom('remittance_refunds')
      .select(['amount_fen', 'date'])
      .where('remittance_id', '=', id)
      .where('serial', 'is not', null),
  )
  const freed = restSince([
    ...claims.map(row => ({
      amount: fen(row.amount_fen),
      from: row.claimed_at,
      until: row.undone_at ?? undefined,
    })),
    ...sent.map(row => ({ amount: fen(row.amount_fen), from: row.date ?? date })),
  ])
  return Math.max(date, freed ?? date)
}
