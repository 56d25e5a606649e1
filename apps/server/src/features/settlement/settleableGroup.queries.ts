// Settleable parts of waybills summed by shipper, carrier and branch: what the next sheet of each would hold.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  listSettleableGroups,
  makeGroupSettlement,
  SettleableGroup,
} from '@yunshu/contract/settlement/settleableGroup'
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import { openAmount } from '@yunshu/domain/settlement/payPlan'
import { startOfDay } from '@yunshu/domain/figures/time'
import { groupLimits, sheetMax } from '@yunshu/domain/settlement/settlement'
import { sql, type RawBuilder } from 'kysely'
import { allOf } from '../../work/scope.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { owedFen } from './debts.queries.ts'
import { cutOfPart, isAdvance, isReady, isSettleable } from './settleable.queries.ts'

interface Found {
  shipper_id: string
  shipper_name: string
  carrier_id: string
  carrier_name: string
  book_id: string
  total: number
  count: number
  payable: number
  oil: number
  advanced: number
  deducted: number
  owed: number
  oldest: number
  due_at: number | null
  overdue: number
  cut: number
  negative: number
  stamp: string
  /** Parts that were summed, and the last of them: the same in every row. */
  seen: number
  last: string
}

/** Of the parts of the next sheet: the name of exactly these in exactly these versions. */
const stamp = sql<string>`md5(string_agg(id || ':' || version, ',' order by id) filter (where n <= ${sheetMax}))`

/** The parts a list of groups is about: what can be settled now, or advances. */
const readyOf = ({ actor }: Ctx, isOfAdvances: boolean): RawBuilder<boolean> =>
  isOfAdvances ? sql<boolean>`(${isAdvance(actor)} and sp.hold_at is null)` : allOf([isSettleable(actor), isReady])
const barredOf = ({ actor }: Ctx, isOfAdvances: boolean): RawBuilder<boolean> =>
  isOfAdvances
    ? sql<boolean>`(${isAdvance(actor)} and sp.hold_at is not null)`
    : allOf([isSettleable(actor), sql<boolean>`not ${isReady}`])

const amounts = sql`sp.freight_fen as payable_fen, sp.oil_fen, sp.advanced_fen, sp.deducted_fen, sp.fixed_fen as open_fen,
  coalesce(w.signed_at, w.updated_at) as signed_at, sp.deducted_fen > 0 and ${cutOfPart('sp.id')} > 0 as is_cut`
/** An advance is its plan; the signature has said nothing yet. */
const amountsOfAdvance = sql`sp.planned_fen as payable_fen, 0::bigint as oil_fen, 0::bigint as advanced_fen,
  0::bigint as deducted_fen, sp.planned_fen as open_fen, coalesce(w.accepted_at, w.updated_at) as signed_at, false as is_cut`

/** Parts under a condition that can be settled now, the oldest first, each with its place `n` in its group. */
const placed = (ctx: Ctx, where: RawBuilder<boolean> | undefined, isOfAdvances: boolean): RawBuilder<unknown> =>
  sql`select r.*, row_number() over (partition by r.shipper_id, r.carrier_id, r.branch_id order by r.id) as n
    from (select sp.id, sp.version, w.shipper_id, w.carrier_id, w.branch_id, sp.due_at,
      ${isOfAdvances ? amountsOfAdvance : amounts}
      from waybills w join waybill_parts sp on sp.waybill_id = w.id join companies p on p.id = w.shipper_id
        where ${allOf([readyOf(ctx, isOfAdvances), where])} order by sp.id limit ${groupLimits.waybills}) r`

function show(row: Found): SettleableGroup {
  const [payable, oil, deducted, owed] = [fen(row.payable), fen(row.oil), fen(row.deducted), fen(row.owed)]
  const advanced = fen(row.advanced)
  return {
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    carrierId: row.carrier_id,
    carrierName: row.carrier_name,
    bookId: row.book_id,
    total: row.total,
    count: row.count,
    payable,
    oil,
    advanced,
    deducted,
    owed,
    open: subtractFen(openAmount({ payable, oil, deductions: deducted, paid: advanced }), owed),
    oldestSignedAt: row.oldest,
    ...(row.due_at === null ? {} : { dueAt: row.due_at }),
    overdue: row.overdue,
    cut: row.cut,
    negative: row.negative,
    stamp: row.stamp,
  }
}

/** The groups the actor can settle, and the number of signed waybills that cannot be settled yet. */
export async function findSettleableGroups(
  ctx: Ctx,
  { carrierId, shipperId, advance = false }: Input<typeof listSettleableGroups>,
): Promise<Output<typeof listSettleableGroups>> {
  const where = allOf([
    carrierId === undefined ? undefined : sql<boolean>`w.carrier_id = ${carrierId}::uuid`,
    shipperId === undefined ? undefined : sql<boolean>`w.shipper_id = ${shipperId}::uuid`,
  ])
  const found = await ctx.tx.rows(
    sql<Found>`with placed as (${placed(ctx, where, advance)}), summed as (
      select shipper_id, carrier_id, branch_id, count(*)::int as total,
        count(*) filter (where n <= ${sheetMax})::int as count,
        sum(payable_fen) filter (where n <= ${sheetMax})::bigint as payable,
        sum(oil_fen) filter (where n <= ${sheetMax})::bigint as oil,
        sum(deducted_fen) filter (where n <= ${sheetMax})::bigint as deducted,
        sum(advanced_fen) filter (where n <= ${sheetMax})::bigint as advanced,
        min(signed_at) as oldest, min(due_at) as due_at,
        count(*) filter (where n <= ${sheetMax} and due_at < ${startOfDay(ctx.now)}::bigint)::int as overdue,
        count(*) filter (where n <= ${sheetMax} and is_cut)::int as cut,
        count(*) filter (where n <= ${sheetMax} and open_fen < 0)::int as negative,
        ${stamp} as stamp
      from placed group by shipper_id, carrier_id, branch_id)
    select s.*, s.branch_id as book_id, p.name as shipper_name, c.name as carrier_name,
      ${advance ? sql`0::bigint` : owedFen('s')} as owed,
      (select count(*) from placed)::int as seen, (select id from placed order by id desc limit 1) as last
    from summed s join companies p on p.id = s.shipper_id join companies c on c.id = s.carrier_id
    order by (s.overdue + s.cut + s.negative > 0) desc, s.oldest, s.carrier_id, s.shipper_id, s.branch_id
      limit ${groupLimits.groups + 1}`.compile(q),
  )
  const { barred } = await ctx.tx.one(
    sql<{
      barred: number
    }>`select count(*)::int as barred from (select from waybills w join waybill_parts sp on sp.waybill_id = w.id
      join companies p on p.id = w.shipper_id
      where ${allOf([barredOf(ctx, advance), where])}
        limit ${groupLimits.barred + 1}) a`.compile(q),
  )
  const [first] = found
  const isCut = first !== undefined && first.seen >= groupLimits.waybills
  return {
    rows: found.slice(0, groupLimits.groups).map(show),
    more: found.length > groupLimits.groups || isCut,
    ...(isCut ? { bound: first.last } : {}),
    barred,
  }
}

/** The parts the next sheet of a group would hold, by id, and their stamp; none where nothing is ready. */
export async function findGroupParts(
  ctx: Ctx,
  {
    shipperId,
    carrierId,
    bookId,
    bound,
    advance = false,
  }: Pick<Input<typeof makeGroupSettlement>, 'shipperId' | 'carrierId' | 'bookId' | 'bound' | 'advance'>,
): Promise<{ ids: readonly string[]; stamp: string | null }> {
  const where = allOf([
    sql<boolean>`(w.shipper_id = ${shipperId}::uuid and w.carrier_id = ${carrierId}::uuid
      and w.branch_id = ${bookId}::uuid)`,
    bound === undefined ? undefined : sql<boolean>`sp.id <= ${bound}::uuid`,
  ])
  return ctx.tx.one(
    sql<{
      ids: string[]
      stamp: string | null
    }>`select coalesce(array_agg(id::text order by id), '{}') as ids, ${stamp} as stamp
      from (${placed(ctx, where, advance)}) a where n <= ${sheetMax}`.compile(q),
  )
}
