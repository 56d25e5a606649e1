// Layouts: each says once how a value is read and written, so that both ways cannot differ.
import { readBcd, writeBcd } from './bcd.ts'
import type { Reader, Version, Writer } from './cursor.ts'
import { readGbk, writeGbk } from './gbk.ts'

/** A value of the wire; the edition of the standard is the cursor's. */
export interface Layout<T> {
  read(from: Reader): T
  write(to: Writer, value: T): void
}

/** The value of a layout. */
export type ValueOf<L> = L extends Layout<infer T> ? T : never
type Shape = Readonly<Record<string, Layout<unknown>>>
/** The values of a shape by its names. */
export type Values<S extends Shape> = { readonly [K in keyof S]: ValueOf<S[K]> }

export const u8: Layout<number> = { read: from => from.u8(), write: (to, value) => to.u8(value) }
export const u16: Layout<number> = { read: from => from.u16(), write: (to, value) => to.u16(value) }
export const u32: Layout<number> = { read: from => from.u32(), write: (to, value) => to.u32(value) }

/** Nothing at all, for messages without a body. */
export const empty: Layout<undefined> = { read: () => undefined, write: () => {} }

/** `count` bytes of BCD, as text of their nibbles. */
export const bcd = (count: number): Layout<string> => ({
  read: from => {
    const bytes = from.take(count)
    return readBcd(bytes, 0, bytes.length)
  },
  write: (to, value) => {
    const bytes = writeBcd(value, count)
    if (bytes) to.put(bytes)
    else to.refuse()
  },
})

/** `count` bytes as they are. */
export const fixedBytes = (count: number): Layout<Uint8Array> => ({
  read: from => from.take(count),
  write: (to, value) => {
    if (value.length === count) to.put(value)
    else to.refuse()
  },
})

/** All bytes up to the end. */
export const restBytes: Layout<Uint8Array> = { read: from => from.take(from.left), write: (to, value) => to.put(value) }

/** Bytes behind their number. */
export const countedBytes = (count: Layout<number>): Layout<Uint8Array> => ({
  read: from => from.take(count.read(from)),
  write: (to, value) => {
    count.write(to, value.length)
    to.put(value)
  },
})

/** Text in the bytes of another layout. */
const textIn = (bytes: Layout<Uint8Array>): Layout<string> => ({
  read: from => readGbk(bytes.read(from)),
  write: (to, value) => {
    const written = writeGbk(value)
    if (written) bytes.write(to, written)
    else to.refuse()
  },
})

/** Text up to the end. */
export const restText = textIn(restBytes)
/** Text behind its number of bytes. */
export const countedText = (count: Layout<number>): Layout<string> => textIn(countedBytes(count))

/** Text of `count` bytes: shorter ones are filled up with 0x00, which is no part of the text at its end. */
export const fixedText = (count: number): Layout<string> =>
  textIn({
    read: from => {
      const bytes = from.take(count)
      let end = bytes.length
      while (end > 0 && bytes[end - 1] === 0) end--
      return bytes.subarray(0, end)
    },
    write: (to, value) => {
      if (value.length > count || value.at(-1) === 0) to.refuse()
      to.put(value)
      to.put(new Uint8Array(Math.max(0, count - value.length)))
    },
  })

/** Items behind their number. */
export const list = <T>(count: Layout<number>, item: Layout<T>): Layout<readonly T[]> => ({
  read: from => {
    const items: T[] = []
    for (let left = count.read(from); left > 0 && !from.isShort; left--) items.push(item.read(from))
    return items
  },
  write: (to, value) => {
    count.write(to, value.length)
    for (const one of value) item.write(to, one)
  },
})

/** A value that need not be there: it is when bytes are left. */
export const tail = <T>(layout: Layout<T>): Layout<T | undefined> => ({
  read: from => (from.left > 0 ? layout.read(from) : undefined),
  write: (to, value) => {
    if (value !== undefined) layout.write(to, value)
  },
})

/** A value that editions have by themselves. */
export const inVersions = <T>(versions: readonly Version[], layout: Layout<T>): Layout<T | undefined> => ({
  read: from => (versions.includes(from.version) ? layout.read(from) : undefined),
  write: (to, value) => {
    if (!versions.includes(to.version)) return
    if (value === undefined) to.refuse()
    else layout.write(to, value)
  },
})

/** A value of the edition of 2019 alone. */
export const ofEdition2019 = <T>(layout: Layout<T>): Layout<T | undefined> => inVersions([2019], layout)

/** A value whose layout depends on the edition. */
export const byVersion = <T>(layouts: Readonly<Record<Version, Layout<T>>>): Layout<T> => ({
  read: from => layouts[from.version].read(from),
  write: (to, value) => layouts[to.version].write(to, value),
})

/** Values one behind the other, by name. */
export function struct<S extends Shape>(shape: S): Layout<Values<S>> {
  const fields = Object.entries(shape)
  return {
    read: from => {
      const value: Record<string, unknown> = {}
      for (const [name, layout] of fields) value[name] = layout.read(from)
      return value as Values<S>
    },
    write: (to, value) => {
      for (const [name, layout] of fields) {
        to.field = name
        layout.write(to, value[name])
      }
    },
  }
}
