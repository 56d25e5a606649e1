// Invoices that are waited for: freight of signed waybills that was paid and that no invoice of the carrier bears.
import type { Input, Output } from '@yunshu/contract/call'
import { pageDefault } from '@yunshu/contract/fields'
import type { listExpectedInvoices, sumExpectedInvoices } from '@yunshu/contract/invoice/expected'
import { uuidPattern } from '@yunshu/domain/identity/uuid'
import { expectedAgeKeys } from '@yunshu/domain/invoice/expected'
import { inputBases, isSupply } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { awaitedOf, isAwaited } from '../../db/awaitedInvoices.ts'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { placeFault } from '../../db/page.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownRows } from '../../work/scope.ts'
import { lastUrgeOf } from '../../work/urging.ts'
import { shownSums, sumsOfAges, type Sums } from './expectedAges.queries.ts'
import { findExpectedSupply, supplyRows } from './expectedSupply.queries.ts'

/** The word by which the history of a carrier tells for which branch it was urged. */
export const urgedBranch = '开票方'

type Filter = Input<typeof sumExpectedInvoices>

/**
 * The open freight of each waybill of the actor's signed in the days that are looked through. Read past the walls: whether
 * an invoice was booked by hand is known by vouchers of the house. Reckoned once a waybill, however often its
 * sum is asked.
 */
export const openWaybills = (
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  { branchId, carrierId }: { readonly branchId?: string | undefined; readonly carrierId?: string | undefined },
): RawBuilder<unknown> => sql`(with looked as materialized (
  select w.carrier_id, w.branch_id, w.signed_at, ${awaitedOf.FREIGHT} as open_fen from waybills w
  where ${allOf([
    ownRows(actor, 'w'),
    isAwaited('FREIGHT', now),
    branchId === undefined ? undefined : sql<boolean>`w.branch_id = ${branchId}::uuid`,
    carrierId === undefined ? undefined : sql<boolean>`w.carrier_id = ${carrierId}::uuid`,
  ])}) select * from looked)`

const expectedRows = (ctx: Pick<Ctx, 'actor' | 'now'>, { text, branchId }: Filter): RawBuilder<unknown> => sql`(
  select x.carrier_id, c.name as carrier_name, x.branch_id, b.name as branch_name,
    c.input_base, c.version as carrier_version, ${sumsOfAges(ctx.now)}
  from ${openWaybills(ctx, { branchId })} as x join companies c on c.id = x.carrier_id
    join companies b on b.id = x.branch_id
  where ${allOf([sql<boolean>`x.open_fen > 0`, contains(['c.name'], text)])} group by 1, 2, 3, 4, 5, 6)`

interface Found extends Sums {
  readonly carrier_id: string
  readonly carrier_name: string
  readonly branch_id: string
  readonly branch_name: string
  readonly oldest_at: number
  readonly urged_at: number | null
  readonly input_base: string
  readonly carrier_version: number
}
const cursorForm = new RegExp(`^(\\d{1,16})\\.(${uuidPattern})\\.(${uuidPattern})$`)

/** Carriers by what they were paid without an invoice, the most first. */
export async function findExpectedInvoices(
  ctx: Ctx,
  input: Input<typeof listExpectedInvoices>,
): Promise<Output<typeof listExpectedInvoices>> {
  const { class: of = 'FREIGHT', limit = pageDefault, cursor, ...filter } = input
  if (isSupply(of)) return findExpectedSupply(ctx, { ...input, class: of })
  const [, total, carrier, branch] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? [])
  if (cursor !== undefined && branch === undefined) throw placeFault()
  const after =
    branch === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(g.total, g.carrier_id, g.branch_id) < (${Number(total)}::bigint, ${carrier}::uuid,
        ${branch}::uuid)`
  const rows = await ctx.tx.elevated(() =>
    ctx.tx.rows(
      sql<Found>`select g.*, ${lastUrgeOf(sql`g.carrier_id`, { field: urgedBranch, value: sql`g.branch_name` })} as urged_at
        from ${expectedRows(ctx, filter)} as g where ${after}
        order by g.total desc, g.carrier_id desc, g.branch_id desc limit ${limit + 1}`.compile(q),
    ),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    rows: page.map(row => ({
      key: `${row.carrier_id}.${row.branch_id}`,
      class: of,
      carrierId: row.carrier_id,
      carrierName: row.carrier_name,
      branchCompanyId: row.branch_id,
      branchName: row.branch_name,
      waybills: row.items,
      ...shownSums(row),
      oldestAt: row.oldest_at,
      base: keyOf(inputBases, row.input_base),
      carrierVersion: row.carrier_version,
      ...(row.urged_at === null ? {} : { urgedAt: row.urged_at }),
    })),
    ...(rows.length > limit && last ? { next: `${last.total}.${last.carrier_id}.${last.branch_id}` } : {}),
  }
}

/** The sums of the rows. */
export async function findExpectedSums(ctx: Ctx, filter: Filter): Promise<Output<typeof sumExpectedInvoices>> {
  const { class: of = 'FREIGHT' } = filter
  const from = isSupply(of) ? supplyRows(ctx, { ...filter, class: of }) : expectedRows(ctx, filter)
  const sums = [...expectedAgeKeys, 'total'].map(
    key => sql`coalesce(sum(${sql.ref(`g.${key}`)}), 0)::bigint as ${sql.ref(key)}`,
  )
  const found = await ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<Sums>`select ${sql.join(sums)}, coalesce(sum(g.items), 0)::int as items
        from ${from} as g`.compile(q),
    ),
  )
  return { sums: { ...shownSums(found), waybills: found.items } }
}

/**
 * Waybills of one carrier that a branch in the actor's reach paid without an invoice, their freight, and the names of both;
 * null where the one is no carrier or the other no branch in reach.
 */
export const findExpectedOf = (ctx: Ctx, carrierId: string, branchId: string) =>
  ctx.tx.elevated(() =>
    ctx.tx.one(
      sql<{ waybills: number; total: number; carrier: string | null; branch: string | null }>`
        select count(*)::int as waybills, coalesce(sum(x.open_fen), 0)::bigint as total,
          (select name from companies where id = ${carrierId}::uuid and role_flags & 2 > 0) as carrier,
          (select name from companies where id = ${branchId}::uuid) as branch
        from ${openWaybills(ctx, { carrierId, branchId })} as x where x.open_fen > 0`.compile(q),
    ),
  )
