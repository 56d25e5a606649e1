// Cursors over bytes with bounds: a reader that says it ran short, and a writer that says a value did not fit.

/** The edition of the standard a body is written in. */
export type Version = 2011 | 2013 | 2019

const none = new Uint8Array(0)

/** Reads big-endian numbers and bytes; beyond the end it answers zeros and remembers that it ran short. */
export class Reader {
  readonly bytes: Uint8Array
  readonly version: Version
  at = 0
  isShort = false

  constructor(bytes: Uint8Array, version: Version) {
    this.bytes = bytes
    this.version = version
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  u8(): number {
    if (this.at >= this.bytes.length) {
      this.isShort = true
      return 0
    }
    return this.bytes[this.at++] ?? 0
  }

  u16(): number {
    return (this.u8() << 8) | this.u8()
  }

  u32(): number {
    return this.u16() * 0x1_0000 + this.u16()
  }

  /** The next `count` bytes, not copied. */
  take(count: number): Uint8Array {
    if (count > this.left) {
      this.isShort = true
      this.at = this.bytes.length
      return none
    }
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }
}

/** Writes big-endian numbers and bytes; the first value that does not fit is remembered by the name of its field. */
export class Writer {
  readonly version: Version
  #bytes = new Uint8Array(64)
  #length = 0
  /** The field being written, for the fault. */
  field = ''
  refused: string | undefined

  constructor(version: Version) {
    this.version = version
  }

  refuse(): void {
    this.refused ??= this.field
  }

  #number(value: number, width: number): void {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** (8 * width)) {
      this.refuse()
      return
    }
    this.#reserve(width)
    for (let shift = width - 1; shift >= 0; shift--)
      this.#bytes[this.#length++] = Math.floor(value / 2 ** (8 * shift)) & 0xff
  }

  u8(value: number): void {
    this.#number(value, 1)
  }

  u16(value: number): void {
    this.#number(value, 2)
  }

  u32(value: number): void {
    this.#number(value, 4)
  }

  put(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  get written(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  #reserve(count: number): void {
    const need = this.#length + count
    if (need <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(need, 2 * this.#bytes.length))
    grown.set(this.#bytes)
    this.#bytes = grown
  }
}
