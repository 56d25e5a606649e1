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

/** True where the account had the amount, which is taken out of it. */
async function took(ctx: Ctx, accountId: string, amount: Fen): Promise<boolean> {
  const taken = await ctx.tx.run(
    sql`update fuel_accounts
      set balance_fen = balance_fen - ${amount}::bigint, version = version + 1, updated_at = ${ctx.now}
      where id = ${accountId}::uuid and balance_fen >= ${amount}::bigint`.compile(q),
  )
  return taken === 1
}

/** The words for an account that has less than is wanted. */
async function shortOf(ctx: Ctx, accountId: string, amount: Fen) {
  const row = await ctx.tx.one(
    q.selectFrom('fuel_accounts').select(['provider', 'account_no', 'balance_fen']).where('id', '=', accountId),
  )
  const available = printMoney(fen(row.balance_fen))
  return { provider: row.provider, accountNo: row.account_no, available, due: printMoney(amount) }
}

/** Takes an amount out of the stock to hand it out; throws `fuel.stock` where it is not there. */
export async function takeStock(ctx: Ctx, accountId: string, amount: Fen): Promise<void> {
  if (await took(ctx, accountId, amount)) return
  const { provider, available, due } = await shortOf(ctx, accountId, amount)
  throw new Problem('fuel.stock', { provider, available, due })
}

/** Takes an amount out of the stock for another account or for good; throws `fuel.notHere` where it is not there. */
export async function takeOut(ctx: Ctx, accountId: string, amount: Fen): Promise<void> {
  if (!(await took(ctx, accountId, amount))) throw new Problem('fuel.notHere', await shortOf(ctx, accountId, amount))
}

/** Accounts under lock in the one order in which everybody who moves two of them locks them. */
export async function lockStocks(ctx: Ctx, ids: readonly string[]): Promise<void> {
  await ctx.tx.rows(
    q
      .selectFrom('fuel_accounts')
      .select('id')
      .where('id', 'in', [...ids])
      .orderBy('id')
      .forUpdate(),
  )
}
