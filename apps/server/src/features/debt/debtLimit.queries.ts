// Debts of a carrier above the limit of the house: whoever appoints its trucks has seen them.
import { fen, printMoney, type Fen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lossPolicyOfHouse } from '../voucher/lossPolicy.queries.ts'
import { isOwed } from './debt.queries.ts'

/** A carrier in the books of a branch. */
interface Dealing {
  readonly carrierId: string
  readonly branchId: string
}

/** All debts of a carrier with a branch, whoever asks, and the limit they pass; undefined while they do not. */
export async function findOwedOver(
  ctx: Ctx,
  { carrierId, branchId }: Dealing,
): Promise<{ readonly owed: Fen; readonly limit: Fen; readonly carrier: string } | undefined> {
  return ctx.tx.elevated(async () => {
    const { debtMost: limit } = await lossPolicyOfHouse(ctx.tx)
    const { owed, carrier } = await ctx.tx.one(
      sql<{ owed: number; carrier: string }>`select coalesce(sum(d.open_fen), 0)::bigint as owed,
          (select c.name from companies c where c.id = ${carrierId}::uuid) as carrier
        from debts d where d.carrier_id = ${carrierId}::uuid and d.branch_id = ${branchId}::uuid and ${isOwed}`.compile(
        q,
      ),
    )
    return owed > limit ? { owed: fen(owed), limit, carrier } : undefined
  })
}

/**
 * Refuses to go on for a carrier whose debts pass the limit unless the caller has seen them as they are now: their sum, or
 * the limit alone where the caller may see no debts. Answers the debts that were confirmed.
 */
export async function assertOwedSeen(
  ctx: Ctx,
  dealing: Dealing,
  expectDebt: Fen | undefined,
): Promise<{ readonly owed: Fen; readonly limit: Fen } | undefined> {
  const over = await findOwedOver(ctx, dealing)
  if (over === undefined) return undefined
  const sees = ctx.can('debt.view')
  if (expectDebt === (sees ? over.owed : over.limit)) return over
  const limit = printMoney(over.limit)
  throw wrongField(
    'expectDebt',
    `${over.carrier}在本分公司的欠款${sees ? `共 ${printMoney(over.owed)} 元，` : ''}超过上限 ${limit} 元，请看过后确认派车`,
  )
}
