// Sessions: one for each terminal, wherever it connects; a new one ends the one before.
import type { Stored } from '@yunshu/intake/writer'
import { formOf, writeMessage, type Form } from '@yunshu/jt808/reply'
import { isFault } from '@yunshu/jt808/fault'
import type { Frame } from '@yunshu/jt808/frame'
import type { Message } from '@yunshu/jt808/message'
import type { Terminal } from './identity.ts'
import type { Link } from './link.ts'

/** Messages of a terminal that are remembered: for the page of the terminal, and to know a repeated one. */
const recentMost = 20

/** A message that came, and its proof once there is one. */
export interface Recent {
  readonly at: number
  readonly raw: Uint8Array
  readonly stored: Promise<Stored> | undefined
}

/** A terminal that is connected. */
export class Session {
  terminal: Terminal
  readonly link: Link
  /** One more for each authentication: commands and writes of an earlier one count for nothing. */
  readonly epoch: number
  readonly sinceAt: number
  seenAt: number
  form: Form
  #serial = 0
  #recent: Recent[] = []
  /** Something changed since presence was last written. */
  isDirty = true

  constructor(terminal: Terminal, link: Link, frame: Frame, epoch: number, now: number) {
    this.terminal = terminal
    this.link = link
    this.epoch = epoch
    this.form = formOf(frame)
    this.sinceAt = now
    this.seenAt = now
  }

  get recent(): readonly Recent[] {
    return this.#recent
  }

  /** A message came: its form is the one to answer in. */
  seen(frame: Frame, now: number): void {
    this.form = formOf(frame)
    this.seenAt = now
    this.isDirty = true
  }

  /** Keeps a message, and its bytes apart from those it came among. */
  remember(raw: Uint8Array, at: number, stored: Promise<Stored> | undefined): void {
    this.#recent.push({ at, raw: Uint8Array.from(raw), stored })
    if (this.#recent.length > recentMost) this.#recent.shift()
  }

  /** The proof of the same bytes under the same serial: a message that was sent again is stored once. */
  proofOf(raw: Uint8Array): Promise<Stored> | undefined {
    return this.#recent.find(one => one.stored && Buffer.compare(one.raw, raw) === 0)?.stored
  }

  /** Sends a message, and answers the serial of its first frame; undefined when the codec refuses it. */
  send(message: Message): number | undefined {
    const serial = this.#serial
    const frames = writeMessage(message, this.form, serial)
    if (isFault(frames)) return undefined
    this.#serial = (this.#serial + frames.length) & 0xffff
    this.link.send(frames)
    return serial
  }
}

/** The sessions of a gateway by phone. */
export class Sessions {
  readonly #byPhone = new Map<string, Session>()
  readonly #byLink = new WeakMap<Link, Set<Session>>()
  #epoch: number

  /** `after` lies behind each session of the gateways before. */
  constructor(after: number) {
    this.#epoch = after
  }

  get size(): number {
    return this.#byPhone.size
  }

  [Symbol.iterator](): IterableIterator<Session> {
    return this.#byPhone.values()
  }

  /** The session of a phone, if this link has it. */
  on(link: Link, phone: string): Session | undefined {
    const session = this.#byPhone.get(phone)
    return session?.link === link ? session : undefined
  }

  /** The session of a terminal, wherever it is connected. */
  of(phone: string): Session | undefined {
    return this.#byPhone.get(phone)
  }

  /** The sessions of a link. */
  all(link: Link): Session[] {
    return [...(this.#byLink.get(link) ?? [])]
  }

  /** Opens a session; the one before ends, and its link too when nobody else is on it. */
  open(terminal: Terminal, link: Link, frame: Frame, now: number): Session {
    const before = this.#byPhone.get(terminal.phone)
    if (before) this.end(before)
    const session = new Session(terminal, link, frame, ++this.#epoch, now)
    this.#byPhone.set(terminal.phone, session)
    const beside = this.#byLink.get(link) ?? new Set()
    this.#byLink.set(link, beside.add(session))
    if (before && before.link !== link && this.all(before.link).length === 0) before.link.end()
    return session
  }

  end(session: Session): void {
    const { phone } = session.terminal
    if (this.#byPhone.get(phone) === session) this.#byPhone.delete(phone)
    this.#byLink.get(session.link)?.delete(session)
  }
}
