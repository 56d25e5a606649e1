// The stock of an account of fuel or tolls: the only writer of its balance. Its row is the last one a transaction locks.
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The account of a confirmed top-up has it. */
export const fillAccount = (ctx: Ctx, accountId: string, amount: Fen): Promise<number> =>
  ctx.tx.run(
    sql`update fuel_accounts
      set balance_fen = balance_fen + ${amount}::bigint, version = version + 1, updated_at = ${ctx.now}
      where id = ${accountId}::uuid`.compile(q),
  )

/** Takes an amount out of the stock; throws `fuel.stock` where it is not there. */
export async function takeStock(ctx: Ctx, accountId: string, amount: Fen): Promise<void> {
  const taken = await ctx.tx.run(
    sql`update fuel_accounts
      set balance_fen = balance_fen - ${amount}::bigint, version = version + 1, updated_at = ${ctx.now}
      where id = ${accountId}::uuid and balance_fen >= ${amount}::bigint`.compile(q),
  )
  if (taken === 1) return
  const { provider, balance_fen } = await ctx.tx.one(
    q.selectFrom('fuel_accounts').select(['provider', 'balance_fen']).where('id', '=', accountId),
  )
  throw new Problem('fuel.stock', { provider, available: printMoney(fen(balance_fen)), due: printMoney(amount) })
}
