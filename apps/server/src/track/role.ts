// The role that follows vehicles: reads the log of its groups, decodes each message once, and writes what follows from it
// with the cursor in one transaction. Nothing but the log and the tables is needed after a crash.
import { moveCursors, readLog, StaleCursor, takeCursors, type Cursor } from '@yunshu/intake/reader'
import { Packages } from '@yunshu/jt808/packages'
import { learnedOffset, noFixes, withFix, type ClockFixes } from '@yunshu/track/clockFix'
import type pg from 'pg'
import { isDatabaseAway, isDatabaseShort } from '../db/pool.ts'
import { queueAdditions } from './additions.ts'
import { writeAlarms } from './alarms.ts'
import { Clocks, type Behind, type Judged } from './clocks.ts'
import { writeDays } from './days.ts'
import { heardIn, type Heard } from './decode.ts'
import { countHeard, newTrackFigures, type TrackFigures } from './figures.ts'
import { KeptFolds } from './kept.ts'
import { writeLive } from './live.ts'
import { recallPackages, recallReports } from './recall.ts'
import { readSeats } from './seats.ts'
import { Shards } from './shards.ts'
import { writeTrail } from './trail.ts'
import { writeVisits } from './visits.ts'

/** Rows of a lane read at once. */
const rowsAtOnce = 100
/** Messages that are written even before their time has come. */
const flushAt = 5000
/** A message is set aside when writing it fails so often. */
const triesMost = 3
/** Rounds after which new lanes and learned clocks are looked for. */
const lookEvery = 10

export interface RoleOptions {
  readonly pool: pg.Pool
  readonly owner: string
  readonly log: (line: string) => void
  readonly now: () => number
  /** A clock for how long something waits: the one of the machine may be set back. */
  readonly steady?: () => number
  /** Trails, days and visits are written this long after the first position that waits, ms. */
  readonly flushMs: number
  /** Positions are kept this long, ms; older ones that come stay in the log. */
  readonly keepMs?: number
}

/** Consumers with cursors of their own; retention keeps what they have not read. */
export const trackConsumers = ['live', 'trail'] as const
type Consumer = (typeof trackConsumers)[number]

/** A clock as it is known, and the fixes it is learned of. */
interface Clock {
  offsetMs: number
  fixes: ClockFixes
}

/** Faults of the database, not of a message: nothing is set aside for them, however often they come. */
const isPassing = (error: unknown): boolean => isDatabaseAway(error) || isDatabaseShort(error)

/** One process's part of the role. */
export class TrackRole {
  readonly figures: TrackFigures = newTrackFigures()
  readonly #options: RoleOptions
  readonly #shards: Shards
  #cursors = new Map<Consumer, Map<number, Cursor>>()
  /** The place in each lane up to which rows were read. */
  #read = new Map<number, number>()
  #waiting: Heard[] = []
  #waitingSince: number | undefined
  #tries = new Map<Consumer, number>()
  #clocks = new Map<number, Clock>()
  /** Clocks that are behind, and messages of which nobody knows yet whether they were kept back. */
  readonly #judge = new Clocks()
  /** Terminals whose messages wait to be written by the clock that was learned. */
  #learnedOf = new Set<number>()
  /** Messages of which not all packages have come. */
  #packages = new Packages()
  /** Days and visits as they stand behind what was written last. */
  readonly #kept = new KeptFolds()
  #rounds = 0

  constructor(options: RoleOptions) {
    this.#options = options
    this.#shards = new Shards(options.owner)
  }

  /** Reads what is new and writes what follows; answers how many messages it read. */
  async round(): Promise<number> {
    return this.#with(async client => {
      try {
        const isOther = await this.#shards.hold(client)
        const isLook = this.#rounds++ % lookEvery === 0
        if (isOther || isLook || this.#cursors.size === 0) await this.#settle(client, isOther)
        const { heard, isRead, released } = await this.#next(client)
        // also past rows of terminals without a vehicle, of which nothing is written
        if (isRead || released.length > 0)
          await this.#consume(client, 'live', heard, () =>
            writeNow(client, [...this.#fresh('live', heard), ...released], this.#oldest()),
          )
        const isRipe = this.#waitingSince !== undefined && this.#steady() - this.#waitingSince >= this.#options.flushMs
        if (isRipe || this.#waiting.length >= flushAt) await this.#flush(client)
        return heard.length
      } catch (error) {
        // all that was read is read again: from the cursors, which moved with what was written
        this.#forget()
        if (error instanceof StaleCursor) return 0
        throw error
      }
    })
  }

  /** Writes the trail of everything read so far. */
  async flush(): Promise<void> {
    await this.#with(client => this.#flush(client))
  }

  /** Writes what waits and gives the groups back. */
  async stop(): Promise<void> {
    await this.#with(async client => {
      await this.#flush(client)
      await this.#shards.release(client)
    })
  }

  async #with<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#options.pool.connect()
    let broken: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (error instanceof Error && isDatabaseAway(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  #forget(): void {
    this.#cursors = new Map()
    this.#read = new Map()
    this.#waiting = []
    this.#waitingSince = undefined
    this.#learnedOf = new Set()
    this.#judge.forget()
    this.#kept.forget()
  }

  /** Takes cursors where the groups or their lanes are others, and reads clocks. */
  async #settle(client: pg.PoolClient, isOther: boolean): Promise<void> {
    const { groups } = this.#shards
    const { rows: lanes } = await client.query<{ id: number }>(
      'select id from track_lanes where shard_group = any($1)',
      [groups],
    )
    const known = this.#cursors.get('trail')
    if (isOther || known === undefined || lanes.some(({ id }) => !known.has(id))) {
      this.#forget()
      for (const consumer of trackConsumers) {
        const taken = await takeCursors(client, consumer, groups)
        this.#cursors.set(consumer, new Map(taken.map(cursor => [cursor.lane, cursor])))
        for (const { lane, seq } of taken) this.#read.set(lane, Math.min(seq, this.#read.get(lane) ?? seq))
      }
      this.#packages = await recallPackages(client, this.#places())
    }
    await this.#readClocks(client)
  }

  async #readClocks(client: pg.PoolClient): Promise<void> {
    const { rows: clocks } = await client.query<{
      no: number
      offset: number
      lagMs: number | null
      since: number | null
    }>(
      `select terminal_no as no, clock_offset_ms::float8 as "offset", clock_behind_ms::float8 as "lagMs",
         clock_behind_since::float8 as since from terminals where clock_offset_ms <> 0 or clock_behind_ms is not null`,
    )
    const behind = new Map<number, Behind>()
    for (const { no, offset, lagMs, since } of clocks) {
      this.#clockOf(no).offsetMs = offset
      if (lagMs === null || since === null) continue
      if (lagMs > 0) behind.set(no, { lagMs, since })
      // the process that learned it died before the rows left out were written
      else if (!this.#learnedOf.has(no)) await this.#readAgain(client, no, since)
    }
    this.#judge.take(behind)
  }

  /** Puts messages of a terminal that were read by the clock of before in wait for the trail. */
  async #readAgain(client: pg.PoolClient, terminalNo: number, since: number): Promise<void> {
    this.#learnedOf.add(terminalNo)
    const rows = await recallReports(client, this.#places(), { terminalNo, since })
    const seats = await readSeats(client, rows)
    const offsetOf = (no: number): number => this.#clockOf(no).offsetMs
    this.#waiting.push(...heardIn(rows, { offsetOf, seats, packages: new Packages() }))
    this.#waitingSince ??= this.#steady()
  }

  #steady(): number {
    return (this.#options.steady ?? (() => performance.now()))()
  }

  #places(): { lane: number; seq: number }[] {
    return [...this.#read].map(([lane, seq]) => ({ lane, seq }))
  }

  #clockOf(terminalNo: number): Clock {
    const clock = this.#clocks.get(terminalNo) ?? { offsetMs: 0, fixes: noFixes }
    this.#clocks.set(terminalNo, clock)
    return clock
  }

  /** The next messages behind what was read, and their wait for the trail; whether any row was read at all. */
  async #next(client: pg.PoolClient): Promise<{ heard: Heard[]; isRead: boolean; released: Heard[] }> {
    const from = this.#places()
    if (from.length === 0) return { heard: [], isRead: false, released: [] }
    const { rows, gaps } = await readLog(client, from, rowsAtOnce)
    for (const { lane, from: first, to } of gaps) {
      this.figures.dropped += to - first + 1
      this.#options.log(`track: rows ${first} to ${to} of lane ${lane} were dropped before they were read`)
    }
    for (const { lane, seq } of rows) this.#read.set(lane, seq)
    const seats = await readSeats(client, rows)
    const offsetOf = (no: number): number => this.#clockOf(no).offsetMs
    const all = heardIn(rows, { offsetOf, seats, packages: this.#packages })
    countHeard(this.figures, rows, all)
    const lasts = new Map(rows.map(({ lane, messages = [] }) => [lane, messages.at(-1)?.receivedAt]))
    // a lane of which nothing is left to read is at the present
    const judged = this.#judge.judge(all, offsetOf, lane => lasts.get(lane) ?? this.#options.now())
    await this.#writeClocks(client, judged)
    await this.#learn(client, all)
    const { released } = judged
    if (rows.length > 0 || released.length > 0) this.#waitingSince ??= this.#steady()
    for (const one of [...this.#fresh('trail', judged.clear), ...released]) this.#waiting.push(one)
    return { heard: [...judged.clear, ...judged.spoken], isRead: rows.length > 0, released }
  }

  /** Writes down whose clock is behind, and whose is right again. */
  async #writeClocks(client: pg.PoolClient, { changed }: Judged): Promise<void> {
    for (const no of changed) {
      const behind = this.#judge.behindOf(no)
      await client.query('update terminals set clock_behind_ms = $2, clock_behind_since = $3 where terminal_no = $1', [
        no,
        behind?.lagMs,
        behind?.since,
      ])
    }
  }

  /** Messages a consumer has not written yet. */
  #fresh(consumer: Consumer, heard: readonly Heard[]): Heard[] {
    const cursors = this.#cursors.get(consumer)
    return heard.filter(({ lane, seq }) => seq > (cursors?.get(lane)?.seq ?? 0))
  }

  /** Clocks are learned where they are wrong by an exact time. */
  async #learn(client: pg.PoolClient, heard: readonly Heard[]): Promise<void> {
    const told = new Set<number>()
    for (const { terminalNo, fix } of heard) {
      if (fix === undefined) continue
      const clock = this.#clockOf(terminalNo)
      clock.fixes = withFix(clock.fixes, fix)
      told.add(terminalNo)
    }
    for (const no of told) {
      const clock = this.#clockOf(no)
      const offsetMs = learnedOffset(clock.fixes)
      if (offsetMs === undefined || offsetMs === clock.offsetMs) continue
      clock.offsetMs = offsetMs
      const since = this.#judge.learned(no)
      await client.query(
        `update terminals set clock_offset_ms = $2, clock_basis = 'learned', clock_behind_ms = $3, clock_behind_since = $4
         where terminal_no = $1`,
        [no, offsetMs, since === undefined ? null : 0, since],
      )
      if (since !== undefined) await this.#readAgain(client, no, since)
    }
  }

  async #flush(client: pg.PoolClient): Promise<void> {
    if (this.#waitingSince === undefined) return
    const waiting = this.#waiting
    const learned = [...this.#learnedOf]
    await this.#consume(client, 'trail', waiting, async () => {
      await this.#writeAll(client, waiting)
      if (learned.length > 0)
        await client.query(
          'update terminals set clock_behind_ms = null, clock_behind_since = null where terminal_no = any($1)',
          [learned],
        )
    })
    this.#learnedOf = new Set()
    this.#waiting = []
    this.#waitingSince = undefined
  }

  /** The moment from which on positions and alarms are kept. */
  #oldest(): number {
    return this.#options.now() - (this.#options.keepMs ?? Infinity)
  }

  async #writeAll(client: pg.PoolClient, heard: readonly Heard[]): Promise<void> {
    const oldest = this.#oldest()
    const touched = await writeTrail(
      client,
      heard.map(one => ({ ...one, points: one.points.filter(({ at }) => at >= oldest) })),
    )
    if (touched.length === 0) return
    this.figures.hours += touched.length
    this.figures.refolds += touched.filter(({ added }) => added === undefined).length
    await queueAdditions(client, touched, this.#options.now())
    await writeDays(client, touched, this.#kept)
    await writeVisits(client, touched, this.#options.now(), this.#kept)
  }

  /**
   * Writes what follows from messages and moves the cursor in one transaction. When that fails for the third time, each
   * message is written by itself, and those that fail are set aside.
   */
  async #consume(
    client: pg.PoolClient,
    consumer: Consumer,
    heard: readonly Heard[],
    write: () => Promise<void>,
  ): Promise<void> {
    const tries = (this.#tries.get(consumer) ?? 0) + 1
    this.#tries.set(consumer, tries)
    try {
      await this.#inTransaction(client, async () => {
        await write()
        await this.#move(client, consumer)
      })
    } catch (error) {
      if (error instanceof StaleCursor || isPassing(error) || tries < triesMost) throw error
      await this.#oneByOne(client, consumer, heard)
    }
    this.#tries.delete(consumer)
  }

  async #oneByOne(client: pg.PoolClient, consumer: Consumer, heard: readonly Heard[]): Promise<void> {
    const faults: { readonly one: Heard; readonly error: string }[] = []
    for (const one of this.#fresh(consumer, heard)) {
      const write = () =>
        consumer === 'live' ? writeNow(client, [one], this.#oldest()) : this.#writeAll(client, [one])
      await this.#inTransaction(client, write).catch((error: unknown) => {
        if (isPassing(error)) throw error
        faults.push({ one, error: error instanceof Error ? error.message : String(error) })
      })
    }
    this.figures.setAside += faults.length
    for (const { one, error } of faults)
      this.#options.log(`track: ${consumer} set message ${one.lane}/${one.seq}/${one.i} aside: ${error}`)
    await this.#inTransaction(client, async () => {
      for (const { one, error } of faults)
        await client.query(
          `insert into track_faults (lane, seq, i, consumer, error, at) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
          [one.lane, one.seq, one.i, consumer, error, this.#options.now()],
        )
      await this.#move(client, consumer)
    })
  }

  async #move(client: pg.PoolClient, consumer: Consumer): Promise<void> {
    const cursors = this.#cursors.get(consumer)
    if (cursors === undefined) throw new StaleCursor(consumer)
    const moved = [...cursors.values()].map(cursor => ({
      ...cursor,
      seq: Math.max(
        cursor.seq,
        Math.min(
          this.#read.get(cursor.lane) ?? 0,
          consumer === 'trail' ? this.#judge.firstHeld(cursor.lane) - 1 : Infinity,
        ),
      ),
    }))
    await moveCursors(client, consumer, moved)
    this.#cursors.set(consumer, new Map(moved.map(cursor => [cursor.lane, cursor])))
  }

  async #inTransaction(client: pg.PoolClient, work: () => Promise<void>): Promise<void> {
    await client.query('begin')
    try {
      await work()
      await client.query('commit')
    } catch (error) {
      // the folds have taken positions that are not written
      this.#kept.forget()
      if (!isDatabaseAway(error)) await client.query('rollback')
      throw error
    }
  }
}

/** Writes what is followed at once: the last places, and alarms that somebody has to answer. */
async function writeNow(client: pg.PoolClient, heard: readonly Heard[], oldest: number): Promise<void> {
  await writeLive(client, heard)
  await writeAlarms(client, heard, oldest)
}
