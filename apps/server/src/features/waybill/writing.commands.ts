// The begin and end of every write of a waybill: its row under lock as the person saw it, the actor's side, its next
// version, and the receivers of news.
import type { HappeningName, SaidArgs } from '@yunshu/contract/happening/happenings'
import type { Permit } from '@yunshu/domain/permits/permits'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql } from 'kysely'
import { stale } from '../../work/history.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { followHappening, tellHappening } from '../../work/outbox.ts'
import { spansFollow } from '../../work/trackAccess.ts'
import { lockWaybills, type LockedWaybill } from './waybill.queries.ts'

/** One waybill under lock, in the actor's reach. */
export async function lockWaybill(ctx: Ctx, id: string): Promise<LockedWaybill> {
  const [waybill] = await lockWaybills(ctx, [id])
  if (!waybill) throw new Problem('row.none')
  return waybill
}

/** The same, refused with `row.stale` when somebody changed it since the person saw it. */
export async function lockSeen(ctx: Ctx, id: string, version: number): Promise<LockedWaybill> {
  const waybill = await lockWaybill(ctx, id)
  if (version !== waybill.version) throw await stale(ctx, id)
  return waybill
}

/**
 * Gives a waybill its next version after something that hangs on it changed, and sets columns with it; answers the
 * version. The caller holds the lock.
 */
export async function touchWaybill(
  ctx: Ctx,
  waybill: Pick<LockedWaybill, 'id'>,
  set: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const assignments = Object.entries({ ...set, updated_at: ctx.now }).map(
    ([key, value]) => sql`${sql.ref(key)} = ${value}`,
  )
  const { version } = await ctx.tx.one(
    sql<{
      version: number
    }>`update waybills set ${sql.join(assignments)}, version = version + 1 where id = ${waybill.id}
      returning version`.compile(q),
  )
  spansFollow(ctx, [waybill.id])
  return version
}

/** The people of a side that are told: those with `permit`; with `only`, none but that side of the market. */
interface Whom {
  readonly permit?: Permit
  readonly only?: 'shipper' | 'carrier' | undefined
}

/** The values of a waybill for the blanks of messages. */
export const wordsOfWaybill = ({ id: waybillId, waybill_no: waybillNo, plate }: LockedWaybill) => ({
  waybillId,
  waybillNo,
  plate,
})

/**
 * Tells the other side; acts of the house or the product are told to both. Colleagues of the person who acts are told
 * nothing, and their pages follow, as lists of the carriers that handed the work down do.
 */
export async function passOn<N extends HappeningName>(
  ctx: Ctx,
  waybill: LockedWaybill,
  { permit = 'waybill.view', only }: Whom,
  name: N,
  ...said: SaidArgs<N>
): Promise<void> {
  const { companyId, userId } = ctx.actor
  const own = (['shipper', 'carrier'] as const).find(side => waybill[`${side}_id`] === companyId)
  const sides = (['shipper', 'carrier'] as const).filter(
    side => (only === undefined || side === only) && waybill[`${side}_id`] !== companyId,
  )
  for (const side of sides)
    await tellHappening(ctx, name, { company: waybill[`${side}_id`], permit, by: waybill[`${side}_by`] }, ...said)
  if (own !== undefined && companyId !== undefined && own !== only)
    await followHappening(ctx, name, {
      company: companyId,
      permit: 'waybill.view',
      by: waybill[`${own}_by`],
      without: userId,
    })
  await syncReleasers(ctx, waybill.id)
}

/** Lists of the carriers that handed this waybill's work down follow; there is nothing for them to read. */
export async function syncReleasers(ctx: Ctx, waybillId: string): Promise<void> {
  // the carrier that hauls must not see the carriers above it, so the read is elevated
  const above = await ctx.tx.elevated(() =>
    ctx.tx.rows(q.selectFrom('waybill_fees').select('carrier_id').where('waybill_id', '=', waybillId)),
  )
  for (const { carrier_id } of above)
    await tellHappening(ctx, 'task.partMoved', { company: carrier_id, permit: 'task.release' })
}
