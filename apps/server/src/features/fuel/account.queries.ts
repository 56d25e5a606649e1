// Reads of accounts with providers of fuel and tolls: the list, and one under the wall of its branch.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFuelAccounts, FuelAccountRow, listFuelAccounts } from '@yunshu/contract/fuel/fuel'
import { fen } from '@yunshu/domain/figures/money'
import { fuelKinds, fuelKindTabs } from '@yunshu/domain/fuel/fuel'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { chosen, contains } from '../../db/conditions.ts'
import { countByState, countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FuelAccounts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'

/** Rows of fuel and tolls the actor's side reaches: they are the house's alone. */
export const ownFuel = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

const accountRows = q
  .selectFrom('fuel_accounts as a')
  .innerJoin('companies as b', 'b.id', 'a.branch_id')
  .selectAll('a')
  .select([
    'b.name as branch_name',
    sql<number>`(select coalesce(sum(f.amount_fen), 0) from fund_records f where f.fuel_account_id = a.id
      and f.state = 'recorded')::bigint`.as('waiting'),
    sql<number>`(select coalesce(sum(i.amount_fen - i.used_fen - i.recovered_fen), 0) from fuel_issues i
      where i.account_id = a.id and i.state = 'issued')::bigint`.as('out'),
    sql<number>`(select count(*) from fuel_cards c where c.account_id = a.id and c.state <> 'closed')::int`.as('cards'),
  ])

type Account = Selectable<FuelAccounts>
const show = (row: Account & { branch_name: string; waiting: number; out: number; cards: number }): FuelAccountRow => ({
  id: row.id,
  kind: keyOf(fuelKinds, row.kind),
  provider: row.provider,
  accountNo: row.account_no,
  branchCompanyId: row.branch_id,
  branchName: row.branch_name,
  balance: fen(row.balance_fen),
  waiting: fen(row.waiting),
  out: fen(row.out),
  cards: row.cards,
  createdBy: row.created_name,
  createdAt: row.created_at,
  version: row.version,
})

type Filter = Pick<Input<typeof listFuelAccounts>, 'branchId' | 'text' | 'ids'>
const filtered = (actor: Actor, { branchId, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFuel(actor, 'a'),
    branchId === undefined ? undefined : sql<boolean>`a.branch_id = ${branchId}::uuid`,
    contains(['a.provider', 'a.account_no'], text),
    chosen('a.id', ids),
  ])

/** Accounts in the actor's reach, newest first. */
export async function findFuelAccounts(
  ctx: Ctx,
  input: Input<typeof listFuelAccounts>,
): Promise<Output<typeof listFuelAccounts>> {
  const { kind } = input
  const where = allOf([filtered(ctx.actor, input), kind && sql<boolean>`a.kind = ${kind}`, afterCursor(input, 'a.id')])
  const rows = await ctx.tx.rows(accountRows.where(where).orderBy('a.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, show)
}

/** Counts by kind under the list's filter, or the sums of its rows. */
export async function countFuelAccountsBy(
  ctx: Ctx,
  input: Input<typeof countFuelAccounts>,
): Promise<Output<typeof countFuelAccounts>> {
  const where = filtered(ctx.actor, input)
  if (input.part !== 'sums')
    return {
      state: await countByState(ctx.tx, fuelKindTabs, {
        table: 'fuel_accounts',
        alias: 'a',
        where,
        state: sql<string>`a.kind`,
      }),
    }
  const { kind } = input
  const listed = accountRows.where(where).$if(kind !== undefined, rows => rows.where('a.kind', '=', kind ?? ''))
  const { n, ...sums } = await ctx.tx.one(
    sql<{ n: number; balance: number; waiting: number; out: number }>`
      select count(*)::int as n, coalesce(sum(balance_fen), 0)::bigint as balance,
        coalesce(sum(waiting), 0)::bigint as waiting, coalesce(sum("out"), 0)::bigint as "out"
      from (${listed.limit(countCap)}) x`.compile(q),
  )
  return {
    state: {},
    summed: n,
    sums: { balance: fen(sums.balance), waiting: fen(sums.waiting), out: fen(sums.out) },
  }
}

/** One account in the actor's reach; of another branch there is none. */
export const readAccount = (ctx: Ctx, id: string): Promise<Account> =>
  ctx.tx.one(q.selectFrom('fuel_accounts as a').selectAll('a').where('a.id', '=', id).where(ownFuel(ctx.actor, 'a')))

/** Files of one account are written one after another: the second of two alike finds the lines of the first. */
export async function lockFiles(ctx: Ctx, accountId: string): Promise<void> {
  await ctx.tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`fuel file ${accountId}`}, 0))`.compile(q))
}
