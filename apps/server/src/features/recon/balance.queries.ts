// Balances of the channel account at a moment: that of the ledger, and that by the days of the bank, with the movements the
// two count on different days.
import { addFen, fen, negateFen, sumFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { signedAmount } from '@yunshu/domain/recon/recon'
import { channelAccount } from '@yunshu/domain/trade'
import { sql } from 'kysely'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { accountLines, directionOf } from './reconRows.queries.ts'

/** The balance of the account in the ledger before a day, opening balances included. */
export async function ledgerBalance(ctx: Pick<Ctx, 'tx'>, branchId: string, before: number): Promise<Fen> {
  const { net } = await ctx.tx.one(
    q
      .selectFrom('account_days')
      .select(sql<number>`coalesce(sum(debit_fen - credit_fen), 0)::bigint`.as('net'))
      .where('branch_id', '=', branchId)
      .where('account', '=', channelAccount)
      .where('party_id', '=', nilId)
      .where('day', '<', before),
  )
  return net === 0 ? ZERO_FEN : fen(net)
}

/** A movement before a day of the bank that the books date from that day on, or the other way round. */
export interface DatedElsewhere {
  /** The money it adds to the books as of the day. */
  readonly amount: Fen
  readonly happenedAt: number
  readonly tradeNo: string
  readonly other: string
}

/** Movements that are on one side of a day by the bank and on the other by the books: their month was closed. */
export async function datedElsewhere(
  ctx: Pick<Ctx, 'tx'>,
  branchId: string,
  day: number,
): Promise<readonly DatedElsewhere[]> {
  const rows = await ctx.tx.rows(
    accountLines(branchId)
      .where(sql<boolean>`(t.happened_at < ${day}) <> (e.date < ${day})`)
      .orderBy('t.happened_at')
      .orderBy('t.id'),
  )
  return rows.map(row => {
    const direction = directionOf(row)
    const amount = signedAmount({ direction, amount: fen(row.amount_fen) })
    return {
      amount: row.happened_at < day ? amount : negateFen(amount),
      happenedAt: row.happened_at,
      tradeNo: row.trade_no,
      other: direction === 'IN' ? row.payer : row.payee,
    }
  })
}

/** The balance of the account before a day by the days of the bank. */
export async function bankDayBalance(ctx: Pick<Ctx, 'tx'>, branchId: string, before: number): Promise<Fen> {
  const elsewhere = await datedElsewhere(ctx, branchId, before)
  return addFen(await ledgerBalance(ctx, branchId, before), sumFen(elsewhere.map(({ amount }) => amount)))
}
