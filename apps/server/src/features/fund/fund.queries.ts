// Reads of fund records: the list, its counts and sums, one record, and the shippers whose money may be recorded.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFunds, FundRow, getFund, listFunds, listFundShippers } from '@yunshu/contract/fund/fund'
import { businessBits } from '@yunshu/domain/account/account'
import { fen } from '@yunshu/domain/figures/money'
import { fundKinds, fundMovesOf, fundStates, type FundOn } from '@yunshu/domain/fund'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countCap, countWithOwn, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FundRecords } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { findLog } from '../../work/history.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { findFiles } from '../file/file.queries.ts'

export type Fund = Omit<Selectable<FundRecords>, 'kind' | 'state'> & {
  kind: keyof typeof fundKinds
  state: keyof typeof fundStates.states
}

/** Records the actor's side reaches: they are the house's alone. */
export const ownFunds = (actor: Actor, alias: string): RawBuilder<boolean> =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

/** A record as the rules of its moves see it. */
export const fundOn = (
  { actor }: Pick<Ctx, 'actor'>,
  { state, maker_id: makerId, maker_for: makerFor }: Pick<Fund, 'state' | 'maker_id' | 'maker_for'>,
): FundOn => ({ state, isMaker: makerId === actor.userId || makerFor === actor.userId })

const fundRows = q
  .selectFrom('fund_records as f')
  .innerJoin('companies as b', 'b.id', 'f.branch_id')
  .leftJoin('companies as p', 'p.id', 'f.shipper_id')
  .leftJoin('fuel_accounts as a', 'a.id', 'f.fuel_account_id')
  .selectAll('f')
  .select(['b.name as branch_name', 'p.name as shipper_name', 'a.provider', 'a.account_no'])
type NamedFund = Selectable<FundRecords> & {
  branch_name: string
  shipper_name: string | null
  provider: string | null
  account_no: string | null
}

function show(ctx: Ctx, row: NamedFund): FundRow {
  const state = keyOf(fundStates.states, row.state)
  return {
    id: row.id,
    recordNo: row.record_no,
    kind: keyOf(fundKinds, row.kind),
    state,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    ...(row.shipper_name === null ? {} : { shipperName: row.shipper_name }),
    ...(row.provider === null ? {} : { provider: `${row.provider} ${row.account_no ?? ''}` }),
    amount: fen(row.amount_fen),
    date: row.date,
    serial: row.serial,
    ...(row.remark === null ? {} : { remark: row.remark }),
    maker: row.maker_name,
    ...(row.checker_name === null ? {} : { checker: row.checker_name }),
    ...(row.checked_at === null ? {} : { checkedAt: row.checked_at }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    createdAt: row.created_at,
    version: row.version,
    moves: fundMovesOf(fundOn(ctx, { ...row, state }), permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listFunds>, 'limit' | 'cursor'>

/** The list's condition without its state, which the counters run through. */
const filtered = ({ actor }: Ctx, { kind, branchId, from, to, text, ids }: Filter): RawBuilder<boolean> =>
  allOf([
    ownFunds(actor, 'f'),
    kind && sql<boolean>`f.kind = ${kind}`,
    branchId === undefined ? undefined : sql<boolean>`f.branch_id = ${branchId}::uuid`,
    between('f.date', from, to),
    contains(['f.record_no', 'f.serial', 'f.remark'], text),
    chosen('f.id', ids),
  ])

/** Records in the actor's reach, newest first. */
export async function findFundsPage(ctx: Ctx, input: Input<typeof listFunds>): Promise<Output<typeof listFunds>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`f.state = ${input.state}`,
    afterCursor(input, 'f.id'),
  ])
  return toPage(await ctx.tx.rows(fundRows.where(where).orderBy('f.id', 'desc').limit(rowsToAsk(input))), input, row =>
    show(ctx, row),
  )
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countFundsBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countFunds>,
): Promise<Output<typeof countFunds>> {
  if (part !== 'sums')
    return countWithOwn(
      ctx.tx,
      fundStates,
      { table: 'fund_records', alias: 'f', where: filtered(ctx, filter) },
      { person: ctx.actor.userId, hands: { recorded: ['maker_id', 'maker_for'] } },
    )
  const rows = q
    .selectFrom('fund_records as f')
    .select('f.amount_fen')
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`f.state = ${filter.state}`]))
    .orderBy('f.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One record with its history and its vouchers; of another branch there is none. */
export async function findFund(ctx: Ctx, { id }: Input<typeof getFund>): Promise<Output<typeof getFund>> {
  const row = await ctx.tx.one(fundRows.where('f.id', '=', id).where(ownFunds(ctx.actor, 'f')))
  const vouchers = await ctx.tx.rows(
    q
      .selectFrom('vouchers as v')
      .innerJoin('journal_entries as e', 'e.id', 'v.entry_id')
      .select(['v.id', 'v.voucher_no'])
      .where('e.source_type', 'in', ['topUp', 'fund'])
      .where('e.source_id', '=', id)
      .orderBy('v.id'),
  )
  return {
    ...show(ctx, row),
    files: await findFiles(ctx, 'fund', id),
    log: await findLog(ctx, id),
    vouchers: ctx.can('voucher.view')
      ? vouchers.map(({ id: voucherId, voucher_no: voucherNo }) => ({ id: voucherId, voucherNo }))
      : [],
  }
}

/** The shippers a top-up can be of. */
export const chargeableShippers = q
  .selectFrom('companies as c')
  .select(['c.id', 'c.name'])
  .where('c.kind', '=', 'HEAD')
  .where(sql<boolean>`c.role_flags & ${sql.lit(businessBits.shipper)} <> 0`)

/** The most shippers one answer names: who does not find theirs types more of its name. */
const shippersMax = 50

/** Shippers by name. */
export async function findFundShippers(
  ctx: Ctx,
  { text }: Input<typeof listFundShippers>,
): Promise<Output<typeof listFundShippers>> {
  return {
    rows: await ctx.tx.rows(
      chargeableShippers
        .where(allOf([contains(['c.name'], text)]))
        .orderBy('c.name')
        .limit(shippersMax),
    ),
  }
}
