// Reads of fuel that was used: the list with its counts and sums, one under lock, and the issues a use can be laid on.
import type { Input, Output } from '@yunshu/contract/call'
import type { countFuelUses, FuelUseRow, listFuelUses } from '@yunshu/contract/fuel/use'
import { fen, type Fen } from '@yunshu/domain/figures/money'
import { fuelUseFaults, fuelUseStates, fuelUseStepsOf, plainCardNo, type OpenIssue } from '@yunshu/domain/fuel/fuel'
import { unitPrice } from '@yunshu/domain/figures/unitPrice'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { between, chosen, contains } from '../../db/conditions.ts'
import { countByState, countCap, sumListed } from '../../db/counts.ts'
import { keyOf } from '../../db/keyOf.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import type { FuelUses } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { ownFuel } from './account.queries.ts'
import { lockCards } from './card.queries.ts'

export type FuelUse = Omit<Selectable<FuelUses>, 'state'> & { state: keyof typeof fuelUseStates.states }

/** The waybills a use was laid on, as one text. */
const waybillsOf = sql<
  string | null
>`(select string_agg(w.waybill_no, '、' order by w.waybill_no) from fuel_use_shares s
  join fuel_issues i on i.id = s.issue_id join waybills w on w.id = i.waybill_id where s.use_id = u.id)`

const useRows = q
  .selectFrom('fuel_uses as u')
  .innerJoin('fuel_accounts as a', 'a.id', 'u.account_id')
  .innerJoin('companies as b', 'b.id', 'u.branch_id')
  .selectAll('u')
  .select(['a.provider', 'b.name as branch_name', waybillsOf.as('waybill_nos')])

function show(
  ctx: Ctx,
  row: Selectable<FuelUses> & { provider: string; branch_name: string; waybill_nos: string | null },
): FuelUseRow {
  const state = keyOf(fuelUseStates.states, row.state)
  return {
    id: row.id,
    serial: row.serial,
    state,
    fault: row.fault === null ? undefined : keyOf(fuelUseFaults, row.fault),
    accountId: row.account_id,
    provider: row.provider,
    branchName: row.branch_name,
    cardNo: row.card_no ?? undefined,
    couponNo: row.coupon_no ?? undefined,
    usedAt: row.used_at,
    station: row.station,
    litresCl: row.litres_cl ?? undefined,
    unitPrice: row.unit_price === null ? undefined : unitPrice(row.unit_price),
    amount: fen(row.amount_fen),
    waybillNos: row.waybill_nos ?? undefined,
    fileName: row.file_name ?? undefined,
    maker: row.made_name,
    endedBy: row.ended_name ?? undefined,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    version: row.version,
    moves: fuelUseStepsOf(state, permit => ctx.can(permit)),
  }
}

type Filter = Omit<Input<typeof listFuelUses>, 'limit' | 'cursor'>

/**
 * The shares of uses laid on the fuel a voucher handed out: on its own issue, or on the issues its lines set off: a part
 * of a sheet has those of the parts that ride on it, a line older than parts those of its waybill. Asked from the
 * voucher, not of each use there is.
 */
const sharesOfVoucher = (voucherId: string): RawBuilder<unknown> => sql`
  select s.use_id, s.amount_fen from fuel_use_shares s where s.issue_id = any(array(
    select i.id from vouchers v join journal_entries e on e.id = v.entry_id
      join fuel_issues i on i.id = e.source_id
      where v.id = ${voucherId}::uuid and e.source_type = 'fuelIssue'
    union select i.id from vouchers v join journal_entries e on e.id = v.entry_id
      join journal_lines l on l.entry_id = e.id and l.account = '1123.03'
      join fuel_issues i on i.waybill_id = l.waybill_id
      left join waybill_parts p on p.id = i.part_id
      where v.id = ${voucherId}::uuid and v.kind = 'FUEL' and e.source_type <> 'fuelIssue' and i.kind = 'OIL'
        and (l.part_id is null or l.part_id in (p.id, p.rides_on))))`

/** The part of each of these uses that is laid on what a voucher handed out. */
async function findShares(
  ctx: Ctx,
  voucherId: string | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Fen>> {
  if (voucherId === undefined) return new Map()
  const rows = await ctx.tx.rows(
    sql<{ use_id: string; amount: number }>`select x.use_id, sum(x.amount_fen)::bigint as amount
      from (${sharesOfVoucher(voucherId)}) as x where x.use_id = any(${[...ids]}::uuid[]) group by 1`.compile(q),
  )
  return new Map(rows.map(row => [row.use_id, fen(row.amount)]))
}

/** The list's condition without its state, which the counters run through. */
const filtered = (
  { actor }: Ctx,
  { accountId, branchId, voucherId, fault, from, to, text, ids }: Filter,
): RawBuilder<boolean> =>
  allOf([
    ownFuel(actor, 'u'),
    accountId === undefined ? undefined : sql<boolean>`u.account_id = ${accountId}::uuid`,
    branchId === undefined ? undefined : sql<boolean>`u.branch_id = ${branchId}::uuid`,
    voucherId === undefined
      ? undefined
      : sql<boolean>`u.id = any(array(select x.use_id from (${sharesOfVoucher(voucherId)}) as x))`,
    fault && sql<boolean>`u.fault = ${fault}`,
    between('u.used_at', from, to),
    contains(['u.serial', 'u.card_no', 'u.coupon_no', 'u.station', 'u.file_name'], text),
    chosen('u.id', ids),
  ])

/** Uses in the actor's reach, those that came last first. */
export async function findFuelUses(ctx: Ctx, input: Input<typeof listFuelUses>): Promise<Output<typeof listFuelUses>> {
  const where = allOf([
    filtered(ctx, input),
    input.state && sql<boolean>`u.state = ${input.state}`,
    afterCursor(input, 'u.id'),
  ])
  const rows = await ctx.tx.rows(useRows.where(where).orderBy('u.id', 'desc').limit(rowsToAsk(input)))
  const shares = await findShares(
    ctx,
    input.voucherId,
    rows.map(row => row.id),
  )
  return toPage(rows, input, row => ({ ...show(ctx, row), share: shares.get(row.id) }))
}

/** Counts by state under the list's filter, or the sums of its rows. */
export async function countFuelUsesBy(
  ctx: Ctx,
  { part, ...filter }: Input<typeof countFuelUses>,
): Promise<Output<typeof countFuelUses>> {
  if (part !== 'sums') {
    const where = filtered(ctx, filter)
    return { state: await countByState(ctx.tx, fuelUseStates, { table: 'fuel_uses', alias: 'u', where }) }
  }
  const rows = q
    .selectFrom('fuel_uses as u')
    .select('u.amount_fen')
    .where(allOf([filtered(ctx, filter), filter.state && sql<boolean>`u.state = ${filter.state}`]))
    .orderBy('u.id', 'desc')
    .limit(countCap)
  const { n, ...sums } = await sumListed(ctx.tx, rows, { amount: 'amount_fen' })
  return { state: {}, summed: n, sums }
}

/** One use under lock; of another branch there is none. */
export async function lockUse(ctx: Ctx, id: string): Promise<FuelUse> {
  const row = await ctx.tx.one(
    q.selectFrom('fuel_uses as u').selectAll('u').where('u.id', '=', id).where(ownFuel(ctx.actor, 'u')).forUpdate(),
  )
  return { ...row, state: keyOf(fuelUseStates.states, row.state) }
}

/** Cards and coupons of a branch that lines name, under lock; the caller chooses those of the account. */
export async function lockNamed(
  ctx: Ctx,
  branchId: string,
  lines: readonly { readonly cardNo?: string | undefined; readonly couponNo?: string | undefined }[],
) {
  const coupons = lines.flatMap(({ couponNo }) => couponNo ?? [])
  const cardNos = lines.flatMap(({ cardNo, couponNo }) => (couponNo === undefined ? [plainCardNo(cardNo ?? '')] : []))
  return {
    cards: await ctx.tx.rows(
      q
        .selectFrom('fuel_cards')
        .select(['id', 'account_id', 'card_no', 'state'])
        .where('branch_id', '=', branchId)
        .where(sql<boolean>`card_no = any(${cardNos}::text[])`)
        .orderBy('id')
        .forUpdate(),
    ),
    coupons: await ctx.tx.rows(
      q
        .selectFrom('fuel_issues')
        .select(['id', 'account_id', 'coupon_no', 'state', 'amount_fen'])
        .where('branch_id', '=', branchId)
        .where(sql<boolean>`coupon_no = any(${coupons}::text[])`)
        .orderBy('id')
        .forUpdate(),
    ),
  }
}

/** Issues on cards that hold something, under lock, as they were handed out. The caller holds the cards. */
export async function openIssuesOf(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<readonly (OpenIssue & { readonly cardId: string | null })[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('fuel_issues as i')
      .innerJoin('waybills as w', 'w.id', 'i.waybill_id')
      .select(['i.id', 'i.card_id', 'i.amount_fen', 'i.used_fen', 'i.recovered_fen', 'i.created_at'])
      .select(['w.accepted_at', 'w.signed_at'])
      .where(sql<boolean>`i.card_id = any(${[...cardIds]}::uuid[])`)
      .where('i.state', '=', 'issued')
      .orderBy('i.created_at')
      .orderBy('i.id')
      .forUpdate('i'),
  )
  return rows.map(row => ({
    id: row.id,
    cardId: row.card_id,
    left: fen(row.amount_fen - row.used_fen - row.recovered_fen),
    issuedAt: row.created_at,
    from: row.accepted_at ?? row.created_at,
    to: row.signed_at ?? undefined,
  }))
}

/**
 * Takes the rows that lines of a file may be laid on under lock before the first line is written, in the order in which
 * everybody locks it: waybills, cards, coupons.
 */
export async function lockUsed(
  ctx: Ctx,
  { id, branch_id: branchId }: { readonly id: string; readonly branch_id: string },
  lines: readonly { readonly cardNo?: string | undefined; readonly couponNo?: string | undefined }[],
): Promise<void> {
  const cards = lines.flatMap(({ cardNo }) => (cardNo === undefined ? [] : [plainCardNo(cardNo)]))
  const coupons = lines.flatMap(({ couponNo }) => couponNo ?? [])
  // an issue that two lines use names its waybill anew
  await ctx.tx.rows(
    sql`select w.id from waybills w where w.id in (select i.waybill_id from fuel_issues i
      left join fuel_cards k on k.id = i.card_id
        where i.branch_id = ${branchId}::uuid and i.state = 'issued'
          and (k.card_no = any(${cards}::text[]) or i.coupon_no = any(${coupons}::text[])))
      order by w.id for key share`.compile(q),
  )
  await lockCards(ctx, sql<boolean>`k.branch_id = ${branchId}::uuid and k.card_no = any(${cards}::text[])`)
  await ctx.tx.rows(
    sql`select id from fuel_issues where branch_id = ${branchId}::uuid and account_id = ${id}::uuid
      and coupon_no = any(${coupons}::text[]) order by id for update`.compile(q),
  )
}
