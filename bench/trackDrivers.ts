// Terminals that send until they are told, and the proof that whatever they were told is in the log and in the trail, each copy once.
import { setTimeout as pause } from 'node:timers/promises'
import { momentOf } from '../packages/track/src/clockFix.ts'
import { readSegment } from '../packages/track/src/segment.ts'
import { isFault } from '../packages/jt808/src/fault.ts'
import { readMessage } from '../packages/jt808/src/message.ts'
import { framesIn, type Query } from '../tests/server/gatewayWorld.ts'
import { Terminal808 } from '../tests/server/terminal808.ts'

/** Positions of a terminal that are told of at once. */
export const burst = 10
/** Positions of a terminal lie a second apart. */
const base = Math.floor((Date.now() - 3 * 3_600_000) / 1000) * 1000

/** One terminal that sends until it is told, over as many connections as that takes. */
export class Driver {
  readonly phone: string
  readonly trackNo: number
  /** Times each position was sent, and those that were acknowledged. */
  readonly sent = new Map<number, number>()
  readonly told = new Set<number>()
  readonly #restMs: number
  #code: string | undefined
  /** `restMs` is the pause of a terminal that was told, before it goes on. */
  constructor(phone: string, trackNo: number, restMs = 25) {
    this.phone = phone
    this.trackNo = trackNo
    this.#restMs = restMs
  }

  get isDone(): boolean {
    return this.told.size === this.sent.size
  }

  async drive(port: number, state: { isOver: boolean }): Promise<void> {
    while (!state.isOver || !this.isDone) {
      const terminal = await Terminal808.connect(port, { phone: this.phone }).catch(() => undefined)
      // one that hears nothing for too long hangs up and comes back, as terminals do
      const silence = setTimeout(() => terminal?.destroy(), 20_000)
      if (terminal) await this.#talk(terminal, state).catch(() => {})
      else await pause(30)
      clearTimeout(silence)
      terminal?.destroy()
      await pause(10)
    }
  }

  async #talk(terminal: Terminal808, state: { isOver: boolean }): Promise<void> {
    this.#code ??= await terminal.enter()
    if ((await terminal.auth(this.#code)) !== 0) throw new Error('refused')
    for (let turns = 0; turns < 60 && (!state.isOver || !this.isDone); turns++) {
      const open = [...this.sent.keys()].filter(n => !this.told.has(n)).slice(0, burst)
      while (open.length < burst && !state.isOver) open.push(this.sent.size + open.length)
      const places = new Map<number, number>()
      const take = (): void => {
        for (const serial of terminal.acknowledged(0x0200)) {
          const n = places.get(serial)
          if (n !== undefined) this.told.add(n)
        }
      }
      for (const n of new Set(open)) {
        this.sent.set(n, (this.sent.get(n) ?? 0) + 1)
        const place = { lonE6: 109_000_000 + n, latE6: 38_000_000 }
        places.set(terminal.report({ at: base + n * 1000, place, speed: 300 }), n)
      }
      await terminal
        .until(() => {
          take()
          return [...places.values()].every(n => this.told.has(n)) || undefined
        })
        // words told before the end count
        .finally(take)
      terminal.frames.length = 0
      await pause(this.#restMs)
    }
  }
}

/** Told and not in the log, copies beyond those sent, and told and not in the trail. */
export async function proofOf(query: Query, drivers: readonly Driver[]) {
  const copies = new Map<string, number>()
  for (const { frame } of await framesIn(query)) {
    const message = frame.id === 0x0200 ? readMessage(frame) : undefined
    if (message === undefined || isFault(message) || message.kind !== 'location') continue
    const n = ((momentOf(message.value.time) ?? 0) - base) / 1000
    const key = `${Number(frame.phone)} ${n}`
    copies.set(key, (copies.get(key) ?? 0) + 1)
  }
  let lost = 0,
    doubled = 0,
    untrailed = 0
  for (const { phone, trackNo, told, sent } of drivers) {
    const trail = await trailOf(query, trackNo)
    for (const n of told) {
      if (!copies.has(`${phone} ${n}`)) lost++
      if (!trail.has(n)) untrailed++
    }
    for (const [n, times] of sent) if ((copies.get(`${phone} ${n}`) ?? 0) > times) doubled++
  }
  return { lost, doubled, untrailed }
}

async function trailOf(query: Query, trackNo: number): Promise<Set<number>> {
  const rows = await query<{ hour: number; payload: Buffer }>(
    `select hour_at::float8 as hour, payload from track_segments where track_no = $1
      and set_config('app.reach', 'system', false) <> ''`,
    [trackNo],
  )
  return new Set(rows.flatMap(({ hour, payload }) => readSegment(hour, payload).map(({ at }) => (at - base) / 1000)))
}

/** Positions that were acknowledged. */
export const toldTo = (drivers: readonly Driver[]): number => drivers.reduce((sum, { told }) => sum + told.size, 0)
