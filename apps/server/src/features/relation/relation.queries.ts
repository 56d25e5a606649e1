// Companies a person works with: carriers of a shipper, shippers of a carrier, all of a side for the house; companies
// to invite; the open work between two.
import type { Input, Output } from '@yunshu/contract/call'
import type {
  countCarriers,
  FoundCompany,
  findCompanies,
  getCarrierSearch,
  getRelation,
  listCarriers,
  RelatedCompany,
} from '@yunshu/contract/relation/relation'
import { businessBits, isCarrier, isShipper } from '@yunshu/domain/account/account'
import { shownPhone, type PhonePlace } from '@yunshu/domain/phones'
import { isHouseSide } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import {
  companySearchMin,
  inviters,
  liveRelationStates,
  relationStates,
  type Inviter,
  type OpenWork,
} from '@yunshu/domain/relation'
import { openWaybillStates } from '@yunshu/domain/waybill/waybill'
import { sql, type RawBuilder } from 'kysely'
import { contains } from '../../db/conditions.ts'
import { keyOf } from '../../db/keyOf.ts'
import { findLog } from '../../work/history.ts'
import { offeredMoves } from '../../work/move.ts'
import { afterCursor, rowsToAsk, toPage } from '../../db/page.ts'
import { allOf, isCompanyOf, marketCompany, ownRows, rowsOfSide } from '../../work/scope.ts'
import { nilId, q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** The parts of a request these queries need. */
type Asker = Pick<Ctx, 'actor' | 'tx' | 'can'>
type Filter = Input<typeof listCarriers>
type Kind = 'carrier' | 'shipper'

const companiesMax = 200
const foundMax = 20
const textColumns = ['c.name', 'c.short_name', 'c.credit_code']
const companyColumns = [
  'c.id as companyId',
  'c.name',
  'c.credit_code as trustCode',
  'c.contact_name as contactName',
  'c.contact_mobile',
  'c.region_code as regionCode',
  'c.is_contract as isContract',
] as const

const isHouse = ({ side }: Asker['actor']): boolean => isHouseSide(side)

/**
 * Companies of one kind the actor works with. A company sees its relations: the live ones by name, or all of them by
 * page; platform and branch see the active companies they serve, with the state of the company in place of a
 * relation's.
 */
export async function findPartners(ctx: Ctx, kind: Kind, filter: Filter): Promise<Output<typeof listCarriers>> {
  const show = <R extends { contact_mobile: string }>({ contact_mobile, ...row }: R, place: PhonePlace) => ({
    ...row,
    contactMobile: shownPhone(contact_mobile, place),
  })
  if (isHouse(ctx.actor)) {
    const found = await findServed(ctx, kind, filter.text)
    const open = await countOpen(
      ctx,
      kind,
      found.map(row => row.companyId),
    )
    return {
      rows: found.map(row => ({
        ...show(row, { of: 'others' }),
        id: row.companyId,
        openWaybills: open.get(row.companyId) ?? 0,
      })),
    }
  }
  const found = await findRelated(ctx, kind, filter)
  const ids = found.map(row => row.companyId)
  const open = await countOpen(ctx, kind, ids)
  // those who only choose a partner do not wait for it
  const unsettled = filter.all ? await countUnsettled(ctx, kind, ids) : undefined
  const toRow = (row: (typeof found)[number]): RelatedCompany => {
    const { id, companyId, name, trustCode, contactName, contactMobile, regionCode, isContract, since } = show(row, {
      of: 'relation',
      state: keyOf(relationStates.states, row.state),
    })
    return {
      id,
      companyId,
      name,
      trustCode,
      contactName,
      contactMobile,
      regionCode,
      isContract,
      state: row.state,
      since,
      openWaybills: open.get(companyId) ?? 0,
      ...(unsettled ? { unsettled: unsettled.get(companyId) ?? 0 } : {}),
      relation: relationOf(ctx, row),
    }
  }
  return filter.all ? toPage(found, filter, toRow) : { rows: found.map(toRow) }
}

function findRelated(ctx: Asker, kind: Kind, filter: Filter) {
  const { text, state, invitedBy, all } = filter
  const query = related(ctx, kind)
    .select(companyColumns)
    .select([
      'r.id',
      'r.shipper_id',
      'r.carrier_id',
      'r.state',
      'r.version',
      'r.invited_by',
      'r.message',
      'r.expires_at',
      'r.ended_at',
      'r.ended_by',
      'r.reason',
    ])
    .select(sql<number>`coalesce(r.since, r.created_at)`.as('since'))
    .where(
      allOf([
        contains(textColumns, text),
        state && sql<boolean>`r.state = ${state}`,
        invitedBy && sql<boolean>`r.invited_by = ${invitedBy}`,
        all ? afterCursor(filter, 'r.id') : sql<boolean>`r.state = any(${[...liveRelationStates]}::text[])`,
      ]),
    )
  return ctx.tx.rows(
    all
      ? query.orderBy('r.id', 'desc').limit(rowsToAsk(filter))
      : query.orderBy('c.name').orderBy('c.id').limit(companiesMax),
  )
}

/** Relations of the actor's company with companies of a kind. */
const related = (ctx: Asker, kind: Kind) =>
  q
    .selectFrom('relations as r')
    .innerJoin('companies as c', 'c.id', kind === 'carrier' ? 'r.carrier_id' : 'r.shipper_id')
    .where(isCompanyOf(ctx.actor, kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id'))

interface RelationRow {
  shipper_id: string
  carrier_id: string
  state: string
  version: number
  invited_by: string | null
  message: string
  expires_at: number | null
  ended_at: number | null
  ended_by: string | null
  reason: string | null
}

function relationOf(ctx: Ctx, row: RelationRow): NonNullable<RelatedCompany['relation']> {
  const invitedBy = row.invited_by === null ? undefined : keyOf(inviters, row.invited_by)
  const isOurs = invitedBy !== undefined && ownSide(ctx, row) === invitedBy
  const state = keyOf(relationStates.states, row.state)
  const moves = offeredMoves(ctx, relationStates, state).filter(name => {
    if (name === 'approve' || name === 'reject') return !isOurs
    if (name === 'withdraw') return isOurs
    return name === 'resume' ? row.ended_by === ctx.actor.companyId : name !== 'endLater'
  })
  return {
    shipperId: row.shipper_id,
    carrierId: row.carrier_id,
    version: row.version,
    ...(invitedBy === undefined ? {} : { invitedBy }),
    isOurs,
    message: row.message,
    moves,
    ...(state === 'invited' && row.expires_at !== null ? { expiresAt: row.expires_at } : {}),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.reason === null ? {} : { reason: row.reason }),
  }
}

/** On which side of a pair the actor's company stands; another company's pair is not found. */
export function ownSide(ctx: Pick<Ctx, 'actor'>, pair: { shipper_id: string; carrier_id: string }): Inviter {
  const companyId = marketCompany(ctx.actor)
  if (companyId !== undefined && pair.shipper_id !== pair.carrier_id) {
    if (pair.shipper_id === companyId) return 'shipper'
    if (pair.carrier_id === companyId) return 'carrier'
  }
  throw new Problem('row.none')
}

function findServed(ctx: Asker, kind: Kind, text: string | undefined) {
  return ctx.tx.rows(
    q
      .selectFrom('companies as c')
      .select(companyColumns)
      .select(['c.state', 'c.created_at as since'])
      .where(sql<boolean>`c.role_flags & ${businessBits[kind]} <> 0`)
      .where('c.state', '=', 'active')
      .where('c.kind', '=', 'HEAD')
      .where(allOf([contains(textColumns, text), served(ctx)]))
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(companiesMax),
  )
}

/** Companies `c` a branch serves; for every other side all of them. */
const served = (ctx: Asker) => rowsOfSide(ctx.actor, { branch: 'c.branch_id', company: () => sql<boolean>`true` })

/** Waybills of the actor with each of these companies that meet a condition, in one scan. */
async function countWith(
  ctx: Asker,
  kind: Kind,
  companyIds: readonly string[],
  where: RawBuilder<boolean>,
): Promise<Map<string, number>> {
  if (companyIds.length === 0) return new Map()
  const column = kind === 'carrier' ? 'w.carrier_id' : 'w.shipper_id'
  const rows = await ctx.tx.rows(
    q
      .selectFrom('waybills as w')
      .select([`${column} as companyId`])
      .select(e => e.fn.countAll<number>().as('n'))
      .where(where)
      .where(column, 'in', [...companyIds])
      .where(ownRows(ctx.actor, 'w'))
      .groupBy(column),
  )
  return new Map(rows.map(({ companyId, n }) => [companyId, n]))
}

const countOpen = (ctx: Asker, kind: Kind, companyIds: readonly string[]): Promise<Map<string, number>> =>
  countWith(ctx, kind, companyIds, sql<boolean>`w.state = any(${[...openWaybillStates]}::text[])`)

/** The signed ones that are not settled whole: the condition of the index `waybills_settle`. */
const countUnsettled = (ctx: Asker, kind: Kind, companyIds: readonly string[]): Promise<Map<string, number>> =>
  countWith(ctx, kind, companyIds, sql<boolean>`(w.state = 'signed' and w.settle_state in ('unsettled', 'partly'))`)

/** Relations by state under the list's filter; nothing for the house, whose companies have none. */
export async function countPartners(
  ctx: Asker,
  kind: Kind,
  { text, invitedBy }: Input<typeof countCarriers>,
): Promise<Output<typeof countCarriers>> {
  if (isHouse(ctx.actor)) return { state: {} }
  const rows = await ctx.tx.rows(
    related(ctx, kind)
      .select('r.state')
      .select(e => e.fn.countAll<number>().as('n'))
      .where(allOf([contains(textColumns, text), invitedBy && sql<boolean>`r.invited_by = ${invitedBy}`]))
      .groupBy('r.state'),
  )
  return { state: Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

/** Active companies of the other side by name or credit code, with how the caller stands with each. */
export async function findToInvite(
  ctx: Ctx,
  { text }: Input<typeof findCompanies>,
): Promise<Output<typeof findCompanies>> {
  const { companyId = nilId, businessType } = ctx.actor
  const reason = `至少输入${companySearchMin}个字`
  if (text.length < companySearchMin)
    throw new Problem('request.field', { field: '关键字', reason }, { fields: { text: reason } })
  const kinds: Kind[] = isHouse(ctx.actor)
    ? ['shipper', 'carrier']
    : [
        ...(isShipper(businessType) ? ['carrier' as const] : []),
        ...(isCarrier(businessType) ? ['shipper' as const] : []),
      ]
  const named = contains(['c.name', 'c.short_name'], text) ?? sql<boolean>`true`
  const rows: FoundCompany[] = []
  for (const kind of kinds) {
    const mine = kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id',
      theirs = kind === 'carrier' ? 'r.carrier_id' : 'r.shipper_id'
    const found = await ctx.tx.rows(
      q
        .selectFrom('companies as c')
        .leftJoin('relations as r', on => on.onRef(theirs, '=', 'c.id').on(mine, '=', companyId))
        .select(['c.id as companyId', 'c.name', 'c.credit_code as trustCode', 'c.region_code as regionCode', 'r.state'])
        .where('c.state', '=', 'active')
        .where('c.kind', '=', 'HEAD')
        .where('c.id', '<>', companyId)
        .where(sql<boolean>`c.role_flags & ${businessBits[kind]} <> 0`)
        .where(sql<boolean>`(${named} or c.credit_code = ${text.toUpperCase()})`)
        .where(served(ctx))
        .orderBy('c.name')
        .orderBy('c.id')
        .limit(foundMax),
    )
    rows.push(
      ...found.map(({ state, ...row }) => ({
        ...row,
        kind,
        ...(state === null ? {} : { state: keyOf(relationStates.states, state) }),
      })),
    )
  }
  return { rows: rows.slice(0, foundMax) }
}

/** Companies of a kind that a company works with now; the company is the actor's own, or one the house serves. */
export async function findChoice(
  ctx: Asker,
  kind: Kind,
  { companyId }: Input<typeof getCarrierSearch>,
): Promise<Output<typeof getCarrierSearch>> {
  const own = q.selectFrom('companies as c').select('c.id').where('c.id', '=', companyId)
  await ctx.tx.one(isHouse(ctx.actor) ? own.where(allOf([served(ctx)])) : own.where(isCompanyOf(ctx.actor, 'c.id')))
  const rows = await ctx.tx.rows(
    q
      .selectFrom('relations as r')
      .innerJoin('companies as c', 'c.id', kind === 'carrier' ? 'r.carrier_id' : 'r.shipper_id')
      .select(['c.id as companyId', 'c.name', 'c.credit_code as trustCode'])
      .where(kind === 'carrier' ? 'r.shipper_id' : 'r.carrier_id', '=', companyId)
      .where('r.state', 'in', [...liveRelationStates])
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(companiesMax),
  )
  return { rows }
}

/** The open work between two companies: the end of their relation must not cut any of it off. */
export async function findOpenWork(
  ctx: Pick<Ctx, 'tx'>,
  { shipper_id, carrier_id }: { shipper_id: string; carrier_id: string },
): Promise<OpenWork> {
  const between = sql`shipper_id = ${shipper_id} and carrier_id = ${carrier_id}`
  return ctx.tx.one(
    sql<OpenWork>`select
    (select count(*) from tasks where ${between} and state in ('sent', 'accepted', 'dispatching')) as tasks,
    (select count(*) from waybills where ${between} and state = any(${[...openWaybillStates]}::text[])) as waybills,
    (select count(*) from waybills where ${between} and state = 'signed'
      and settle_state in ('unsettled', 'partly')) as unsettled,
    (select count(*) from settlements where ${between}
      and state in ('draft', 'submitted', 'rejected', 'approved', 'voiding', 'paying', 'partial')) as sheets`.compile(
      q,
    ),
  )
}

/** A relation of the actor's company in full. */
export async function findRelation(
  ctx: Ctx,
  { shipperId, carrierId }: Input<typeof getRelation>,
): Promise<Output<typeof getRelation>> {
  const row = await ctx.tx.one(
    q
      .selectFrom('relations')
      .select(['id', 'state', 'shipper_id', 'carrier_id'])
      .where('shipper_id', '=', shipperId)
      .where('carrier_id', '=', carrierId),
  )
  ownSide(ctx, row)
  return {
    state: keyOf(relationStates.states, row.state),
    open: await findOpenWork(ctx, row),
    log: await findLog(ctx, row.id),
  }
}
