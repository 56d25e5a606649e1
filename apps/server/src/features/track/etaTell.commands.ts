// Telling people that an arrival is expected late: once, and again when it has become an hour later.
import { formatDateTime } from '@yunshu/domain/figures/time'
import { etaGoals, etaTellMs } from '@yunshu/domain/track/due'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { isOfGoal } from './eta.queries.ts'

/** Waybills of one look; the others are told of by the next. */
const batch = 200

interface Late {
  readonly id: string
  readonly waybill_no: string
  readonly plate: string
  readonly shipper_id: string
  readonly shipper_by: string
  readonly carrier_id: string
  readonly carrier_by: string
  readonly branch_id: string
  readonly load_place: string
  readonly unload_place: string
  readonly goal: string
  readonly eta_at: number
  readonly due_at: number
  readonly told_eta_at: number | null
}

/** To the minute, without the year. */
const minute = (at: number): string => formatDateTime(at).slice(5, 16)

/** Tells both sides and the branch of arrivals that are late now, or an hour later than they were told. */
export async function tellLateArrivals(ctx: Ctx): Promise<void> {
  await ctx.tx.run(
    sql`update waybill_eta e set told_eta_at = null from waybills w
      where w.id = e.waybill_id and e.told_eta_at is not null and w.late_due_at is null`.compile(q),
  )
  const rows = await ctx.tx.rows(
    sql<Late>`select w.id, w.waybill_no, w.plate, w.shipper_id, w.shipper_by, w.carrier_id, w.carrier_by, w.branch_id,
        w.load_place, w.unload_place, e.goal, e.eta_at, w.late_due_at as due_at, e.told_eta_at
      from waybills w join waybill_eta e on e.waybill_id = w.id
      where w.state in ('toLoad', 'inTransit') and w.late_due_at is not null and ${isOfGoal}
        and (e.told_eta_at is null or e.eta_at >= e.told_eta_at + ${etaTellMs}::bigint)
      order by w.id limit ${batch} for update of e skip locked`.compile(q),
  )
  for (const row of rows) {
    const said = {
      waybillId: row.id,
      waybillNo: row.waybill_no,
      plate: row.plate,
      place: keyOf(etaGoals, row.goal) === 'load' ? row.load_place : row.unload_place,
      eta: minute(row.eta_at),
      due: minute(row.due_at),
      was: row.told_eta_at === null ? '' : minute(row.told_eta_at),
    }
    const permit = 'waybill.view'
    await tellHappening(ctx, 'waybill.runsLate', { company: row.shipper_id, permit, by: row.shipper_by }, said)
    await tellHappening(ctx, 'waybill.runsLate', { company: row.carrier_id, permit, by: row.carrier_by }, said)
    await tellHappening(ctx, 'waybill.runsLate', { branch: row.branch_id, permit }, said)
  }
  if (rows.length === 0) return
  await ctx.tx.run(
    sql`update waybill_eta set told_eta_at = eta_at
      where waybill_id = any(${rows.map(({ id }) => id)}::uuid[])`.compile(q),
  )
}
