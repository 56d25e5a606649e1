// Reads of what was handed out of stocks of fuel and tolls: the list, its counts and sums, one under lock, and those of a
// waybill.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFuelIssues, FuelIssueRow, listFuelIssues } from '@yunshu/contract/fuel/issue'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { fuelIssueStates, fuelKinds, fuelMedia, leftOf } from '@yunshu/domain/fuel/fuel'
import { offeredFrom } from '@yunshu/domain/states'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countByState, countCap } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FuelIssues } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'
import { lockCards } from './card.queries.ts'

export type FuelIssue = Omit<Selectable<FuelIssues>, 'state' | 'kind'> & {
  state: keyof typeof fuelIssueStates.states
  kind: keyof typeof fuelKinds
}

const issueRows = q
  .selectFrom('fuel_issues as i')
  .innerJoin('fuel_accounts as a', 'a.id', 'i.account_id')
  .innerJoin('companies as b', 'b.id', 'i.branch_id')
  .innerJoin('companies as c', 'c.id', 'i.carrier_id')
  .innerJoin('waybills as w', 'w.id', 'i.waybill_id')
  .leftJoin('fuel_cards as k', 'k.id', 'i.card_id')
  .selectAll('i')
  .select(['a.provider', 'b.name as branch_name', 'c.name as carrier_name', 'k.card_no'])
  .select(['w.waybill_no', 'w.plate', 'w.driver_name'])
type NamedIssue = Selectable<FuelIssues> & {
  provider: string
  branch_name: string
  carrier_name: string
  card_no: string | null
  waybill_no: string
  plate: string
  driver_name: string
}

/** The unused amount of an issue. */
export const unusedOf = (row: Pick<FuelIssue, 'amount_fen' | 'used_fen' | 'recovered_fen'>): Fen =>
  leftOf({ amount: fen(row.amount_fen), used: fen(row.used_fen), recovered: fen(row.recovered_fen) })

function show(ctx: Ctx, row: NamedIssue): FuelIssueRow {
  const state = keyOf(fuelIssueStates.states, row.state)
  const moves = offeredFrom(fuelIssueStates, state, permit => ctx.can(permit))
  return {
    id: row.id,
    issueNo: row.issue_no,
    kind: keyOf(fuelKinds, row.kind),
    medium: keyOf(fuelMedia, row.medium),
    state,
    provider: row.provider,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    cardNo: row.card_no ?? undefined,
    couponNo: row.coupon_no ?? undefined,
    waybillId: row.waybill_id,
    waybillNo: row.waybill_no,
    plate: row.plate,
    driver: row.driver_name,
    carrierName: row.carrier_name,
    amount: fen(row.amount_fen),
    used: fen(row.used_fen),
    recovered: fen(row.recovered_fen),
    left: unusedOf(row),
    remark: row.remark ?? undefined,
    maker: row.maker_name,
    endedAt: row.ended_at ?? undefined,
    endedBy: row.ended_name ?? undefined,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves,
  }
}

type Filter = Omit<Input<typeof listFuelIssues>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, filter: Filter): RawBuilder<boolean> => {
  const isId = (column: string, value: string | undefined): RawBuilder<boolean> | undefined =>
    value === undefined ? undefined : sql<boolean>`${sql.ref(`i.${column}`)} = ${value}::uuid`
  return allOf([
    ownFuel(actor, 'i'),
    filter.kind && sql<boolean>`i.kind = ${filter.kind}`,
    filter.medium && sql<boolean>`i.medium = ${filter.medium}`,
    isId('account_id', filter.accountId),
    isId('card_id', filter.cardId),
    isId('branch_id', filter.branchId),
    between('i.created_at', filter.from, filter.to),
    between('i.ended_at', filter.endedFrom, filter.endedTo),
    textMeans(filter.text),
    chosen('i.id', filter.ids),
  ])
}

/** By the number of the issue, its coupon, its card or its waybill, or by the plate. */
function textMeans(text: string | undefined): RawBuilder<boolean> | undefined {
  const own = contains(['i.issue_no', 'i.coupon_no', 'i.remark'], text)
  return (
    own &&
    sql<boolean>`(${own} or exists (select from waybills t where t.id = i.waybill_id
      and ${contains(['t.waybill_no', 't.plate'], text)})
      or exists (select from fuel_cards t where t.id = i.card_id and ${contains(['t.card_no'], text)}))`
  )
}

/** Issues in the actor's reach, newest first. */
export async function findFuelIssues(
  ctx: Ctx,
  input: Input<typeof listFuelIssues>,
): Promise<Output<typeof listFuelIssues>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`i.state = ${input.state}`,
    afterCursor(input, 'i.id'),
  ])
  const rows = await ctx.tx.rows(issueRows.where(where).orderBy('i.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countFuelIssuesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countFuelIssues>,
): Promise<Output<typeof countFuelIssues>> {
  if (part !== 'sums') {
    const where = filtered(ctx, filter)
    return { state: await countByState(ctx.tx, fuelIssueStates, { table: 'fuel_issues', alias: 'i', where }) }
  }
  const rows = q
    .selectFrom('fuel_issues as i')
    .select(['i.amount_fen', 'i.used_fen', 'i.recovered_fen'])
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`i.state = ${filter.state}`]))
    .orderBy('i.id', 'desc')
    .limit(countCap)
  const sum = (column: string) => sql<number>`coalesce(sum(${sql.ref(`x.${column}`)}), 0)::bigint`
  const { n, ...sums } = await ctx.tx.one(
    q
      .selectFrom(rows.as('x'))
      .select([
        sql<number>`count(*)`.as('n'),
        sum('amount_fen').as('amount_fen'),
        sum('used_fen').as('used_fen'),
        sum('recovered_fen').as('recovered_fen'),
      ]),
  )
  const { amount_fen: amount, used_fen: used, recovered_fen: recovered } = sums
  return {
    state: {},
    summed: n,
    sums: { amount: fen(amount), used: fen(used), recovered: fen(recovered), left: unusedOf(sums) },
  }
}

const asIssue = (row: Selectable<FuelIssues>): FuelIssue => ({
  ...row,
  state: keyOf(fuelIssueStates.states, row.state),
  kind: keyOf(fuelKinds, row.kind),
})

/** One issue in the actor's reach; of another branch there is none. */
export const readIssue = async (ctx: Ctx, id: string): Promise<FuelIssue> =>
  asIssue(
    await ctx.tx.one(
      q.selectFrom('fuel_issues as i').selectAll('i').where('i.id', '=', id).where(ownFuel(ctx.actor, 'i')),
    ),
  )

/**
 * Issues of a waybill the caller holds, under lock. Their cards come first, as with fuel that is used: who holds a card
 * has its issues to themselves, and no two wait for each other.
 */
export async function lockIssuesOf(ctx: Ctx, waybillId: string): Promise<FuelIssue[]> {
  await lockCards(
    ctx,
    sql<boolean>`k.id in (select i.card_id from fuel_issues i where i.waybill_id = ${waybillId}::uuid)`,
  )
  const rows = await ctx.tx.rows(
    q.selectFrom('fuel_issues as i').selectAll('i').where('i.waybill_id', '=', waybillId).orderBy('i.id').forUpdate(),
  )
  return rows.map(asIssue)
}
