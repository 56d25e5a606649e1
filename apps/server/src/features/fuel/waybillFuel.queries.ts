// Fuel and tolls handed out to a waybill, for its record.
import type { WaybillFuel } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { fuelIssueStates, fuelMedia } from '@yunshu/domain/fuel/fuel'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { unusedOf } from './issue.queries.ts'

/** Fuel and tolls of a waybill its reader has found, as far as they may see settlement, oldest first. */
export async function fuelOfWaybill(ctx: Ctx, waybillId: string): Promise<WaybillFuel[]> {
  if (!ctx.can('settlement.view')) return []
  // accounts and cards are the house's; the two sides of the waybill are told the tail of a card's number
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      q
        .selectFrom('fuel_issues as i')
        .innerJoin('fuel_accounts as a', 'a.id', 'i.account_id')
        .leftJoin('fuel_cards as k', 'k.id', 'i.card_id')
        .selectAll('i')
        .select(['a.provider', 'k.card_no'])
        .where('i.waybill_id', '=', waybillId)
        .orderBy('i.id'),
    ),
  )
  return rows.map(row => {
    const no = row.card_no === null ? (row.coupon_no ?? undefined) : `尾号 ${row.card_no.slice(-4)}`
    return {
      issueNo: row.issue_no,
      medium: keyOf(fuelMedia, row.medium),
      state: keyOf(fuelIssueStates.states, row.state),
      ...(no === undefined ? {} : { no }),
      provider: row.provider,
      amount: fen(row.amount_fen),
      used: fen(row.used_fen),
      recovered: fen(row.recovered_fen),
      left: unusedOf({ amount_fen: row.amount_fen, used_fen: row.used_fen, recovered_fen: row.recovered_fen }),
      at: row.created_at,
    }
  })
}
