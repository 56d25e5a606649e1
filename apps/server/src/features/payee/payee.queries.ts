// Payees possible for a driver: his own accounts, and those of others he has authorised.
import { payeeKinds } from '@yunshu/domain/fleet/payee'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** Somebody who may be paid what a driver earns. */
export interface Payable {
  readonly payeeId: string
  readonly kind: keyof typeof payeeKinds
  readonly name: string
  readonly bank: string
  /** Whole: to be compared and to name its tail, never answered. */
  readonly accountNo: string
  /** The driver's own account; else somebody he has authorised. */
  readonly isOwn: boolean
  /** Chosen to be paid when nobody says otherwise. */
  readonly isDefault: boolean
}

interface PayableRow {
  for_driver: string
  id: string
  kind: string
  name: string
  bank: string
  account_no: string
  is_own: boolean
  is_default: boolean
}

/**
 * Payees possible for each of these drivers at a moment (ms): verified accounts that are not on the blacklist, the
 * driver's own or of somebody with an authorisation of his that is good then. The default first, then own accounts.
 * Drivers without a possible payee are absent. The caller has the drivers within the actor's reach.
 */
export async function findPayableFor(
  ctx: Ctx,
  driverIds: readonly string[],
  at: number,
): Promise<ReadonlyMap<string, readonly Payable[]>> {
  if (driverIds.length === 0) return new Map()
  const rows = await ctx.tx.rows(
    sql<PayableRow>`
    select d.id as for_driver, p.id, p.kind, p.name, p.bank, p.account_no, p.driver_id is not null as is_own,
      coalesce(d.payee_id = p.id, false) as is_default
    from drivers d join payees p on p.id in (
      select own.id from payees own where own.driver_id = d.id and own.name = d.name and own.id_no = d.id_no
      union select a.payee_id from payee_auths a where a.driver_id = d.id and a.state = 'active'
        and a.valid_from <= ${at} and a.valid_to > ${at})
    where d.id = any(${driverIds}::uuid[]) and p.carrier_id = d.carrier_id and p.paper = 'approved'
      and p.blacklisted_at is null and p.removed_at is null
    order by d.id, is_default desc, is_own desc, p.id`.compile(q),
  )
  const shown = rows.map(row => ({
    driverId: row.for_driver,
    payable: {
      payeeId: row.id,
      kind: keyOf(payeeKinds, row.kind),
      name: row.name,
      bank: row.bank,
      accountNo: row.account_no,
      isOwn: row.is_own,
      isDefault: row.is_default,
    } satisfies Payable,
  }))
  return new Map(
    [...Map.groupBy(shown, ({ driverId }) => driverId)].map(([driverId, each]) => [
      driverId,
      each.map(({ payable }) => payable),
    ]),
  )
}
