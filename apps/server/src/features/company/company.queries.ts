// Companies a person works with: carriers of a shipper, shippers of a carrier, and all of a side for the house.
import { businessBits } from '@yunshu/domain/account'
import type { Input, Output } from '@yunshu/contract/call'
import type { listCarriers } from '@yunshu/contract/company'
import { maskMobile } from '@yunshu/domain/masking'
import { openWaybillStates } from '@yunshu/domain/waybill'
import { sql } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { ownRows } from '../../db/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'

/** What these queries need of a request. */
type Asker = Pick<Ctx, 'actor' | 'tx' | 'can'>
type Rows = Output<typeof listCarriers>['rows']

const companiesMax = 200
/** Relations that hold: both sides agreed, and an end that was asked for is not yet agreed. */
const liveRelations = ['active', 'ending'] as const

interface Found { companyId: string; name: string; trustCode: string; contactName: string; contact_mobile: string; state: string; since: number; isContract: boolean }

/**
 * Companies of one kind the actor works with, by name. A company sees those in a live relation with it; the platform
 * all active ones and a branch those it serves, with the state of the company in place of a relation's.
 */
export async function findPartners(ctx: Asker, kind: 'carrier' | 'shipper', { text }: Input<typeof listCarriers>): Promise<{ rows: Rows }> {
  const { side } = ctx.actor
  const found = side === 'platform' || side === 'branch' ? await findServed(ctx, kind, text) : await findRelated(ctx, kind, text)
  const open = await countOpen(ctx, kind, found.map((row) => row.companyId))
  const isOpenBook = ctx.can('pii.view')
  return {
    rows: found.map(({ contact_mobile, ...row }) => ({
      ...row, contactMobile: isOpenBook ? contact_mobile : maskMobile(contact_mobile), openWaybills: open.get(row.companyId) ?? 0,
    })),
  }
}

function findRelated(ctx: Asker, kind: 'carrier' | 'shipper', text: string | undefined): Promise<Found[]> {
  const typed = contains(['c.name', 'c.short_name', 'c.credit_code'], text) ?? sql<boolean>`true`
  return ctx.tx.rows(q.selectFrom('relations as r').innerJoin('companies as c', 'c.id', kind === 'carrier' ? 'r.carrier_id' : 'r.shipper_id')
    .select(['c.id as companyId', 'c.name', 'c.credit_code as trustCode', 'c.contact_name as contactName', 'c.contact_mobile', 'r.state', 'c.is_contract as isContract'])
    .select(sql<number>`coalesce(r.since, r.created_at)`.as('since'))
    .where(kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id', '=', ctx.actor.companyId ?? nilId)
    .where('r.state', 'in', [...liveRelations]).where(typed)
    .orderBy('c.name').orderBy('c.id').limit(companiesMax))
}

function findServed(ctx: Asker, kind: 'carrier' | 'shipper', text: string | undefined): Promise<Found[]> {
  const typed = contains(['c.name', 'c.short_name', 'c.credit_code'], text) ?? sql<boolean>`true`
  let query = q.selectFrom('companies as c')
    .select(['c.id as companyId', 'c.name', 'c.credit_code as trustCode', 'c.contact_name as contactName', 'c.contact_mobile', 'c.state', 'c.created_at as since', 'c.is_contract as isContract'])
    .where(sql<boolean>`c.role_flags & ${businessBits[kind]} <> 0`).where('c.state', '=', 'active').where(typed)
    .orderBy('c.name').orderBy('c.id').limit(companiesMax)
  if (ctx.actor.side === 'branch') query = query.where('c.branch_id', '=', ctx.actor.branchId ?? nilId)
  return ctx.tx.rows(query)
}

/** Open waybills of the actor with each of these companies, in one scan. */
async function countOpen(ctx: Asker, kind: 'carrier' | 'shipper', companyIds: readonly string[]): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const column = kind === 'carrier' ? 'w.carrier_id' : 'w.shipper_id'
  const rows = await ctx.tx.rows(q.selectFrom('waybills as w').select([`${column} as companyId`]).select((e) => e.fn.countAll<number>().as('n'))
    .where('w.state', 'in', [...openWaybillStates]).where(column, 'in', [...companyIds]).where(ownRows(ctx.actor, 'w')).groupBy(column))
  return new Map(rows.map(({ companyId, n }) => [companyId, n]))
}
