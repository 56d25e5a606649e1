// Headers: the two forms of the standard, told apart by bit 14 of the attributes of each frame.
import { readBcd, writeBcd } from './bcd.ts'
import { Writer } from './cursor.ts'
import type { Fault } from './fault.ts'

/** Place of a package among those of one message. */
export interface Part {
  readonly total: number
  /** From 1. */
  readonly index: number
}

/** A header; the length of the body follows from the body. */
export interface Header {
  readonly id: number
  /** True for the form of 2019: a byte of its version, and a phone of 20 digits in place of 12. */
  readonly is2019: boolean
  /** The byte of the version, from 1; 0 before 2019. */
  readonly protocol: number
  /** Digits as sent, zeros in front included. */
  readonly phone: string
  readonly serial: number
  /** 0 for none, 1 for RSA. */
  readonly encryption: number
  /** Bit 15, which nobody uses. */
  readonly isReserved: boolean
  readonly part: Part | undefined
}

/** Most bytes of the body of one frame. */
export const bodyMost = 1023
const lengthBits = 0x3ff,
  partBit = 0x2000,
  is2019Bit = 0x4000,
  reservedBit = 0x8000
const shortHeader = 12,
  longHeader = 17

/** A frame whose checksum and length are right. */
export interface Frame extends Header {
  /** Header and body, unescaped, without checksum: the bytes that are kept. */
  readonly raw: Uint8Array
  readonly body: Uint8Array
}

/** The frame of unescaped header and body, which stand in `bytes` from `start` to before `end` and become its own. */
export function readHeader(bytes: Uint8Array, start: number, end: number): Frame | Fault {
  const length = end - start
  if (length < shortHeader) return { fault: 'short', at: Math.max(length, 0) }
  const word = (at: number): number => ((bytes[start + at] ?? 0) << 8) | (bytes[start + at + 1] ?? 0)
  const attributes = word(2)
  const is2019 = (attributes & is2019Bit) !== 0,
    isPart = (attributes & partBit) !== 0
  const plain = is2019 ? longHeader : shortHeader
  const size = isPart ? plain + 4 : plain
  if (length < size) return { fault: 'short', at: length }
  if (length !== size + (attributes & lengthBits)) return { fault: 'length', at: 2 }
  const part = isPart ? { total: word(plain), index: word(plain + 2) } : undefined
  if (part && (part.index < 1 || part.index > part.total)) return { fault: 'part', at: plain }
  return {
    id: word(0),
    is2019,
    protocol: is2019 ? (bytes[start + 4] ?? 0) : 0,
    phone: is2019 ? readBcd(bytes, start + 5, start + 15) : readBcd(bytes, start + 4, start + 10),
    serial: word(plain - 2),
    encryption: (attributes >> 10) & 7,
    isReserved: (attributes & reservedBit) !== 0,
    part,
    raw: bytes.subarray(start, end),
    body: bytes.subarray(start + size, end),
  }
}

/** Header and body without checksum, or the fault of the field that does not fit. */
export function writeHeader(header: Header, body: Uint8Array): Uint8Array | Fault {
  const { id, is2019, protocol, serial, encryption, isReserved, part } = header
  if (body.length > bodyMost) return { fault: 'length', at: 'body' }
  if (encryption < 0 || encryption > 7 || !Number.isInteger(encryption)) return { fault: 'value', at: 'encryption' }
  if (part && (part.index < 1 || part.index > part.total)) return { fault: 'part', at: 'part' }
  const phone = writeBcd(header.phone, is2019 ? 10 : 6)
  if (!phone) return { fault: 'value', at: 'phone' }
  const to = new Writer(2019)
  to.field = 'id'
  to.u16(id)
  const attributes = body.length + encryption * 0x400 + (part ? partBit : 0) + (is2019 ? is2019Bit : 0)
  to.u16(attributes + (isReserved ? reservedBit : 0))
  to.field = 'protocol'
  if (is2019) to.u8(protocol)
  to.put(phone)
  to.field = 'serial'
  to.u16(serial)
  to.field = 'part'
  if (part) {
    to.u16(part.total)
    to.u16(part.index)
  }
  to.put(body)
  return to.refused === undefined ? to.written : { fault: 'value', at: to.refused }
}
