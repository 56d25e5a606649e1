// Aging of payables as of the end of a day: by part, what the books had made payable by then less what had been set off and paid.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listPayables, PayableRow, sumPayables } from '@yunshu/contract/report/payable'
import { payableAgeKeys, payableAges, type PayableAge } from '@yunshu/domain/report/aging'
import { fen } from '@yunshu/domain/figures/money'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { cashParts } from '@yunshu/domain/settlement/parts'
import type { AccountCode } from '@yunshu/domain/voucher/chart'
import { sql, type RawBuilder } from 'kysely'
import { agedSums, type Ages } from '../../db/ages.ts'
import { contains } from '../../db/conditions.ts'
import { isPaidTrade } from '../../db/paidTrades.ts'
import { placeFault } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { booksOf, dayOf } from './aging.queries.ts'

type Filter = Input<typeof sumPayables>

/** The control accounts of what carriers are owed: settled, being paid, and estimated. */
export const payableAccounts = ['2202.01', '2202.02', '2202.99'] as const satisfies readonly AccountCode[]
const codes = sql`any(${[...payableAccounts]}::text[])`

/** The part that bears lines about all of its waybill: the first in cash to fall due. */
const firstPart = sql`(select f.id from waybill_parts f where f.waybill_id = p.waybill_id
  and f.carrier_id = p.carrier_id
  and f.part = any(${[...cashParts]}::text[]) and f.state <> 'dropped' order by f.due_at nulls last, f.id limit 1)`

/**
 * The open amount of each part at the end of a day: what the lines of the part had made payable, less what its sheets had set
 * off and what the bank had moved. Looked at are parts that stand now, and those that changed since.
 */
export function openParts(ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter): RawBuilder<unknown> {
  const { end } = dayOf(ctx, filter)
  const booked = sql`(select coalesce(sum(l.credit_fen - l.debit_fen), 0) from journal_lines l
        where l.waybill_id = p.waybill_id and l.account = ${codes} and l.party_id = p.carrier_id
          and l.day < ${end}::bigint
          and (l.part_id = p.id or l.part_id is null and p.id = ${firstPart}))`
  const setOff = sql`(select coalesce(sum(x.set_off_fen), 0) from settlement_lines x join settlements s on s.id = x.settlement_id
        where x.waybill_id = p.waybill_id and x.part_id = p.id and x.set_off_fen <> 0 and s.p_settlement_num is null
          and exists (select 1 from vouchers v join journal_lines l on l.entry_id = v.entry_id
            where v.settlement_id = s.id and l.account = '2202.01' and (l.part_id = p.id or l.part_id is null
              and l.waybill_id = p.waybill_id) and l.day < ${end}::bigint
            having sum(l.credit_fen - l.debit_fen) <> 0))`
  const paid = sql`(select coalesce(sum(case t.direction when 'OUT' then x.pay_fen else -x.pay_fen end), 0)
        from settlement_lines x join trades t on t.payment_id = x.payment_id join journal_entries e on e.id = t.entry_id
        where x.waybill_id = p.waybill_id and x.part_id = p.id and x.late is distinct from 'twice'
          and e.date < ${end}::bigint
          and (${isPaidTrade('t')} or t.kind = 'RETURN' and exists (select from trades o
            where o.payment_id = t.payment_id and ${isPaidTrade('o')})))`
  return sql`(
    select p.id, p.carrier_id, p.branch_id, p.due_at, p.waybill_id, p.part, ${booked} as booked_fen,
      ${setOff} as set_off_fen, ${paid} as paid_fen, ${booked} - ${setOff} - ${paid} as open_fen
    from waybill_parts p
    where ${booksOf(ctx, filter, 'p')} and ((p.state in ('ready', 'issued', 'onSheet') or p.state = 'planned'
      and p.fixed_fen is not null) or p.updated_at >= ${end}::bigint))`
}

/** Parts by the days since they were due; one that waits for its receipt is not due yet. */
export const payablesByAge: Ages<PayableAge> = {
  keys: payableAgeKeys,
  ages: payableAges,
  since: 'x.due_at',
  none: 'due',
}

/** Rows by carrier and branch: parts by their age, and what the control accounts hold beside them. */
const payableRows = (ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter): RawBuilder<unknown> => {
  const { day, end } = dayOf(ctx, filter)
  return sql`(
    select k.carrier_id, c.name as carrier_name, k.branch_id, b.name as branch_name, p.oldest_at,
      coalesce(p.items, 0) as parts,
      ${sql.join(payableAgeKeys.map(age => sql`coalesce(p.${sql.ref(age)}, 0)::bigint as ${sql.ref(age)}`))},
      (coalesce(p.d7, 0) + coalesce(p.d30, 0) + coalesce(p.older, 0))::bigint as late,
      (coalesce(k.total, 0) - coalesce(p.total, 0))::bigint as rest, coalesce(k.total, 0)::bigint as total
    from (
      select d.party_id as carrier_id, d.branch_id, sum(d.credit_fen - d.debit_fen) as total from account_days d
      where ${booksOf(ctx, filter, 'd')} and d.account = ${codes} and d.party_id <> ${nilId}::uuid
        and d.day < ${end}::bigint group by 1, 2
    ) as k
    left join (
      select x.carrier_id, x.branch_id, min(x.due_at) as oldest_at, ${agedSums(payablesByAge, day)}
      from ${openParts(ctx, filter)} as x where x.open_fen <> 0 group by 1, 2
    ) as p using (carrier_id, branch_id)
    join companies c on c.id = k.carrier_id join companies b on b.id = k.branch_id
    where ${allOf([sql<boolean>`(k.total <> 0 or p.total <> 0)`, contains(['c.name'], filter.text)])})`
}

type Sums = Readonly<Record<PayableAge | 'rest' | 'total' | 'parts', number>>
interface Found extends Sums {
  readonly carrier_id: string
  readonly carrier_name: string
  readonly branch_id: string
  readonly branch_name: string
  readonly oldest_at: number | null
  /** Money past its due day. */
  readonly late: number
}
const shown = (row: Sums) => ({
  due: fen(row.due),
  d7: fen(row.d7),
  d30: fen(row.d30),
  older: fen(row.older),
  rest: fen(row.rest),
  total: fen(row.total),
})
const showRow = (row: Found): PayableRow => ({
  key: `${row.carrier_id}.${row.branch_id}`,
  carrierId: row.carrier_id,
  carrierName: row.carrier_name,
  branchCompanyId: row.branch_id,
  branchName: row.branch_name,
  parts: row.parts,
  ...shown(row),
  ...(row.oldest_at === null ? {} : { oldestAt: row.oldest_at }),
})

/** The row of one carrier with a branch; where nothing was owed there is none. */
export async function findPayableRow(
  ctx: Ctx,
  {
    at,
    branchId,
    carrierId,
  }: { readonly at?: number | undefined; readonly branchId: string; readonly carrierId: string },
): Promise<PayableRow> {
  const row = await ctx.tx.one(
    sql<Found>`select * from ${payableRows(ctx, { at, branchId })} as g
      where g.carrier_id = ${carrierId}::uuid`.compile(q),
  )
  return showRow(row)
}

const cursorForm = new RegExp(`^(-?\\d{1,16})\\.(-?\\d{1,16})\\.(${uuidPattern})\\.(${uuidPattern})$`)

/** Carriers by what was late and what they were owed at the end of the day, the most first. */
export async function findPayables(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Input<typeof listPayables>,
): Promise<Output<typeof listPayables>> {
  const [, late, total, carrier, branch] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && branch === undefined) throw placeFault()
  const after =
    branch === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(g.late, g.total, g.carrier_id, g.branch_id) < (${Number(late)}::bigint, ${Number(total)}::bigint, ${carrier}::uuid,
        ${branch}::uuid)`
  const rows = await ctx.tx.rows(
    sql<Found>`select * from ${payableRows(ctx, filter)} as g where ${after}
      order by g.late desc, g.total desc, g.carrier_id desc, g.branch_id desc limit ${limit + 1}`.compile(q),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(showRow),
    ...(rows.length > limit && last ? { next: `${last.late}.${last.total}.${last.carrier_id}.${last.branch_id}` } : {}),
  }
}

/** Deposits that were under way back to their carriers at the end of the day: they stand on 2202.02 and are no part. */
async function depositsUnderWay(ctx: Ctx, filter: Filter): Promise<number> {
  const { end } = dayOf(ctx, filter)
  const { amount } = await ctx.tx.one(
    sql<{ amount: number }>`select coalesce(sum(l.credit_fen - l.debit_fen), 0)::bigint as amount
      from deposit_backs d join journal_entries e on e.source_type = 'depositBack' and e.source_id = d.id
        join journal_lines l on l.entry_id = e.id and l.account = '2202.02' and l.day < ${end}::bigint
      where ${booksOf(ctx, filter, 'd')}`.compile(q),
  )
  return amount
}

/** The sums of the rows; parts and deposits under way come to the control accounts where nothing is owed besides. */
export async function findPayableSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumPayables>> {
  const found = await ctx.tx.one(
    sql<Sums>`select ${sql.join(
      [...payableAgeKeys, 'rest', 'total'].map(
        key => sql`coalesce(sum(${sql.ref(`g.${key}`)}), 0)::bigint as ${sql.ref(key)}`,
      ),
    )}, coalesce(sum(g.parts), 0)::int as parts from ${payableRows(ctx, filter)} as g`.compile(q),
  )
  const sums = { ...shown(found), parts: found.parts }
  const { text = '' } = filter
  if (text !== '') return { sums }
  return { sums, check: { control: sums.total, isEqual: sums.rest === (await depositsUnderWay(ctx, filter)) } }
}
