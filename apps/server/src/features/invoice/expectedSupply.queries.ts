// Invoices for fuel and tolls that are waited for: what signatures counted and no invoice bears, by provider and branch.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listExpectedInvoices, sumExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import type { SupplyClass } from '@yunshu/domain/invoice/inputClass'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder } from 'kysely'
import { awaitedOf, isAwaited } from '../../db/awaitedInvoices.ts'
import { contains } from '../../db/conditions.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { shown, sumsOfAges, type Sums } from './expectedAges.queries.ts'

type Asked<T> = Omit<T, 'class'> & { readonly class: SupplyClass }
type Filter = Asked<Input<typeof sumExpectedInvoices>>

const kindOf = { FUEL: 'OIL', TOLL: 'ETC' } as const satisfies Readonly<Record<SupplyClass, string>>

/** The providers of what a waybill was handed, in one line; fuel of sheets comes from no account of a provider. */
const providersOf = (
  of: SupplyClass,
) => sql<string>`coalesce((select string_agg(distinct a.provider, '、' order by a.provider)
  from fuel_issues i join fuel_accounts a on a.id = i.account_id
  where i.waybill_id = w.id and i.kind = ${kindOf[of]} and i.part_id is not null
    and i.amount_fen > i.recovered_fen), '未分供应商')`

/**
 * Providers with what of a class is on no invoice, for the house: of the waybills signed in the days that are looked through.
 * A waybill with fuel of two providers stands under both together.
 */
export const supplyRows = ({ actor, now }: Ctx, { class: of, text, branchId }: Filter): RawBuilder<unknown> => sql`(
  with looked as materialized (
    select w.branch_id, w.signed_at, ${awaitedOf[of]} as open_fen, ${providersOf(of)} as provider
    from waybills w where ${allOf([
      ownRows(actor, 'w'),
      isHouseSide(actor.side) ? undefined : sql<boolean>`false`,
      isAwaited(of, now),
      branchId === undefined ? undefined : sql<boolean>`w.branch_id = ${branchId}::uuid`,
    ])})
  select x.provider, x.branch_id, b.name as branch_name, ${sumsOfAges(now)}
  from looked as x join companies b on b.id = x.branch_id
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
      waybills: row.waybills,
      ...shown(row),
      oldestAt: row.oldest_at,
    })),
    ...(rows.length > limit && last ? { next: `${last.total}.${last.branch_id}.${last.provider}` } : {}),
  }
}
