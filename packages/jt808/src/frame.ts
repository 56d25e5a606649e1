// Frames: flags, escapes and checksums, and the splitter that finds frames in any stream of bytes.
import { isFault, type Fault } from './fault.ts'
import { readHeader, writeHeader, type Frame, type Header } from './header.ts'

export type { Frame } from './header.ts'

const flag = 0x7e,
  escape = 0x7d

/** The longest legal frame escaped is some 2.1 KB. */
const frameMost = 4096

function checksumOf(bytes: Uint8Array, end: number): number {
  let sum = 0
  for (let at = 0; at < end; at++) sum ^= bytes[at] ?? 0
  return sum
}

/** Reads unescaped header and body, as they are kept in the log; the frame has the same bytes, not a copy. */
export const readRaw = (raw: Uint8Array): Frame | Fault => readHeader(raw, 0, raw.length)

/**
 * Reads the bytes of `wire` between two flags, from `from` to before `to`, and copies them to `room` at `start`, where
 * the frame keeps them: whoever gave them may use them again.
 */
function readWire(wire: Uint8Array, from: number, to: number, room: Uint8Array, start: number): Frame | Fault {
  let end = start,
    sum = 0
  for (let at = from; at < to; at++) {
    let byte = wire[at] ?? 0
    if (byte === escape) {
      const next = ++at < to ? wire[at] : 0
      if (next !== 1 && next !== 2) return { fault: 'escape', at: at - from }
      byte = next === 1 ? escape : flag
    }
    room[end++] = byte
    sum ^= byte
  }
  // checked bytes and their checksum together come to nothing
  if (sum !== 0) return { fault: 'checksum', at: end - 1 - start }
  return readHeader(room, start, end - 1)
}

const slabSize = 8192
let slab = new Uint8Array(0),
  taken = 0

/**
 * Memory for the frames of a chunk, beside that of other chunks as `Buffer.allocUnsafe` has it (which browsers lack): a
 * piece of memory for each chunk took a third of the time of finding its frames. Nobody writes there afterwards.
 */
function roomFor(size: number): Uint8Array {
  if (size > slabSize / 2) return new Uint8Array(size)
  if (taken + size > slab.length) {
    slab = new Uint8Array(slabSize)
    taken = 0
  }
  taken += size
  return slab.subarray(taken - size, taken)
}

/** Header and body as a whole frame, flags, checksum and escapes included. */
export function writeFrame(header: Header, body: Uint8Array): Uint8Array | Fault {
  const raw = writeHeader(header, body)
  if (isFault(raw)) return raw
  const wire = new Uint8Array(2 * raw.length + 4)
  let length = 0
  const put = (byte: number): void => {
    if (byte !== flag && byte !== escape) wire[length++] = byte
    else {
      wire[length++] = escape
      wire[length++] = byte === escape ? 1 : 2
    }
  }
  wire[length++] = flag
  for (const byte of raw) put(byte)
  put(checksumOf(raw, raw.length))
  wire[length++] = flag
  return wire.slice(0, length)
}

/**
 * Finds frames in a stream, however it is cut. A flag ends a frame and begins the next, so shared and doubled flags are
 * one thing, and a lost flag costs no frame but the one it belonged to. A wrong frame is a fault, and the next flag
 * begins anew.
 */
export class Splitter {
  #held = new Uint8Array(0)
  #length = 0
  #isInside = false
  /** Bytes outside frames: before the first flag, and after a frame that was too long. */
  skipped = 0

  /** The frames and faults that end in `chunk`, in their order. */
  push(chunk: Uint8Array): (Frame | Fault)[] {
    const found: (Frame | Fault)[] = []
    let at = 0,
      next = chunk.indexOf(flag)
    // the frames of one chunk keep their bytes in one place: making many small ones takes as long as all the rest
    const room = roomFor(next === -1 ? 0 : this.#length + chunk.length)
    let start = 0
    for (;;) {
      const end = next === -1 ? chunk.length : next
      const length = this.#length + end - at
      if (!this.#isInside) this.skipped += end - at
      else if (length > frameMost) {
        found.push({ fault: 'long', at: frameMost })
        this.skipped += length
        this.#drop(false)
      } else if (next === -1 || this.#length > 0) this.#hold(chunk.subarray(at, end))
      else if (length > 0) found.push(readWire(chunk, at, end, room, start))
      if (next === -1) return found
      if (this.#length > 0) found.push(readWire(this.#held, 0, length, room, start))
      start += length
      this.#drop(true)
      at = next + 1
      next = chunk.indexOf(flag, at)
    }
  }

  #hold(bytes: Uint8Array): void {
    const need = this.#length + bytes.length
    if (need > this.#held.length) {
      const grown = new Uint8Array(Math.min(frameMost, Math.max(need, 2 * this.#held.length, 256)))
      grown.set(this.#held.subarray(0, this.#length))
      this.#held = grown
    }
    this.#held.set(bytes, this.#length)
    this.#length = need
  }

  #drop(isInside: boolean): void {
    this.#isInside = isInside
    this.#length = 0
    // an idle connection holds nothing
    if (this.#held.length > 256) this.#held = new Uint8Array(0)
  }
}
