// Messages that come in packages: put together, missing ones asked for again, a photo kept whole before it is confirmed. Those
// a gateway that died had of one stand in the log, and are taken from there.
import { createHash, randomUUID } from 'node:crypto'
import { readEnvelope } from '@yunshu/intake/envelope'
import { isFault } from '@yunshu/jt808/fault'
import { readRaw, type Frame } from '@yunshu/jt808/frame'
import { messageKinds, readBody, versionOf, type Message } from '@yunshu/jt808/message'
import { nameOf, Packages } from '@yunshu/jt808/packages'
import type pg from 'pg'
import type { Session, Sessions } from './sessions.ts'

const mediaId = messageKinds.media.id
/** Messages somebody awaits here: photos, and answers to orders. Of the others packages are counted, and read elsewhere. */
const awaitedIds = new Set<number>(
  (['media', 'paramsReply', 'locationAnswer', 'shot'] as const).map(key => messageKinds[key].id),
)
const nothing = new Uint8Array(0)
/** A message that got no package for this time lacks some, ms; asked for so often. */
const quietMs = 5000,
  asksMost = 5
/** Packages of the log are looked at as far back as a message has time, ms. */
const reachMs = 5 * 60_000
/** Rows of the log read for one message, and at once. */
const rowsMost = 5000,
  rowsAtOnce = 50
/** Messages of a terminal that are known in that time, and those the log is read for: serials cost a terminal nothing. */
const knownMost = 64,
  recallsMost = 4
/** Packages that wait to be put together: with more they are left, and asked for again as those that never came. */
const queueMost = 4000
/** Messages that were whole and are known for a while, of all terminals. */
const wholesMost = 20_000
/** Photos of a terminal that are kept of a day, by number and bytes: a photo a minute and a half, of 100 KB each. */
const dayMs = 86_400_000,
  dayPhotos = 1000,
  dayBytes = 100 * 1024 * 1024

export interface MediaDesk {
  readonly pool: pg.Pool
  readonly sessions: Sessions
  readonly now: () => number
  readonly steady: () => number
  readonly say: (line: string) => void
  /** An answer that came in packages: each of them is stored. */
  readonly onWhole: (session: Session, message: Message) => void
}

type Photo = Extract<Message, { kind: 'media' }>['value']

/** Messages in packages on their way to one gateway. */
export class Media {
  readonly #desk: MediaDesk
  readonly #packages = new Packages()
  /** Answers apart: they take no photo's place, and none takes theirs. */
  readonly #answers = new Packages()
  /** Packages of all other messages, without what they hold. */
  readonly #others = new Packages()
  /** Messages that were whole, and over which session: of a package of theirs that comes again nothing is missing. */
  readonly #wholes = new Map<string, { readonly at: number; readonly epoch: number }>()
  /** Messages of each terminal that the log was asked about, and how often packages were asked for. */
  readonly #recalled = new Map<string, { readonly since: number; readonly keys: Set<string>; recalls: number }>()
  readonly #asks = new Map<string, number>()
  /** Terminals whose photos of the day are full, and when that was said. */
  readonly #full = new Map<string, number>()
  #work: Promise<void> = Promise.resolve()
  #waiting = 0
  #isFull = false

  constructor(desk: MediaDesk) {
    this.#desk = desk
  }

  /** A message that is stored: a photo, or a package of any message. */
  hear(session: Session, frame: Frame, message: Message | undefined): void {
    // nobody asks again for a photo that came whole
    if (message?.kind === 'media') return void this.#then(() => this.#keep(session, message.value), true)
    if (!frame.part) return
    if (!awaitedIds.has(frame.id)) return this.#count(session, frame)
    // left for want of room: its message is known all the same, or nobody would ask for one that was left whole
    if (!this.#then(() => this.#add(session, frame)))
      this.#packagesOf(frame).note({ ...frame, raw: nothing, body: nothing }, this.#desk.steady())
  }

  #packagesOf({ id }: Pick<Frame, 'id'>): Packages {
    return id === mediaId ? this.#packages : this.#answers
  }

  /** Asks for what is missing. */
  async look(): Promise<void> {
    const now = this.#desk.steady()
    for (const [phone, { since }] of this.#recalled) if (now - since > reachMs) this.#recalled.delete(phone)
    for (const [key, { at }] of this.#wholes) if (now - at > reachMs) this.#wholes.delete(key)
    const all = [this.#packages, this.#answers, this.#others]
    const missing = all.flatMap(packages => packages.missing(now, quietMs))
    const underWay = all.map(packages => packages.names())
    for (const key of this.#asks.keys()) if (!underWay.some(names => names.has(key))) this.#asks.delete(key)
    for (const { phone, id, firstSerial, indexes } of missing) {
      const session = this.#desk.sessions.of(phone.replace(/^0+/, ''))
      const key = nameOf({ phone, id, firstSerial })
      const asks = this.#asks.get(key) ?? 0
      if (!session || asks >= asksMost || this.#wholes.get(key)?.epoch === session.epoch) continue
      this.#asks.set(key, asks + 1)
      session.send({ kind: 'packagesAsked', value: { serial: firstSerial, indexes } })
    }
    await this.#work
  }

  /** One after the other: the packages of a photo come in one order. Answers whether there was room. */
  #then(work: () => Promise<void>, isKept = false): boolean {
    if (this.#waiting >= queueMost && !isKept) {
      if (!this.#isFull) this.#desk.say(`gateway: photo: ${queueMost} packages wait, more are left for now`)
      this.#isFull = true
      return false
    }
    this.#waiting++
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#desk.say(`gateway: photo: ${String(error)}`))
      .finally(() => {
        this.#waiting--
        if (this.#waiting === 0) this.#isFull = false
      })
    return true
  }

  /** Counts a package whose message is read elsewhere: what is missing of it is asked for. */
  #count(session: Session, frame: Frame): void {
    const added = this.#others.add({ ...frame, raw: nothing, body: nothing }, this.#desk.steady())
    if (!isFault(added) && added.is === 'whole') this.#wasWhole(session, frame)
  }

  /**
   * A message is whole, and done with. All its packages may come again, of a photo that was confirmed in vain: they are put
   * together as before, and none is asked for. A terminal that connects anew may begin its serials anew.
   */
  #wasWhole({ epoch }: Session, { phone, id, serial, part }: Frame): void {
    if (!part) return
    const [oldest] = this.#wholes.keys()
    if (this.#wholes.size >= wholesMost && oldest !== undefined) this.#wholes.delete(oldest)
    const key = nameOf({ phone, id, firstSerial: (serial - part.index + 1) & 0xffff })
    this.#wholes.set(key, { at: this.#desk.steady(), epoch })
  }

  async #add(session: Session, frame: Frame): Promise<void> {
    const { part, id, serial, phone } = frame
    if (!part) return
    const key = `${phone} ${id} ${(serial - part.index + 1) & 0xffff} ${part.total}`
    const own = this.#recalled.get(phone) ?? { since: this.#desk.steady(), keys: new Set(), recalls: 0 }
    this.#recalled.set(phone, own)
    if (!own.keys.has(key) && own.keys.size < knownMost) {
      own.keys.add(key)
      if (part.index > 1 && own.recalls++ < recallsMost) await this.#recall(session, frame)
    }
    await this.#take(session, frame)
  }

  async #take(session: Session, frame: Frame): Promise<void> {
    const added = this.#packagesOf(frame).add(frame, this.#desk.steady())
    if (isFault(added) || added.is !== 'whole') return
    const message = readBody(added.id, added.body, versionOf(frame))
    if (isFault(message)) return this.#wasWhole(session, frame)
    if (message.kind === 'media') await this.#keep(session, message.value)
    else this.#desk.onWhole(session, message)
    this.#wasWhole(session, frame)
  }

  /** Packages of the same message that an earlier gateway stored, or that came over a link that is gone. */
  async #recall(session: Session, { id, serial, part, phone }: Frame): Promise<void> {
    if (!part) return
    const { rows: places } = await this.#desk.pool.query<{ day: string; lane: number; seq: string }>(
      `select day::text as day, lane, seq::text as seq from track_intake where received_at >= $1
       order by received_at desc limit $2`,
      [this.#desk.now() - reachMs, rowsMost],
    )
    for (let at = 0; at < places.length; at += rowsAtOnce)
      await this.#recallFrom(session, { id, serial, part, phone }, places.slice(at, at + rowsAtOnce))
  }

  /** Few rows at once: each holds up to thousands of messages. */
  async #recallFrom(
    session: Session,
    { id, serial, part, phone }: Pick<Frame, 'id' | 'serial' | 'phone'> & { readonly part: NonNullable<Frame['part']> },
    places: readonly { readonly day: string; readonly lane: number; readonly seq: string }[],
  ): Promise<void> {
    const { rows } = await this.#desk.pool.query<{ body: Buffer; at: number }>(
      `select i.body, i.received_at::float8 as at
       from unnest($1::date[], $2::int[], $3::bigint[]) as x(day, lane, seq) join track_intake i using (lane, seq, day)`,
      [places.map(({ day }) => day), places.map(({ lane }) => lane), places.map(({ seq }) => seq)],
    )
    const first = (serial - part.index + 1) & 0xffff
    for (const { body, at } of rows)
      for (const one of readEnvelope(body, at) ?? []) {
        if (one.terminalNo !== session.terminal.terminalNo) continue
        const frame = readRaw(one.raw)
        if (isFault(frame) || frame.id !== id || frame.phone !== phone || frame.part?.total !== part.total) continue
        if (((frame.serial - frame.part.index + 1) & 0xffff) === first && frame.part.index !== part.index)
          await this.#take(session, frame)
      }
  }

  /**
   * Keeps a photo, then confirms it: one that came twice is there once. One beyond the quota of its terminal is confirmed too,
   * or it would come again for ever.
   */
  async #keep(session: Session, photo: Photo): Promise<void> {
    const { data, location, type, format, event, channel } = photo
    const { terminalNo, phone } = session.terminal
    const now = this.#desk.now()
    if (terminalNo > 0 && data.length > 0 && data.length <= 4 * 1024 * 1024) {
      const { rows } = await this.#desk.pool.query<{ is_full: boolean }>(
        `with day as (select count(*) as n, coalesce(sum(m.bytes), 0) as bytes from terminals t
             join terminal_media m on m.terminal_id = t.id and m.id > $13 where t.terminal_no = $2),
           kept as (insert into terminal_media (id, terminal_id, terminal_no, media_id, kind, format, event, channel, place, sha256, bytes,
               body, received_at)
             select $1, t.id, t.terminal_no, $3, $4, $5, $6, $7, $8, $9, $10::int, $11, $12 from terminals t, day
             where t.terminal_no = $2 and day.n < $14::int and day.bytes + $10::int <= $15::int
             on conflict (terminal_id, media_id, sha256) do nothing)
         select n >= $14::int or bytes + $10::int > $15::int as is_full from day`,
        [
          idAt(now),
          terminalNo,
          photo.mediaId,
          type,
          format,
          event,
          channel,
          Buffer.from(location),
          createHash('sha256').update(data).digest('hex'),
          data.length,
          Buffer.from(data),
          now,
          idAt(now - dayMs),
          dayPhotos,
          dayBytes,
        ],
      )
      if (rows[0]?.is_full === true) this.#tellFull(phone, now)
    }
    session.send({ kind: 'mediaReply', value: { mediaId: photo.mediaId, missing: undefined } })
  }

  /** Says once a day that photos of a terminal are not kept. */
  #tellFull(phone: string, now: number): void {
    for (const [full, toldAt] of this.#full) if (now - toldAt > dayMs) this.#full.delete(full)
    if (this.#full.has(phone)) return
    this.#full.set(phone, now)
    this.#desk.say(`gateway: photos of terminal ${phone} are not kept: ${dayPhotos} or ${dayBytes} bytes within a day`)
  }
}

/** An id that grows with time, as those of all rows do. */
function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}
