// Ages of open accounts: estimates of cost as of the end of any day by what the books held then, and money nobody claimed today.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listOpenAges, OpenAgeRow, sumOpenAges } from '@yunshu/contract/report/openAge'
import { fen } from '@yunshu/domain/figures/money'
import { startOfDay } from '@yunshu/domain/figures/time'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { openRemittances } from '@yunshu/domain/remittance'
import { openAgeKeys, openAgeKinds, openAges, type OpenAge } from '@yunshu/domain/report/aging'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { nilId, q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf } from '../../work/scope.ts'
import { lastUrgeOf, urgeCountOf } from '../../work/urging.ts'
import { agedSums } from './agedSums.queries.ts'
import { booksOf, dayOf } from './aging.queries.ts'

type Filter = Input<typeof sumOpenAges>
type Reader = Pick<Ctx, 'actor' | 'now'>

/** The word by which the history of a carrier tells for which branch it was asked for invoices of what is estimated. */
export const estimateUrged = '暂估方'

/**
 * The balance of the account of estimates at the end of the day, by carrier and part, since the day it was first estimated: a
 * sheet takes it back in red. Looked at are parts that stand now, and those that changed since.
 */
const estimates = (ctx: Reader, filter: Filter): RawBuilder<unknown> => {
  const { end } = dayOf(ctx, filter)
  return sql`(select l.party_id::text as party, c.name, l.branch_id, min(l.day) as since,
      sum(l.credit_fen - l.debit_fen)::bigint as open_fen
    from journal_lines l join companies c on c.id = l.party_id
    where ${booksOf(ctx, filter, 'l')} and l.account = '2202.99' and l.day < ${end}::bigint
      and l.waybill_id in (select p.waybill_id from waybill_parts p where ${booksOf(ctx, filter, 'p')}
        and (p.state in ('ready', 'issued', 'onSheet') or p.state = 'planned' and p.fixed_fen is not null
          or p.updated_at >= ${end}::bigint))
    group by l.party_id, c.name, l.branch_id, l.waybill_id, l.part_id having sum(l.credit_fen - l.debit_fen) <> 0)`
}

/** Refuses a day that has not come, and of money nobody claimed any but today. */
export function checkOpenAges(ctx: Reader, filter: Filter): void {
  if (filter.kind === 'estimate' || filter.kind === undefined) dayOf(ctx, filter)
  else if (filter.at !== undefined && startOfDay(filter.at) !== startOfDay(ctx.now))
    throw wrongField('at', '待认领来款只有今天的数字')
}

/** Money in the books that is nobody's, since the day it came. */
const unclaimed = (ctx: Reader, filter: Filter): RawBuilder<unknown> => {
  checkOpenAges(ctx, filter)
  return sql`(select r.payer_name as party, r.payer_name as name, r.branch_id, r.date as since, r.amount_fen - r.claimed_fen - r.refunded_fen as open_fen
    from remittances r where ${booksOf(ctx, filter, 'r')} and r.state = any(${[...openRemittances]}::text[]))`
}

const itemsOf = (ctx: Reader, filter: Filter): RawBuilder<unknown> =>
  (filter.kind ?? 'estimate') === 'estimate' ? estimates(ctx, filter) : unclaimed(ctx, filter)

const sumsAt = (at: number): RawBuilder<unknown> => agedSums(openAgeKeys, openAges, sql<number>`x.since`, at)
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
  from ${itemsOf(ctx, filter)} as x join companies b on b.id = x.branch_id
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
    sql<Sums>`select ${sumsAt(day)} from ${itemsOf(ctx, filter)} as x
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

/** The estimates of a branch in reach about one carrier, with the names of both; refused where nothing is. */
export async function findEstimatesOf(
  ctx: Ctx,
  { carrierId, branchId }: { readonly carrierId: string; readonly branchId: string },
): Promise<Pick<Found, 'name' | 'branch_name' | 'items' | 'total'>> {
  return ctx.tx.one(
    sql<Found>`select g.* from ${rowsOf(ctx, { branchId })} as g where g.party = ${carrierId}`.compile(q),
  )
}
