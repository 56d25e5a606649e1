// Last positions for the live map: read once a second for all viewers of a process, and the spans in which each kind of
// viewer may see them.
import type pg from 'pg'
import { sql } from 'kysely'
import { q, reading, systemReach } from '../../db/tx.ts'
import { usableSpans } from '../../features/track/access.queries.ts'
import type { LiveRow } from '../../features/track/map.queries.ts'
import { reachOf, type Actor } from '../../work/ctx.ts'

/** Positions are asked for again this long behind the newest: the role that writes them commits late, ms. */
const overlapMs = 60_000
/** Spans are read again after this time: sight that was taken away ends within it, ms. */
const spansMs = 2000
/** Spans nobody asked for are forgotten after this time, ms. */
const keptMs = 30_000
/** The most vehicles of one viewer. */
const vehiclesMost = 5000

/** A last position with the number of its edition. */
export type FedRow = LiveRow & { readonly rev: number }

interface Span {
  readonly from_at: number
  readonly to_at: number | null
}
/** Spans of some viewers by vehicle. */
export type Sight = ReadonlyMap<number, readonly Span[]>

/** True if a position may be seen now: a span that still runs holds it. */
export const isSeen = (spans: readonly Span[], { at }: Pick<FedRow, 'at'>, now: number): boolean =>
  spans.some(
    ({ from_at, to_at }) => from_at <= at && from_at <= now && (to_at === null || (to_at >= at && to_at >= now)),
  )

/** Actors of one key see the same rows. */
export const sightKey = ({ side, companyId, branchId, businessType, dataScope, userId, actingFor }: Actor): string =>
  [side, companyId, branchId, businessType, dataScope, actingFor?.userId ?? userId].join(' ')

/** The feed of one process. */
export class LiveFeed {
  readonly #reads: pg.Pool
  readonly #rows = new Map<number, FedRow>()
  readonly #sights = new Map<string, { sight: Sight; readAt: number }>()
  #newest = 0

  constructor(reads: pg.Pool) {
    this.#reads = reads
  }

  get(no: number): FedRow | undefined {
    return this.#rows.get(no)
  }

  /** Forgets what nobody looks at. */
  forget(): void {
    this.#rows.clear()
    this.#sights.clear()
    this.#newest = 0
  }

  /** Positions that came since the last look, also where the clock was set back since. */
  async refresh(now: number): Promise<void> {
    for (const [key, { readAt }] of this.#sights) if (Math.abs(now - readAt) > keptMs) this.#sights.delete(key)
    const rows = await this.#ask(sql<boolean>`l.received_at >= ${Math.min(this.#newest, now) - overlapMs}::bigint`)
    for (const row of rows) this.#newest = Math.max(this.#newest, row.received_at)
  }

  async #ask(where: ReturnType<typeof sql<boolean>>): Promise<FedRow[]> {
    const rows = await reading(this.#reads, systemReach, tx =>
      tx.rows(
        sql<FedRow>`select l.track_no, l.lon_e6, l.lat_e6, l.datum, l.speed, l.heading, l.at, l.received_at,
          l.state, l.rev
          from vehicle_live l where ${where}`.compile(q),
      ),
    )
    for (const row of rows) this.#rows.set(row.track_no, row)
    return rows
  }

  /** The spans of an actor, at most some seconds old; vehicles that are new in it have their positions afterwards. */
  async sightOf(actor: Actor, now: number): Promise<Sight> {
    const key = sightKey(actor)
    const known = this.#sights.get(key)
    if (known && Math.abs(now - known.readAt) < spansMs) return known.sight
    const rows = await reading(this.#reads, reachOf(actor), tx =>
      tx.rows(
        sql<Span & { track_no: number }>`select a.track_no, a.from_at, a.to_at from track_access a
          where ${usableSpans(actor)} and (a.to_at is null or a.to_at >= ${now}::bigint)
            and a.track_no in (select distinct a.track_no from track_access a
              where ${usableSpans(actor)} and (a.to_at is null or a.to_at >= ${now}::bigint)
              order by a.track_no limit ${vehiclesMost})`.compile(q),
      ),
    )
    const sight: Sight = Map.groupBy(rows, ({ track_no }) => track_no)
    this.#sights.set(key, { sight, readAt: now })
    const missing = [...sight.keys()].filter(no => !this.#rows.has(no))
    if (missing.length > 0) await this.#ask(sql<boolean>`l.track_no = any(${missing}::int[])`)
    return sight
  }
}
