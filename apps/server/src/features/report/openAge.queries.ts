// Ages of open accounts, as of the end of any day by what the books held then: estimates of cost, and money nobody claimed.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listOpenAges, OpenAgeRow, sumOpenAges } from '@yunshu/contract/report/openAge'
import { fen } from '@yunshu/domain/figures/money'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { openRemittances } from '@yunshu/domain/remittance'
import { openAgeKeys, openAgeKinds, openAges, type OpenAge } from '@yunshu/domain/report/aging'
import { sql, type RawBuilder } from 'kysely'
import { agedSums, type Ages } from '../../db/ages.ts'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { estimateUrged, lastUrgeOf, urgeCountOf } from '../../work/urging.ts'
import { booksOf, dayOf } from './aging.queries.ts'

type Filter = Input<typeof sumOpenAges>
type Reader = Pick<Ctx, 'actor' | 'now'>

/**
 * The balance of the account of estimates at the end of the day, by carrier and part, since the day it was first estimated: a
 * sheet takes it back in red. Looked at are parts that stand now, and those that changed since.
 */
const estimates = (ctx: Reader, filter: Filter): RawBuilder<unknown> => {
  const { end } = dayOf(ctx, filter)
  return sql`(select l.party_id::text as party, c.name, l.branch_id, l.waybill_id, l.part_id, null::uuid as remittance_id,
      min(l.day) as since, sum(l.credit_fen - l.debit_fen)::bigint as open_fen
    from journal_lines l join companies c on c.id = l.party_id
    where ${booksOf(ctx, filter, 'l')} and l.account = '2202.99' and l.day < ${end}::bigint
      and l.waybill_id in (select p.waybill_id from waybill_parts p where ${booksOf(ctx, filter, 'p')}
        and (p.state in ('ready', 'issued', 'onSheet') or p.state = 'planned' and p.fixed_fen is not null
          or p.updated_at >= ${end}::bigint))
    group by l.party_id, c.name, l.branch_id, l.waybill_id, l.part_id having sum(l.credit_fen - l.debit_fen) <> 0)`
}

/** The word of the bank that used the money of a remittance `r` up: the last one about its payment that the books had taken from it. */
const usedUpBy = sql`(select f.id from payments y
  join channel_facts f on f.channel = y.channel and f.order_key = y.idem_key
  join journal_entries e on e.source_type = 'channelFact' and e.source_id = f.id
  where y.id = r.return_payment_id and r.return_fact_id is null and r.state = 'returned' and e.created_at <= r.updated_at
    and exists (select from journal_lines l where l.entry_id = e.id and l.account = '2241.03')
  order by e.id desc limit 1)`

/**
 * The records whose entries move the money of a remittance `r`: its own, its claims, its returns, the deposits it was, the debt it was
 * sent back for, and the word of the bank that used it up.
 */
const moversOf = sql`(select 'remittance'::text as type, r.id
  union select 'remittance', m.id from remittance_claims m where m.remittance_id = r.id
  union select 'remittance', b.id from remittance_refunds b where b.remittance_id = r.id
  union select 'deposit', m.deposit_id from remittance_claims m where m.remittance_id = r.id and m.deposit_id is not null
  union select 'debt', r.debt_id where r.debt_id is not null
  union select 'channelFact', ${usedUpBy} where r.return_payment_id is not null)`

/**
 * Money in the books that was nobody's at the end of the day, since the day it came: what the account had of each remittance
 * by then. Looked at are those open now, and those that changed since.
 */
const unclaimed = (ctx: Reader, filter: Filter): RawBuilder<unknown> => {
  const { end } = dayOf(ctx, filter)
  return sql`(select r.payer_name as party, r.payer_name as name, r.branch_id, null::uuid as waybill_id, null::uuid as part_id,
      r.id as remittance_id, r.date as since, b.open_fen
    from remittances r cross join lateral (
      select coalesce(sum(l.credit_fen - l.debit_fen), 0)::bigint as open_fen
      from ${moversOf} as s join journal_entries e on e.source_type = s.type and e.source_id = s.id
        join journal_lines l on l.entry_id = e.id and l.account = '2241.03' and l.day < ${end}::bigint) b
    where ${booksOf(ctx, filter, 'r')} and b.open_fen <> 0
      and (r.state = any(${[...openRemittances]}::text[]) or r.updated_at >= ${end}::bigint))`
}

/** Open amounts at the end of the day, one row each: its party, since when, and the part or the remittance it is of. */
export const openAgeItems = (ctx: Reader, filter: Filter): RawBuilder<unknown> =>
  (filter.kind ?? 'estimate') === 'estimate' ? estimates(ctx, filter) : unclaimed(ctx, filter)

/** Open amounts by the days since they came into the books. */
export const opensByAge: Ages<OpenAge> = { keys: openAgeKeys, ages: openAges, since: 'x.since' }
const sumsAt = (at: number): RawBuilder<unknown> => agedSums(opensByAge, at)
type Sums = Readonly<Record<OpenAge | 'total' | 'items', number>>

const shown = (row: Sums) => ({
  d30: fen(row.d30),
  d60: fen(row.d60),
  d90: fen(row.d90),
  older: fen(row.older),
  total: fen(row.total),
})

interface Found extends Sums {
  readonly party: string
  readonly name: string
  readonly branch_id: string
  readonly branch_name: string
  readonly oldest_at: number
  readonly urges: number
  readonly urged_at: number | null
}
const rowsOf = (ctx: Reader, filter: Filter): RawBuilder<unknown> => sql`(
  select x.party, x.name, x.branch_id, b.name as branch_name, min(x.since) as oldest_at, ${sumsAt(dayOf(ctx, filter).day)}
  from ${openAgeItems(ctx, filter)} as x join companies b on b.id = x.branch_id
  where ${allOf([contains(['x.name'], filter.text)])} group by 1, 2, 3, 4)`

const cursorForm = new RegExp(`^(-?\\d{1,16})\\.(${uuidPattern})\\.(.{1,400})$`, 'su')

/** Parties of branches by what was open at the end of the day, the most first. */
export async function findOpenAges(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Input<typeof listOpenAges>,
): Promise<Output<typeof listOpenAges>> {
  const { kind = 'estimate' } = filter
  const [, total, branch, party] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && party === undefined) throw placeFault()
  const after =
    party === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(g.total, g.branch_id, g.party) < (${Number(total)}::bigint, ${branch}::uuid, ${party}::text)`
  const asked = { field: estimateUrged, value: sql`g.branch_name` }
  const carrier = sql`g.party::uuid`
  const urged =
    kind === 'estimate'
      ? sql`${urgeCountOf(carrier, asked)} as urges, ${lastUrgeOf(carrier, asked)} as urged_at`
      : sql`0 as urges, null::bigint as urged_at`
  const rows = await ctx.tx.rows(
    sql<Found>`select g.*, ${urged} from ${rowsOf(ctx, filter)} as g
      where ${after} order by g.total desc, g.branch_id desc, g.party desc limit ${limit + 1}`.compile(q),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map((row): OpenAgeRow => ({
      key: `${row.party}.${row.branch_id}`,
      kind,
      ...(kind === 'estimate' ? { partyId: row.party } : {}),
      partyName: row.name,
      branchCompanyId: row.branch_id,
      branchName: row.branch_name,
      items: row.items,
      ...shown(row),
      oldestAt: row.oldest_at,
      urges: row.urges,
      ...(row.urged_at === null ? {} : { urgedAt: row.urged_at }),
    })),
    ...(rows.length > limit && last ? { next: `${last.total}.${last.branch_id}.${last.party}` } : {}),
  }
}

/** The sums of the rows, and the control account at the end of the day, which another writer keeps day by day. */
export async function findOpenAgeSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumOpenAges>> {
  const { day, end } = dayOf(ctx, filter)
  const { kind = 'estimate', text = '' } = filter
  const found = await ctx.tx.one(
    sql<Sums>`select ${sumsAt(day)} from ${openAgeItems(ctx, filter)} as x
      where ${allOf([contains(['x.name'], text)])}`.compile(q),
  )
  const sums = { ...shown(found), items: found.items }
  if (text !== '') return { sums }
  const { control } = await ctx.tx.one(
    sql<{ control: number }>`select coalesce(sum(d.credit_fen - d.debit_fen), 0)::bigint as control from account_days d
      where ${allOf([
        booksOf(ctx, filter, 'd'),
        sql<boolean>`d.account = ${openAgeKinds[kind].account} and d.party_id = ${nilId}::uuid
        and d.day < ${end}::bigint`,
      ])}`.compile(q),
  )
  return { sums, check: { control: fen(control), isEqual: control === sums.total } }
}

/** One party of a branch in reach, by its key, and the day its row is of. */
export interface OpenAgeAsked {
  readonly kind: NonNullable<Filter['kind']>
  readonly at?: number | undefined
  readonly branchId: string
  /** The id of a carrier, or the name of a payer. */
  readonly party: string
}

/** The open amounts of one party at the end of the day, with its name and that of the branch; not found where nothing was. */
export const findOpenAgeOf = (
  ctx: Ctx,
  { party, ...filter }: OpenAgeAsked,
): Promise<Pick<Found, OpenAge | 'name' | 'branch_name' | 'items' | 'total'>> =>
  ctx.tx.one(sql<Found>`select g.* from ${rowsOf(ctx, filter)} as g where g.party = ${party}`.compile(q))
