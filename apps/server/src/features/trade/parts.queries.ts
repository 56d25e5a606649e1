// The parts of money that came: whose each is by the claims that stand, and what is nobody's still or went back.
import type { TradePart } from '@yunshu/contract/trade/trade'
import { addFen, fen, subtractFen } from '@yunshu/domain/figures/money'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import type { TradeUse } from '@yunshu/domain/trade'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

const useOf = (row: { readonly shipper_id: string | null; readonly deposit_id: string | null }): TradeUse =>
  row.shipper_id !== null ? 'SHIPPER' : row.deposit_id === null ? 'DEBT' : 'DEPOSIT'

/** The parts of the movement an entry is, the oldest first; none for companies, and where nobody has claimed or sent back any of it. */
export async function findTradeParts(ctx: Ctx, entryId: string): Promise<TradePart[]> {
  if (!isHouseSide(ctx.actor.side)) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('journal_entries as e')
      .innerJoin('remittances as r', 'r.id', 'e.source_id')
      .leftJoin('remittance_claims as m', join =>
        join.onRef('m.remittance_id', '=', 'r.id').on('m.undone_at', 'is', null),
      )
      .leftJoin('companies as c', join =>
        join.on(eb => eb('c.id', '=', eb.fn.coalesce('m.shipper_id', 'm.carrier_id'))),
      )
      .select(['c.name', 'm.amount_fen', 'm.shipper_id', 'm.deposit_id'])
      .select(['r.amount_fen as whole_fen', 'r.claimed_fen', 'r.refunded_fen'])
      .where('e.id', '=', entryId)
      .where('e.source_type', '=', 'remittance')
      .where('e.event', '=', 'E0')
      .orderBy('m.id'),
  )
  const [first] = rows
  if (first === undefined) return []
  const { claimed_fen: claimed, refunded_fen: back } = first
  const rest = subtractFen(fen(first.whole_fen), addFen(fen(claimed), fen(back)))
  if (claimed === 0 && back === 0) return []
  return [
    ...rows.flatMap(row =>
      row.amount_fen === null ? [] : [{ use: useOf(row), to: row.name ?? undefined, amount: fen(row.amount_fen) }],
    ),
    ...(back > 0 ? [{ use: 'BACK' as const, amount: fen(back) }] : []),
    ...(rest > 0 ? [{ use: 'NOBODY' as const, amount: rest }] : []),
  ]
}
