// Whose rows and which prices an actor sees: the condition every query carries (row-level security is the second wall).
import { isCarrier, isShipper } from '@yunshu/domain/account'
import { sql, type RawBuilder } from 'kysely'
import type { Actor, Ctx } from '../http/ctx.ts'
import { nilId } from './tx.ts'

type Condition = RawBuilder<boolean>

/** Conditions that must all hold. */
export function allOf(conditions: readonly (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(given, sql` and `)})`
}

/** Rows of tables with shipper_id, carrier_id and branch_id (tasks, waybills, files, settlements) that are the actor's. */
export function ownRows(actor: Actor, alias: string): Condition {
  const is = (column: string, id: string | undefined): Condition => sql<boolean>`${sql.ref(`${alias}.${column}`)} = ${id ?? nilId}::uuid`
  if (actor.side === 'platform') return sql<boolean>`true`
  if (actor.side === 'branch') return is('branch_id', actor.branchId)
  if (isShipper(actor.businessType) && isCarrier(actor.businessType)) return sql<boolean>`(${is('shipper_id', actor.companyId)} or ${is('carrier_id', actor.companyId)})`
  return is(actor.side === 'shipper' ? 'shipper_id' : 'carrier_id', actor.companyId)
}

/** The owner whose counters (waybill_counts) are the actor's: the nil id counts the whole platform. */
export function ownerOf(actor: Actor): string {
  if (actor.side === 'platform') return nilId
  return (actor.side === 'branch' ? actor.branchId : actor.companyId) ?? nilId
}

/** Which price columns of a shipper's record an actor sees. A company sees its own side only, whatever its permits say. */
export function priceSight(ctx: Pick<Ctx, 'actor' | 'can'>, shipperId: string): { shipper: boolean; carrier: boolean; margin: boolean } {
  const { actor } = ctx
  const isHouse = actor.side === 'platform' || actor.side === 'branch'
  const isOwnShipper = actor.companyId === shipperId
  const shipper = ctx.can('price.shipper') && (isHouse || isOwnShipper)
  const carrier = ctx.can('price.carrier') && (isHouse || !isOwnShipper)
  return { shipper, carrier, margin: shipper && carrier && ctx.can('price.margin') }
}
