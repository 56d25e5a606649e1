// The expected arrival of a waybill as its page shows it.
import type { Eta } from '@yunshu/contract/track/eta'
import { dueBases, etaGoals, etaPlaces } from '@yunshu/domain/track/due'
import { sql, type RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'

/** True where an expected arrival `e` is that of the goal waybill `w` drives to now. */
export const isOfGoal: RawBuilder<boolean> = sql<boolean>`((w.state = 'toLoad' and e.goal = 'load')
  or (w.state = 'inTransit' and e.goal = 'unload'))`

/** The expected arrival of a waybill the actor has been shown; undefined where none could be worked out. */
export async function showEta({ tx }: Pick<Ctx, 'tx'>, waybillId: string): Promise<Eta | undefined> {
  const row = await tx.first(
    sql<{
      goal: string
      place: string
      eta_at: number
      due_at: number | null
      due_by: string | null
      left_m: number
      kmh: number
      is_own_speed: boolean
      fix_at: number
      updated_at: number
      is_late: boolean
    }>`select e.goal, e.place, e.eta_at, e.due_at, e.due_by, e.left_m, e.kmh, e.is_own_speed, e.fix_at, e.updated_at,
      w.late_due_at is not null as is_late
      from waybill_eta e join waybills w on w.id = e.waybill_id where e.waybill_id = ${waybillId}::uuid
        and ${isOfGoal}`.compile(q),
  )
  if (!row) return undefined
  return {
    goal: keyOf(etaGoals, row.goal),
    place: keyOf(etaPlaces, row.place),
    at: row.eta_at,
    ...(row.due_at === null || row.due_by === null ? {} : { dueAt: row.due_at, dueBy: keyOf(dueBases, row.due_by) }),
    leftM: row.left_m,
    kmh: row.kmh,
    isOwnSpeed: row.is_own_speed,
    fixAt: row.fix_at,
    updatedAt: row.updated_at,
    isLate: row.is_late,
  }
}
