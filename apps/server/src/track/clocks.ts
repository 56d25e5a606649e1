// Clocks of terminals that are behind, told from reports that were kept back: one lag at the pace of the terminal is a clock, a
// lag that shrinks is a queue. Until it is known which, positions wait.
import { aheadMs, repairedTime } from '@yunshu/track/clockFix'
import { medianOf } from '@yunshu/track/geometry'
import type { Heard } from './decode.ts'

/** Lags that differ by no more are one. */
const sameLagMs = 60_000
/** So many reports of one lag, over so long a time, are a clock. */
const provenLeast = 5,
  provenMs = 5 * 60_000
/** A message that is not decided by then was kept back. */
const holdMs = 25 * 60_000

/** A clock that is known to be behind. */
export interface Behind {
  readonly lagMs: number
  /** When the first report of it came. */
  readonly since: number
}

/** A message that waits; one that is no report has no lag. */
interface Held {
  readonly parts: readonly Heard[]
  readonly lag: number | undefined
  readonly lane: number
  readonly seq: number
  readonly receivedAt: number
}

/** Messages after a look at the clocks they were written by. */
export interface Judged {
  /** For trail and map: those whose time may be believed. */
  readonly clear: Heard[]
  /** For the map alone: the terminal spoke, and where its clock is behind nobody knows its state. */
  readonly spoken: Heard[]
  /** Held ones that were kept back after all: for trail and map. */
  readonly released: Heard[]
  /** Terminals whose clock was found to be behind, or right again. */
  readonly changed: ReadonlySet<number>
}

/** The clocks of terminals as their reports tell of them, in the order of the log. */
export class Clocks {
  #behind = new Map<number, Behind>()
  #held = new Map<number, Held[]>()

  behindOf(terminalNo: number): Behind | undefined {
    return this.#behind.get(terminalNo)
  }

  /** Takes all clocks as the list has them. */
  take(behind: ReadonlyMap<number, Behind>): void {
    this.#behind = new Map(behind)
  }

  /** Messages that wait are read again. */
  forget(): void {
    this.#held = new Map()
  }

  /** The first number of a lane that waits: cursors stay before it. */
  firstHeld(lane: number): number {
    const there = [...this.#held.values()].flat().filter(one => one.lane === lane)
    return Math.min(...there.map(({ seq }) => seq))
  }

  /** A clock that was learned: since when its messages are read again, if they were held or left out. */
  learned(terminalNo: number): number | undefined {
    const held = this.#held.get(terminalNo) ?? []
    const { since: behindSince = Infinity } = this.#behind.get(terminalNo) ?? {}
    this.#held.delete(terminalNo)
    this.#behind.delete(terminalNo)
    const since = Math.min(behindSince, ...held.map(({ receivedAt }) => receivedAt))
    return since === Infinity ? undefined : since
  }

  /** `logNow` is the time up to which a lane was read. */
  judge(heard: readonly Heard[], offsetOf: (terminalNo: number) => number, logNow: (lane: number) => number): Judged {
    const judged: Writable = { clear: [], spoken: [], released: [], changed: new Set() }
    for (const parts of Map.groupBy(heard, ({ lane, seq, i }) => `${lane} ${seq} ${i}`).values())
      this.#judgeOne(parts, offsetOf, judged)
    for (const [no, held] of this.#held)
      this.#release(
        no,
        held.filter(({ lane, receivedAt }) => logNow(lane) - receivedAt > holdMs),
        judged,
      )
    return judged
  }

  #judgeOne(parts: readonly Heard[], offsetOf: (terminalNo: number) => number, judged: Writable): void {
    const [first] = parts
    if (first === undefined) return
    const { terminalNo: no, lane, seq } = first
    const fix = parts.find(part => part.fix)?.fix
    const receivedAt = fix?.receivedAt ?? first.receivedAt
    const lag = fix && receivedAt - repairedTime(fix.deviceAt, receivedAt, offsetOf(no))
    const behind = this.#behind.get(no)
    const one: Held = { parts, lag, lane, seq, receivedAt }
    if (lag === undefined) {
      // a position that is no report proves nothing: by a clock that is behind its times are wrong as well
      const isLate = parts.some(part => part.points.some(({ at }) => receivedAt - at > aheadMs))
      if (behind === undefined || !isLate) judged.clear.push(...parts)
      else this.#hold(no, one, judged)
    } else if (lag <= aheadMs) {
      judged.clear.push(...parts)
      if (lag < -aheadMs) return
      if (this.#behind.delete(no)) judged.changed.add(no)
      this.#release(no, this.#held.get(no) ?? [], judged)
    } else if (behind && Math.abs(lag - behind.lagMs) <= sameLagMs) {
      judged.spoken.push(...unknownOf(first, parts))
      this.#held.delete(no)
    } else {
      const others = (this.#held.get(no) ?? []).filter(
        held => held.lag !== undefined && Math.abs(held.lag - lag) > sameLagMs,
      )
      this.#release(no, others, judged)
      this.#hold(no, one, judged)
      this.#prove(no, judged)
    }
  }

  #hold(no: number, one: Held, judged: Writable): void {
    this.#held.set(no, [...(this.#held.get(no) ?? []), one])
    judged.spoken.push(...one.parts.slice(0, 1).map(part => ({ ...part, points: [] })))
  }

  #release(no: number, some: readonly Held[], judged: Writable): void {
    if (some.length === 0) return
    judged.released.push(...some.flatMap(({ parts }) => parts))
    const left = (this.#held.get(no) ?? []).filter(one => !some.includes(one))
    if (left.length > 0) this.#held.set(no, left)
    else this.#held.delete(no)
  }

  #prove(no: number, judged: Writable): void {
    const run = (this.#held.get(no) ?? []).filter(({ lag }) => lag !== undefined)
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last || run.length < provenLeast || last.receivedAt - first.receivedAt < provenMs) return
    this.#behind.set(no, { lagMs: Math.round(medianOf(run.flatMap(({ lag }) => lag ?? []))), since: first.receivedAt })
    this.#held.delete(no)
    judged.changed.add(no)
    const [spoken] = last.parts
    if (spoken) judged.spoken.push(...unknownOf(spoken, last.parts))
  }
}

interface Writable {
  readonly clear: Heard[]
  readonly spoken: Heard[]
  readonly released: Heard[]
  readonly changed: Set<number>
}

/** The word of a terminal whose clock is behind: it spoke, and its state is unknown. */
function unknownOf(first: Heard, parts: readonly Heard[]): Heard[] {
  const [point] = parts.flatMap(({ points }) => points)
  return [{ ...first, points: point ? [{ ...point, cls: 'clockBehind' }] : [] }]
}
