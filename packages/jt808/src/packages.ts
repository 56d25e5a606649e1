// Messages in packages: what has come, what is missing, the whole; bounded in number, size and time.
import type { Fault } from './fault.ts'
import type { Frame } from './frame.ts'

/** Most packages of a message, and of a medium (4 MiB). */
const packagesMost = 1100,
  mediaPackagesMost = 4200
const mediaId = 0x0801
/** Messages a terminal may have under way. */
const underWayMost = 4
/** The time the packages of a message have to come, ms. */
export const packageTimeMs = 5 * 60_000
/** Bytes of all messages under way: with more the oldest goes. */
const heldMost = 64 * 1024 * 1024
/** Most packages asked for again at once. */
const askedMost = 125

interface Assembly {
  readonly id: number
  readonly phone: string
  readonly firstSerial: number
  readonly total: number
  /** By index from 1: a message that names many packages holds what came, and no more. */
  readonly parts: Map<number, Uint8Array>
  readonly since: number
  /** Moment the last package came. */
  at: number
}

/** Answer to a package. */
export type Added =
  /** One of several; the message is not whole. */
  | { readonly is: 'partly' }
  /** It was there. */
  | { readonly is: 'again' }
  | { readonly is: 'whole'; readonly id: number; readonly body: Uint8Array }
  | Fault

/** A message in packages by its terminal, kind and first serial. */
export const nameOf = ({ phone, id, firstSerial }: Pick<Assembly, 'phone' | 'id' | 'firstSerial'>): string =>
  `${phone} ${id} ${firstSerial}`

const keyOf = (one: Pick<Assembly, 'phone' | 'id' | 'firstSerial' | 'total'>): string => `${nameOf(one)} ${one.total}`

/** Packages of one connection or consumer, by terminal, message, first serial and total. Time is the caller's. */
export class Packages {
  readonly #underWay = new Map<string, Assembly>()
  #bytes = 0

  /** Takes a package in. */
  add(frame: Frame, at: number): Added {
    const one = this.#of(frame, at)
    if ('fault' in one) return one
    const { part, body } = frame
    if (!part) return { fault: 'part', at: 'part' }
    if (one.parts.has(part.index)) return { is: 'again' }
    // bytes of its own: those of a frame are a view of what came beside it, be it a chunk or a row, and parts wait for minutes
    one.parts.set(part.index, new Uint8Array(body))
    one.at = at
    this.#bytes += body.length
    if (one.parts.size < part.total) {
      for (const [key, oldest] of this.#underWay) if (this.#bytes > heldMost && oldest !== one) this.#forget(key)
      return { is: 'partly' }
    }
    this.#forget(keyOf(one))
    return { is: 'whole', id: one.id, body: joined(one) }
  }

  /** Knows of the message of a package that is not taken in: it is asked for again with the others that are missing. */
  note(frame: Frame, at: number): void {
    const one = this.#of(frame, at)
    if (!('fault' in one)) one.at = at
  }

  /** The message of a package, begun where it is new. */
  #of(frame: Frame, at: number): Assembly | Fault {
    const { part, id, phone, serial } = frame
    if (!part) return { fault: 'part', at: 'part' }
    if (frame.encryption !== 0) return { fault: 'encrypted', at: 'body' }
    if (part.total > (id === mediaId ? mediaPackagesMost : packagesMost)) return { fault: 'long', at: 'part' }
    // by the clock of its own messages: whoever reads a log reads hours of some terminals before minutes of others
    this.expire(at, phone)
    const firstSerial = (serial - part.index + 1) & 0xffff
    const key = keyOf({ phone, id, firstSerial, total: part.total })
    // serials begin anew: the same numbers hours apart are two messages
    const before = this.#underWay.get(key)
    if (before && Math.abs(at - before.since) > packageTimeMs) this.#forget(key)
    const known = this.#underWay.get(key)
    if (known) return known
    const one = { id, phone, firstSerial, total: part.total, parts: new Map<number, Uint8Array>(), since: at, at }
    this.#makeRoom(phone)
    this.#underWay.set(key, one)
    return one
  }

  /** Packages to ask for again: of messages that had none for `quietMs`, at most 125 each. */
  missing(at: number, quietMs: number): { phone: string; id: number; firstSerial: number; indexes: number[] }[] {
    this.expire(at)
    return [...this.#underWay.values()]
      .filter(one => at - one.at >= quietMs)
      .map(({ phone, id, firstSerial, total, parts }) => {
        const indexes: number[] = []
        for (let index = 1; index <= total && indexes.length < askedMost; index++)
          if (!parts.has(index)) indexes.push(index)
        return { phone, id, firstSerial, indexes }
      })
  }

  /** Names of the messages under way. */
  names(): Set<string> {
    return new Set([...this.#underWay.values()].map(nameOf))
  }

  /** Messages under way. */
  get size(): number {
    return this.#underWay.size
  }

  /** Forgets messages, or those of a terminal, that began too long before a moment. */
  expire(at: number, phone?: string): void {
    for (const [key, one] of this.#underWay)
      if ((phone === undefined || one.phone === phone) && at - one.since > packageTimeMs) this.#forget(key)
  }

  #forget(key: string): void {
    for (const part of this.#underWay.get(key)?.parts.values() ?? []) this.#bytes -= part.length
    this.#underWay.delete(key)
  }

  /** The oldest message of a terminal goes when it begins one too many. */
  #makeRoom(phone: string): void {
    const own = [...this.#underWay].filter(([, one]) => one.phone === phone)
    const [oldest] = own
    if (own.length >= underWayMost && oldest) this.#forget(oldest[0])
  }
}

function joined({ total, parts }: Assembly): Uint8Array {
  let size = 0
  for (const part of parts.values()) size += part.length
  const body = new Uint8Array(size)
  let at = 0
  for (let index = 1; index <= total; index++) {
    const part = parts.get(index)
    if (part) body.set(part, at)
    at += part?.length ?? 0
  }
  return body
}
