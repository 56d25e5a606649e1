// Rows and prices an actor sees: the condition every query carries (row-level security is the second wall).
import { isCarrier, isShipper } from '@yunshu/domain/account/account'
import { ownAccounts } from '@yunshu/domain/voucher/chart'
import { isHouseSide, type RoleSide } from '@yunshu/domain/permits/permits'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx } from './ctx.ts'
import { nilId } from '../db/tx.ts'

type Condition = RawBuilder<boolean>

/** Conditions that must all hold. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter(condition => condition !== undefined)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

/** True where the actor is none of those whose work another person has to look at, by their columns. */
export const isAnothers = ({ userId }: Pick<Actor, 'userId'>, ...people: readonly string[]): Condition =>
  allOf(people.map(person => sql<boolean>`${sql.ref(person)} is distinct from ${userId}::uuid`))

/** One value for each side: the platform as a whole, a branch by its id, shipper and carrier by their company's. */
interface Sides<T> {
  readonly platform: T
  readonly branch: (branchId: string) => T
  readonly company: (companyId: string) => T
}

/** The value of the actor's side. */
export function bySide<T>(
  { side, branchId = nilId, companyId = nilId }: Pick<Actor, 'side' | 'branchId' | 'companyId'>,
  of: Sides<T>,
): T {
  if (side === 'platform') return of.platform
  return side === 'branch' ? of.branch(branchId) : of.company(companyId)
}

/** The sides an actor stands on: one, but for a company that ships and carries. */
export const sidesOf = ({ side, businessType }: Pick<Actor, 'side' | 'businessType'>): readonly RoleSide[] =>
  side === 'shipper' && isCarrier(businessType) ? ['shipper', 'carrier'] : [side]

/** The company a shipper or carrier acts for; undefined for the house, whose people act for no company of the market. */
export const marketCompany = ({ side, companyId }: Pick<Actor, 'side' | 'companyId'>): string | undefined =>
  isHouseSide(side) ? undefined : companyId

/** True where a column names the company a shipper or carrier acts for; never for the house. */
export function isCompanyOf(actor: Pick<Actor, 'side' | 'companyId'>, column: string): Condition {
  const me = marketCompany(actor)
  return me === undefined ? sql<boolean>`false` : sql<boolean>`${sql.ref(column)} = ${me}::uuid`
}

/** A condition on rows of the market's companies; none for the house, which sees them by its reach alone. */
export const unlessHouse = ({ side }: Pick<Actor, 'side'>, condition: Condition): Condition | undefined =>
  isHouseSide(side) ? undefined : condition

/** A column that names the owner of a row, or the condition where it takes more than a column. */
type Owner = string | ((id: string) => Condition)
const ownedBy = (owner: Owner, id: string): Condition =>
  typeof owner === 'string' ? sql<boolean>`${sql.ref(owner)} = ${id}::uuid` : owner(id)

/** Rows the actor's side reaches: all for the platform, those of the branch for a branch, its own for a company. */
export const rowsOfSide = (
  actor: Pick<Actor, 'side' | 'branchId' | 'companyId'>,
  { branch, company }: { readonly branch: Owner; readonly company: Owner },
): Condition =>
  bySide(actor, {
    platform: sql<boolean>`true`,
    branch: id => ownedBy(branch, id),
    company: id => ownedBy(company, id),
  })

/** The person who answers for the actor's work: the employee they act for at the moment, else they themselves. */
export const personOf = (actor: Pick<Actor, 'userId' | 'actingFor'>): string => actor.actingFor?.userId ?? actor.userId

/** The part of its company's rows a person sees; a person without a branch office sees only their own rows. */
function dataScopeOf({ side, dataScope, branchId }: Actor): 'COMPANY' | 'BRANCH' | 'SELF' {
  if (isHouseSide(side) || dataScope === 'ALL' || dataScope === 'COMPANY') return 'COMPANY'
  return dataScope === 'BRANCH' && branchId !== undefined ? 'BRANCH' : 'SELF'
}

/** True if the actor sees less than the whole company: counts kept for the company do not count for them. */
export const isNarrow = (actor: Actor): boolean => dataScopeOf(actor) !== 'COMPANY'

/**
 * True where the person who answers for a row is within the actor's data scope; undefined when every person of the
 * company is.
 */
export function answeredWithin(actor: Actor, person: RawBuilder<unknown>): Condition | undefined {
  switch (dataScopeOf(actor)) {
    case 'COMPANY':
      return undefined
    case 'SELF':
      return sql<boolean>`${person} = ${personOf(actor)}::uuid`
    case 'BRANCH':
      return sql<boolean>`${person} in (select office.id from users office
        where office.company_id = ${actor.companyId ?? nilId}::uuid
        and office.branch_company_id = ${actor.branchId ?? nilId}::uuid)`
  }
}

type MarketSide = 'shipper' | 'carrier'

/**
 * Rows the actor's company stands on, on either side that it is, and there within `more`; all for the platform, those
 * of the branch for a branch.
 */
function rowsOf(actor: Actor, alias: string, more: (side: MarketSide) => Condition | undefined): Condition {
  const { side, businessType } = actor
  const isBoth = isShipper(businessType) && isCarrier(businessType)
  return rowsOfSide(actor, {
    branch: `${alias}.branch_id`,
    company: me => {
      const on = (each: MarketSide): Condition => allOf([ownedBy(`${alias}.${each}_id`, me), more(each)])
      if (isBoth) return sql<boolean>`(${on('shipper')} or ${on('carrier')})`
      return on(side === 'shipper' ? 'shipper' : 'carrier')
    },
  })
}

/**
 * Rows of tables with shipper_id, carrier_id and branch_id that are the actor's company's, whatever the actor's data
 * scope (files, the ledger).
 */
export const companyRows = (actor: Actor, alias: string): Condition => rowsOf(actor, alias, () => undefined)

/**
 * Waybills, and other rows both sides answer for, that are the actor's: of their company, and there of the people
 * within their data scope.
 */
export const ownRows = (actor: Actor, alias: string): Condition =>
  rowsOf(actor, alias, side => answeredWithin(actor, sql.ref(`${alias}.${side}_by`)))

/**
 * Tasks that are the actor's: a carrier's own, where one that waits for an answer is the whole company's to give; a
 * shipper's those it gave itself, for what a carrier hands down is that carrier's affair.
 */
export const ownTasks = (actor: Actor, alias: string): Condition =>
  rowsOf(actor, alias, side => {
    const within = answeredWithin(actor, sql.ref(`${alias}.${side}_by`))
    if (side === 'shipper') return allOf([sql<boolean>`${sql.ref(`${alias}.parent_id`)} is null`, within])
    return within && sql<boolean>`(${sql.ref(`${alias}.state`)} = 'sent' or ${within})`
  })

/** Tasks the actor's company handed down to another carrier, within the data scope of those who did. */
export const releasedTasks = (actor: Actor, alias: string): Condition =>
  allOf([
    sql<boolean>`${sql.ref(`${alias}.releaser_id`)} = ${marketCompany(actor) ?? nilId}::uuid`,
    answeredWithin(actor, sql.ref(`${alias}.releaser_by`)),
  ])

/** The person a sheet was made by, or for; by case, which an index is asked for behind the walls too. */
function makerOf(alias: string): RawBuilder<string> {
  const [maker, wasFor] = [sql.ref(`${alias}.maker_id`), sql.ref(`${alias}.maker_for`)]
  return sql<string>`case when ${wasFor} is null then ${maker} else ${wasFor} end`
}

/**
 * Settlement sheets that are the actor's. A person who makes sheets for a shipper answers for those made within their
 * data scope; everybody else, and every carrier, sees the sheets that hold a waybill of theirs.
 */
export function ownSheets(actor: Actor, alias: string): Condition {
  const makes = actor.isAdmin || actor.permits.has('settlement.make')
  return rowsOf(actor, alias, side => {
    if (side === 'shipper' && makes) return answeredWithin(actor, makerOf(alias))
    const holds = answeredWithin(actor, sql.ref(`held.${side}_by`))
    return (
      holds &&
      sql<boolean>`exists (select from settlement_lines line join waybills held on held.id = line.waybill_id
        where line.settlement_id = ${sql.ref(`${alias}.id`)} and ${holds})`
    )
  })
}

/**
 * Lines of the journal that are the actor's: a company's are those in its name on the accounts it has with the house.
 */
export const ownJournalLines = (actor: Actor, alias: string): Condition =>
  rowsOfSide(actor, {
    branch: `${alias}.branch_id`,
    company: me => {
      const { businessType } = actor
      const codes = [
        ...(isShipper(businessType) ? ownAccounts.shipper : []),
        ...(isCarrier(businessType) ? ownAccounts.carrier : []),
      ]
      return sql<boolean>`(${ownedBy(`${alias}.party_id`, me)}
        and ${sql.ref(`${alias}.account`)} = any(${codes}::text[]))`
    },
  })

/**
 * Vouchers that are the actor's: a company's are those with a line of its own; with a narrow data scope those of
 * waybills and sheets that are.
 */
export const ownVouchers = (actor: Actor, alias: string): Condition =>
  rowsOf(actor, alias, () =>
    allOf([
      sql<boolean>`exists (select from journal_lines own_line
        where own_line.entry_id = ${sql.ref(`${alias}.entry_id`)} and ${ownJournalLines(actor, 'own_line')})`,
      isNarrow(actor)
        ? sql<boolean>`(${sql.ref(`${alias}.waybill_id`)} in (select own.id from waybills own
          where ${ownRows(actor, 'own')})
      or ${sql.ref(`${alias}.settlement_id`)} in (select own.id from settlements own where ${ownSheets(actor, 'own')}))`
        : undefined,
    ]),
  )

/** The amount of a voucher as the actor sees it: a company sees its own lines of it. */
export const voucherAmount = (actor: Actor, alias: string): RawBuilder<number> => {
  const whole = sql<number>`${sql.ref(`${alias}.amount_fen`)}`
  return bySide(actor, {
    platform: whole,
    branch: () => whole,
    company: () =>
      sql<number>`(select coalesce(nullif(sum(own_line.debit_fen), 0), sum(own_line.credit_fen), 0)
        from journal_lines own_line where own_line.entry_id = ${sql.ref(`${alias}.entry_id`)}
        and ${ownJournalLines(actor, 'own_line')})::bigint`,
  })
}

/** The owner whose counters (waybill_counts) are the actor's: the nil id counts the whole platform. */
export const ownerOf = (actor: Actor): string => bySide(actor, { platform: nilId, branch: id => id, company: id => id })

/** The prices an actor sees: the shipper's price, the carrier's price, and the margin between them. */
export interface PriceSight {
  readonly shipper: boolean
  readonly carrier: boolean
  readonly margin: boolean
}

/**
 * The prices of the sides an actor stands on, each by its permit. The house stands on both, and alone sees what is left
 * between them: a company sees its own side only, whatever its permits say.
 */
function sightFrom({ actor, can }: Pick<Ctx, 'actor' | 'can'>, stands: Record<MarketSide, boolean>): PriceSight {
  const isHouse = isHouseSide(actor.side)
  const shipper = can('price.shipper') && (isHouse || stands.shipper)
  const carrier = can('price.carrier') && (isHouse || stands.carrier)
  return { shipper, carrier, margin: isHouse && shipper && carrier && can('price.margin') }
}

/** Prices of a shipper's record that an actor sees. */
export function priceSight(ctx: Pick<Ctx, 'actor' | 'can'>, shipperId: string): PriceSight {
  const isOwn = ctx.actor.companyId === shipperId
  return sightFrom(ctx, { shipper: isOwn, carrier: !isOwn })
}

/** Figures of its business that an actor sees: those of the sides its company may stand on. */
export const businessSight = (ctx: Pick<Ctx, 'actor' | 'can'>): PriceSight =>
  sightFrom(ctx, { shipper: isShipper(ctx.actor.businessType), carrier: isCarrier(ctx.actor.businessType) })

/**
 * Sums over many records that an actor sees, and the records each takes in: `rows` decides by SQL for a record `alias`
 * as `priceSight` decides for one; a company of both sides sees either sum.
 */
export function sumSight(
  ctx: Pick<Ctx, 'actor' | 'can'>,
  alias: string,
): PriceSight & { readonly rows: Readonly<Record<MarketSide, Condition>> } {
  const { actor } = ctx
  const all = sql<boolean>`true`
  const isOwn = isCompanyOf(actor, `${alias}.shipper_id`)
  return {
    ...sightFrom(ctx, { shipper: true, carrier: true }),
    rows: isHouseSide(actor.side)
      ? { shipper: all, carrier: all }
      : { shipper: isOwn, carrier: sql<boolean>`(not ${isOwn})` },
  }
}

/** True where the person asked for what a record holds, also where somebody worked in their place. */
export const isAskerOf = (
  { actor: { userId } }: { readonly actor: Pick<Actor, 'userId'> },
  row: { readonly asker_id: string | null; readonly asker_for: string | null },
): boolean => [row.asker_id, row.asker_for].includes(userId)
