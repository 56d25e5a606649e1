// Envelopes: many messages as the bytes of one row, as they came and with the moment they came at.

/** Ways a message comes by. */
export const sources = ['808', 'http', 'driver', 'partner', 'rebound'] as const
export type Source = (typeof sources)[number]

/** A message as it came. */
export interface Arrived {
  /** Number of the vehicle the terminal was bound to; 0 for none. */
  readonly trackNo: number
  readonly terminalNo: number
  readonly source: Source
  readonly receivedAt: number
  /** Unescaped, with its header. */
  readonly raw: Uint8Array
}

const version = 1
/** Most bytes of a message besides its own: vehicle, terminal, moment, source, length. */
const headMost = 5 + 5 + 5 + 1 + 5
const uintMost = 0xffff_ffff

/** Whether a message fits an envelope: its numbers are whole, from 0, and below 2^32. */
export const fitsEnvelope = ({ trackNo, terminalNo, receivedAt }: Arrived): boolean =>
  [trackNo, terminalNo].every(number => Number.isInteger(number) && number >= 0 && number <= uintMost) &&
  Number.isSafeInteger(receivedAt)

/** Most bytes a message takes in an envelope. */
export const sizeOf = ({ raw }: Arrived): number => headMost + raw.length

/** Writes a number in groups of seven bits, the lowest first, and answers the place behind it. */
function writeUint(body: Buffer, value: number, at: number): number {
  let left = value
  for (; left > 0x7f; left = Math.floor(left / 0x80)) body[at++] = (left % 0x80) | 0x80
  body[at++] = left
  return at
}

/**
 * The body of a row. Moments are kept as milliseconds since `receivedAt` of the row, which is that of the earliest; one
 * some 49 days later than that is cut.
 */
export function writeEnvelope(messages: readonly Arrived[], receivedAt: number): Buffer {
  const body = Buffer.allocUnsafe(3 + messages.reduce((sum, one) => sum + sizeOf(one), 0))
  body.writeUInt8(version, 0)
  body.writeUInt16BE(messages.length, 1)
  let at = 3
  for (const { trackNo, terminalNo, source, receivedAt: moment, raw } of messages) {
    at = writeUint(body, trackNo, at)
    at = writeUint(body, terminalNo, at)
    at = writeUint(body, Math.min(Math.max(moment - receivedAt, 0), uintMost), at)
    at = body.writeUInt8(sources.indexOf(source), at)
    at = writeUint(body, raw.length, at)
    body.set(raw, at)
    at += raw.length
  }
  return body.subarray(0, at)
}

/** Reads numbers and bytes of an envelope; undefined once they run short, or a number is longer than any of ours. */
class Cutting {
  readonly #body: Uint8Array
  at = 3
  constructor(body: Uint8Array) {
    this.#body = body
  }

  uint(): number | undefined {
    let value = 0
    for (let group = 0; group < 5; group++) {
      const byte = this.#body[this.at++]
      if (byte === undefined) return undefined
      value += (byte & 0x7f) * 2 ** (7 * group)
      if (byte < 0x80) return value <= uintMost ? value : undefined
    }
    return undefined
  }

  bytes(count: number): Uint8Array | undefined {
    if (count > this.#body.length - this.at) return undefined
    this.at += count
    return this.#body.subarray(this.at - count, this.at)
  }
}

/** The messages of a row, or undefined when the bytes are none of ours. The messages share the bytes of the body. */
export function readEnvelope(body: Uint8Array, receivedAt: number): Arrived[] | undefined {
  if (body.length < 3 || body[0] !== version) return undefined
  const from = new Cutting(body)
  const messages: Arrived[] = []
  for (let left = (body[1] ?? 0) * 256 + (body[2] ?? 0); left > 0; left--) {
    const trackNo = from.uint(),
      terminalNo = from.uint(),
      later = from.uint(),
      source = sources[from.uint() ?? sources.length],
      length = from.uint()
    if (trackNo === undefined || terminalNo === undefined || later === undefined) return undefined
    const raw = length === undefined ? undefined : from.bytes(length)
    if (source === undefined || raw === undefined) return undefined
    messages.push({ trackNo, terminalNo, source, receivedAt: receivedAt + later, raw })
  }
  return from.at === body.length ? messages : undefined
}
