// Invoices for fuel and tolls that are waited for: what signatures counted and no invoice bears, by provider and branch.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listExpectedInvoices, sumExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { noProvider, type SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { awaitedOf, isAwaited } from '../../db/awaitedInvoices.ts'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows, unlessHouse } from '../../work/scope.ts'
import { shownSums, sumsOfAges, type Sums } from './expectedAges.queries.ts'
import { boundOf, sharesOf } from './supplyProvider.queries.ts'

type Asked<T> = Omit<T, 'class'> & { readonly class: SupplyClass }
type Filter = Asked<Input<typeof sumExpectedInvoices>>

/**
 * The part open of waybill `x`, by provider: of each that of its share on no invoice, together no more than is open. The rest,
 * and fuel that sheets handed out, is of no provider. Vouchers by hand name none: they are off the last ones.
 */
const openByProvider = (of: SupplyClass): RawBuilder<unknown> => sql`(
  select s.provider, greatest(least(s.open_fen, x.open_fen - s.before_fen), 0) as open_fen
  from (select u.provider, u.open_fen, coalesce(sum(u.open_fen) over (order by u.is_none, u.provider
      rows between unbounded preceding and 1 preceding), 0)::bigint as before_fen
    from (select h.provider, greatest(h.fen - ${boundOf(of, sql`h.provider`)}, 0) as open_fen, false as is_none
        from (select x.id) as w cross join lateral ${sharesOf(of)} as h
      union all select ${noProvider}::text, x.open_fen, true) as u) as s)`

/**
 * Providers with what of a class is on no invoice, for the house: of the waybills signed in the days that are looked through.
 * A waybill with fuel of two providers stands under each with what is of it.
 */
export const supplyRows = ({ actor, now }: Ctx, { class: of, text, branchId }: Filter): RawBuilder<unknown> => sql`(
  with looked as materialized (
    select w.id, w.branch_id, w.signed_at, ${awaitedOf[of]} as open_fen
    from waybills w where ${allOf([
      ownRows(actor, 'w'),
      unlessHouse(actor, sql<boolean>`false`),
      isAwaited(of, now),
      branchId === undefined ? undefined : sql<boolean>`w.branch_id = ${branchId}::uuid`,
    ])}),
  shared as (select p.provider, l.branch_id, l.signed_at, p.open_fen
    from (select * from looked where open_fen > 0) as l cross join lateral (select l.id, l.open_fen) as x
    cross join lateral ${openByProvider(of)} as p)
  select x.provider, x.branch_id, b.name as branch_name, ${sumsOfAges(now)}
  from shared as x join companies b on b.id = x.branch_id
  where ${allOf([sql<boolean>`x.open_fen > 0`, contains(['x.provider'], text)])} group by 1, 2, 3)`

interface Found extends Sums {
  readonly provider: string
  readonly branch_id: string
  readonly branch_name: string
  readonly oldest_at: number
}
const cursorForm = new RegExp(`^(\\d{1,16})\\.(${uuidPattern})\\.(.{1,400})$`, 'su')

/** Providers by what they issued no invoice for, the most first. */
export async function findExpectedSupply(
  ctx: Ctx,
  { limit = pageDefault, cursor, ...filter }: Asked<Input<typeof listExpectedInvoices>>,
): Promise<Output<typeof listExpectedInvoices>> {
  const [, total, branch, provider] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && provider === undefined) throw placeFault()
  const after =
    provider === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(g.total, g.branch_id, g.provider) < (${Number(total)}::bigint, ${branch}::uuid, ${provider}::text)`
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Found>`select g.* from ${supplyRows(ctx, filter)} as g where ${after}
        order by g.total desc, g.branch_id desc, g.provider desc limit ${limit + 1}`.compile(q),
    ),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(row => ({
      key: `${row.provider}.${row.branch_id}`,
      class: filter.class,
      carrierName: row.provider,
      branchCompanyId: row.branch_id,
      branchName: row.branch_name,
      waybills: row.items,
      ...shownSums(row),
      oldestAt: row.oldest_at,
    })),
    ...(rows.length > limit && last ? { next: `${last.total}.${last.branch_id}.${last.provider}` } : {}),
  }
}
