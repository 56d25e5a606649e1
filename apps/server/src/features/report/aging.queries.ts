// Aging of receivables as of the end of a day: by what the books had charged and what had paid it by then, not by what is open today.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { AgingRow, listAging, sumAging } from '@yunshu/contract/report/aging'
import { receivableAgeKeys, receivableAges, type ReceivableAge } from '@yunshu/domain/report/aging'
import { fen, smallerFen, subtractFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { matchEvents } from '@yunshu/domain/voucher/offset'
import { sql, type RawBuilder } from 'kysely'
import { agedSums, type Ages } from '../../db/ages.ts'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Actor, Ctx } from '../../work/ctx.ts'
import { allOf, rowsOfSide } from '../../work/scope.ts'
import { lastUrgeOf, urgeCountOf } from '../../work/urging.ts'

type Filter = Input<typeof sumAging>
type Condition = RawBuilder<boolean>

/** Rows of the house's books alone; a branch has its own. */
const ownBooks = (actor: Actor, alias: string): Condition =>
  rowsOfSide(actor, { branch: `${alias}.branch_id`, company: () => sql<boolean>`false` })

export const booksOf = ({ actor }: Pick<Ctx, 'actor'>, { branchId }: Filter, alias: string): Condition =>
  allOf([
    ownBooks(actor, alias),
    branchId === undefined ? undefined : sql<boolean>`${sql.ref(`${alias}.branch_id`)} = ${branchId}::uuid`,
  ])

/** The first moment of the day asked for, and the first one after it. */
export function dayOf({ now }: Pick<Ctx, 'now'>, { at = now }: Filter): { day: number; end: number } {
  if (startOfDay(at) > startOfDay(now)) throw wrongField('at', '不能晚于今天')
  const day = startOfDay(at)
  return { day, end: day + DAY_MS }
}

/**
 * The open part of each waybill at the end of a day. Looked at are items open now, and those something paid, lowered or
 * ended since; the rest were closed then as they are today. An item is what the books had charged (E2, its reds and allowances) less
 * the matches that stood.
 */
export function openItems(ctx: Pick<Ctx, 'actor' | 'now'>, filter: Filter): RawBuilder<unknown> {
  const { end } = dayOf(ctx, filter)
  const charged = sql`(select coalesce(sum(l.debit_fen - l.credit_fen), 0) from journal_lines l
        join journal_entries e on e.id = l.entry_id
        where l.waybill_id = i.waybill_id and l.account = '1122.01' and l.day < ${end}::bigint
          and e.event <> all(${[...matchEvents]}::text[]))`
  const matched = sql`(select coalesce(sum(m.amount_fen), 0) from ar_matches m join journal_entries e on e.id = m.entry_id
          left join journal_entries r on r.id = m.reversed_by
        where m.waybill_id = i.waybill_id and e.date < ${end}::bigint and (r.id is null
          or r.date >= ${end}::bigint))`
  return sql`(
    select i.waybill_id, i.shipper_id, i.branch_id, i.due_at, ${charged} as charged_fen, ${matched} as matched_fen,
      ${charged} - ${matched} as open_fen
    from ar_items i
    where ${booksOf(ctx, filter, 'i')} and i.waybill_id in (
      select o.waybill_id from ar_items o where o.open_fen > 0 and ${booksOf(ctx, filter, 'o')}
      union all select p.waybill_id from ar_matches p where p.created_at >= ${end}::bigint
        and ${booksOf(ctx, filter, 'p')}
      union all select a.waybill_id from journal_lines a join journal_entries e on e.id = a.entry_id
        where a.account = '1122.01' and a.day >= ${end}::bigint and e.event = 'E8a' and ${booksOf(ctx, filter, 'a')}
      union all select c.waybill_id from ar_items c where c.cancelled_at >= ${end}::bigint
        and ${booksOf(ctx, filter, 'c')}))`
}

/** Receivables by the days since they were due. */
export const receivablesByAge: Ages<ReceivableAge> = {
  keys: receivableAgeKeys,
  ages: receivableAges,
  since: 'x.due_at',
}
const sumsAt = (at: number): RawBuilder<unknown> => agedSums(receivablesByAge, at)
type Sums = Readonly<Record<ReceivableAge | 'total' | 'items', number>>

const shown = (row: Sums) => ({
  due: fen(row.due),
  d30: fen(row.d30),
  d60: fen(row.d60),
  d90: fen(row.d90),
  older: fen(row.older),
  total: fen(row.total),
})

interface Found extends Sums {
  readonly shipper_id: string
  readonly shipper_name: string
  readonly branch_id: string
  readonly branch_name: string
  readonly oldest_at: number
  readonly prepaid: number
  readonly urges: number
  readonly urged_at: number | null
}

/** The word by which the history of a shipper tells for which branch it was reminded. */
export const receivableUrged = '收款方'
const urged = sql`${urgeCountOf(sql`g.shipper_id`, { field: receivableUrged, value: sql`g.branch_name` })} as urges,
  ${lastUrgeOf(sql`g.shipper_id`, { field: receivableUrged, value: sql`g.branch_name` })} as urged_at`

/** Shippers of branches with what they owed at the end of the day, and money they had prepaid by then. */
const agingRows = (
  ctx: Pick<Ctx, 'actor' | 'now'>,
  filter: Filter,
  day: number,
  more?: Condition,
): RawBuilder<unknown> => sql`(
  select x.shipper_id, s.name as shipper_name, x.branch_id, b.name as branch_name, min(x.due_at) as oldest_at,
    ${sumsAt(day)}
  from ${openItems(ctx, filter)} as x join companies s on s.id = x.shipper_id join companies b on b.id = x.branch_id
  where ${allOf([sql<boolean>`x.open_fen <> 0`, contains(['s.name'], filter.text), more])} group by 1, 2, 3, 4)`
const prepaidOf = (end: number): RawBuilder<number> => sql<number>`(
  select coalesce(sum(d.credit_fen - d.debit_fen), 0)::bigint from account_days d
  where d.account = '2205.01' and d.branch_id = g.branch_id and d.party_id = g.shipper_id and d.day < ${end}::bigint)`

function showRow(row: Found): AgingRow {
  const prepaid = row.prepaid > 0 ? fen(row.prepaid) : ZERO_FEN
  const total = fen(row.total)
  return {
    key: `${row.shipper_id}.${row.branch_id}`,
    shipperId: row.shipper_id,
    shipperName: row.shipper_name,
    branchCompanyId: row.branch_id,
    branchName: row.branch_name,
    items: row.items,
    ...shown(row),
    prepaid,
    left: subtractFen(total, smallerFen(total, prepaid)),
    oldestAt: row.oldest_at,
    urges: row.urges,
    ...(row.urged_at === null ? {} : { urgedAt: row.urged_at }),
  }
}

/** The row of one shipper with a branch; where nothing was open there is none. */
export async function findAgingRow(
  ctx: Ctx,
  {
    at,
    branchId,
    shipperId,
  }: { readonly at?: number | undefined; readonly branchId: string; readonly shipperId: string },
): Promise<AgingRow | undefined> {
  const { day, end } = dayOf(ctx, { at })
  const own = sql<boolean>`x.shipper_id = ${shipperId}::uuid`
  const rows = agingRows(ctx, { at, branchId }, day, own)
  const row = await ctx.tx.first(
    sql<Found>`select g.*, ${prepaidOf(end)} as prepaid, ${urged} from ${rows} as g`.compile(q),
  )
  return row && showRow(row)
}

/** Refuses a branch that is not in the actor's reach. */
export async function assertBranch(ctx: Ctx, branchId: string): Promise<void> {
  const own = rowsOfSide(ctx.actor, { branch: 'c.id', company: () => sql<boolean>`false` })
  await ctx.tx.one(sql`select c.id from companies c where c.id = ${branchId}::uuid and ${own}`.compile(q))
}

/** Receivables a reminder names. */
const namedItems = 3

/** The open receivables of a shipper with a branch that fall due first. */
export const findOldestItems = (
  ctx: Ctx,
  { branchId, shipperId }: { readonly branchId: string; readonly shipperId: string },
): Promise<{ waybill_no: string; open_fen: number; due_at: number }[]> =>
  ctx.tx.rows(
    q
      .selectFrom('ar_items as i')
      .select(['i.waybill_no', 'i.open_fen', 'i.due_at'])
      .where('i.shipper_id', '=', shipperId)
      .where('i.open_fen', '>', 0)
      .where(booksOf(ctx, { branchId }, 'i'))
      .orderBy('i.due_at')
      .orderBy('i.waybill_id')
      .limit(namedItems),
  )

const cursorForm = new RegExp(`^(\\d{1,16})\\.(${uuidPattern})\\.(${uuidPattern})$`)

/** Shippers of branches by what they owed at the end of the day, the most first. */
export async function findAging(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Input<typeof listAging>,
): Promise<Output<typeof listAging>> {
  const { day, end } = dayOf(ctx, filter)
  const [, total, shipper, branch] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && branch === undefined) throw placeFault()
  const after =
    branch === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(g.total, g.shipper_id, g.branch_id) < (${Number(total)}::bigint, ${shipper}::uuid,
        ${branch}::uuid)`
  const rows = await ctx.tx.rows(
    sql<Found>`select g.*, ${prepaidOf(end)} as prepaid, ${urged} from ${agingRows(ctx, filter, day)} as g
      where ${after} order by g.total desc, g.shipper_id desc, g.branch_id desc limit ${limit + 1}`.compile(q),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(showRow),
    ...(rows.length > limit && last ? { next: `${last.total}.${last.shipper_id}.${last.branch_id}` } : {}),
  }
}

/** The sums of the rows, and the control account (1122.01) at the end of the day, which another writer keeps day by day. */
export async function findAgingSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumAging>> {
  const { day, end } = dayOf(ctx, filter)
  const { text = '' } = filter
  const found = await ctx.tx.one(
    sql<Sums>`select ${sumsAt(day)} from ${openItems(ctx, filter)} as x join companies s on s.id = x.shipper_id
      where ${allOf([sql<boolean>`x.open_fen <> 0`, contains(['s.name'], text)])}`.compile(q),
  )
  const sums = { ...shown(found), items: found.items }
  if (text !== '') return { sums }
  const { control } = await ctx.tx.one(
    sql<{ control: number }>`select coalesce(sum(d.debit_fen - d.credit_fen), 0)::bigint as control from account_days d
      where ${allOf([
        booksOf(ctx, filter, 'd'),
        sql<boolean>`d.account = '1122.01' and d.party_id = ${nilId}::uuid
        and d.day < ${end}::bigint`,
      ])}`.compile(q),
  )
  const difference = subtractFen(fen(control), sums.total)
  return { sums, check: { control: fen(control), difference, isEqual: difference === 0 } }
}
