// Times in which a reader may know where a terminal was: a terminal tells of the vehicle it sat in at that moment.
import type { LookReason } from '@yunshu/domain/track/evidence'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { bySide } from '../../work/scope.ts'
import { usableSpans } from './access.queries.ts'
import { noteVehicleLook } from './listLook.ts'

/** A time of a terminal in a vehicle, and for readers of the house the part of it a waybill opens. */
interface Sight {
  readonly vehicle_id: string
  readonly waybill_id: string | null
  readonly from_at: number
  readonly to_at: number | null
}

/** The places of one terminal a reader may know, and those that were shown. */
export class Sights {
  readonly #ctx: Ctx
  readonly #isCarrier: boolean
  readonly #sights: readonly Sight[]
  readonly #shown: number[] = []

  private constructor(ctx: Ctx, isCarrier: boolean, sights: readonly Sight[]) {
    this.#ctx = ctx
    this.#isCarrier = isCarrier
    this.#sights = sights
  }

  /**
   * The sights of a terminal that is in the actor's reach. Its carrier sees all of it; the house what lies in the spans of
   * its waybills, as on the trail.
   */
  static async of(ctx: Ctx, terminalId: string): Promise<Sights> {
    const isCarrier = bySide(ctx.actor, { platform: false, branch: () => false, company: () => true })
    const rows = await ctx.tx.rows(
      isCarrier
        ? sql<Sight>`select b.vehicle_id, null::uuid as waybill_id, b.from_at, b.to_at from terminal_bindings b
            where b.terminal_id = ${terminalId}::uuid`.compile(q)
        : sql<Sight>`select b.vehicle_id, a.waybill_id, greatest(a.from_at, b.from_at) as from_at,
              least(a.to_at, b.to_at) as to_at
            from terminal_bindings b join track_access a on a.track_no = b.track_no
            where b.terminal_id = ${terminalId}::uuid and ${usableSpans(ctx.actor)}`.compile(q),
    )
    return new Sights(ctx, isCarrier, rows)
  }

  #holding(moment: number): Sight | undefined {
    return this.#sights.find(({ from_at: from, to_at: to }) => from <= moment && (to === null || moment <= to))
  }

  /**
   * Whether a place may be told, by the moment it says and the one it came at: a clock that is wrong opens nothing. A place
   * that may be told counts as shown.
   */
  show(...moments: readonly number[]): boolean {
    const may = this.#isCarrier || (moments.length > 0 && moments.every(moment => this.#holding(moment) !== undefined))
    if (may) this.#shown.push(...moments)
    return may
  }

  /** Writes a look down for each vehicle of which a place was shown. */
  async note(why: LookReason): Promise<void> {
    const seen = this.#shown.flatMap(at => {
      const sight = this.#holding(at)
      return sight ? [{ at, vehicleId: sight.vehicle_id, waybillId: sight.waybill_id }] : []
    })
    for (const [vehicleId, each] of Map.groupBy(seen, one => one.vehicleId)) {
      const moments = each.map(({ at }) => at)
      await noteVehicleLook(this.#ctx, why, {
        vehicleId,
        waybillId: each[0]?.waybillId ?? null,
        from: Math.min(...moments),
        to: Math.max(...moments),
      })
    }
  }
}
