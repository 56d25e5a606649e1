// Reads of passages of toll gates: the list with its counts and sums, one under lock, and the trips of a vehicle.
import type { Input, Output } from '@yunshu/contract/call'
import type { countTollPasses, listTollPasses, TollPassRow } from '@yunshu/contract/fuel/toll'
import { fen } from '@yunshu/domain/figures/money'
import { offeredFrom } from '@yunshu/domain/states'
import { tollPassStates, type TollTrip } from '@yunshu/domain/fuel/toll'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countByState, countCap, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { TollPasses } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'

export type TollPass = Omit<Selectable<TollPasses>, 'state'> & { state: keyof typeof tollPassStates.states }

const passRows = q
  .selectFrom('toll_passes as p')
  .innerJoin('fuel_accounts as a', 'a.id', 'p.account_id')
  .innerJoin('companies as b', 'b.id', 'p.branch_id')
  .leftJoin('waybills as w', 'w.id', 'p.waybill_id')
  .leftJoin('fuel_issues as i', 'i.id', 'p.issue_id')
  .selectAll('p')
  .select(['a.provider', 'b.name as branch_name', 'w.waybill_no', 'i.issue_no'])

function show(
  ctx: Ctx,
  row: Selectable<TollPasses> & {
    provider: string
    branch_name: string
    waybill_no: string | null
    issue_no: string | null
  },
): TollPassRow {
  const state = keyOf(tollPassStates.states, row.state)
  return {
    id: row.id,
    serial: row.serial,
    state,
    provider: row.provider,
    branchName: row.branch_name,
    plate: row.plate,
    entry: row.entry ?? undefined,
    exit: row.exit,
    enteredAt: row.entered_at ?? undefined,
    passedAt: row.passed_at,
    amount: fen(row.amount_fen),
    waybillId: row.waybill_id ?? undefined,
    waybillNo: row.waybill_no ?? undefined,
    issueNo: row.issue_no ?? undefined,
    fileName: row.file_name,
    maker: row.made_name,
    endedBy: row.ended_name ?? undefined,
    endedAt: row.ended_at ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: offeredFrom(tollPassStates, state, permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listTollPasses>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { accountId, branchId, plate, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFuel(actor, 'p'),
    accountId === undefined ? undefined : sql<boolean>`p.account_id = ${accountId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`p.branch_id = ${branchId}::uuid`,
    contains(['p.plate'], plate),
    between('p.passed_at', from, to),
    contains(['p.serial', 'p.plate', 'p.entry', 'p.exit'], text),
    chosen('p.id', ids),
  ])

/** Passages in the actor's reach, those that came last first. */
export async function findTollPasses(
  ctx: Ctx,
  input: Input<typeof listTollPasses>,
): Promise<Output<typeof listTollPasses>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`p.state = ${input.state}`,
    afterCursor(input, 'p.id'),
  ])
  const rows = await ctx.tx.rows(passRows.where(where).orderBy('p.id', 'desc').limit(rowsToAsk(input)))
  return toPage(rows, input, row => show(ctx, row))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countTollPassesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countTollPasses>,
): Promise<Output<typeof countTollPasses>> {
  if (part !== 'sums') {
    const where = filtered(ctx, filter)
    return { state: await countByState(ctx.tx, tollPassStates, { table: 'toll_passes', alias: 'p', where }) }
  }
  const rows = q
    .selectFrom('toll_passes as p')
    .select('p.amount_fen')
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`p.state = ${filter.state}`]))
    .orderBy('p.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One passage under lock; of another branch there is none. */
export async function lockPass(ctx: Ctx, id: string): Promise<TollPass> {
  const row = await ctx.tx.one(
    q.selectFrom('toll_passes as p').selectAll('p').where('p.id', '=', id).where(ownFuel(ctx.actor, 'p')).forUpdate(),
  )
  return { ...row, state: keyOf(tollPassStates.states, row.state) }
}

/** Trips in the books of the branch that may cover passages of their vehicles: a list for each passage. */
export async function tripsOf(
  ctx: Ctx,
  passes: readonly { readonly branchId: string; readonly plate: string; readonly passedAt: number }[],
): Promise<TollTrip[][]> {
  const rows = await ctx.tx.rows(
    sql<{
      n: number
      id: string
      accepted_at: number
      loaded_at: number | null
      unloaded_at: number | null
      signed_at: number | null
    }>`select p.n, w.* from unnest(${passes.map(({ branchId }) => branchId)}::uuid[],
        ${passes.map(({ plate }) => plate)}::text[], ${passes.map(({ passedAt }) => passedAt)}::bigint[])
        with ordinality as p (branch_id, plate, at, n)
      cross join lateral (select id, accepted_at, loaded_at, unloaded_at, signed_at from waybills
        where plate = p.plate and branch_id = p.branch_id and accepted_at <= p.at + 60000
          and state not in ('cancelled', 'void', 'toAccept')
        order by accepted_at desc limit 20) w
      order by p.n, w.accepted_at desc`.compile(q),
  )
  const byPass = Map.groupBy(rows, ({ n }) => n)
  return passes.map((_, at) =>
    (byPass.get(at + 1) ?? []).map(row => ({
      waybillId: row.id,
      from: row.accepted_at,
      to: row.signed_at ?? undefined,
      loadedAt: row.loaded_at ?? undefined,
      unloadedAt: row.unloaded_at ?? undefined,
    })),
  )
}
