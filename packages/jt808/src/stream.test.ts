// Any stream: no byte makes the codec throw, no cut changes what is found, and each of these can be seen to fail.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFault } from './fault.ts'
import { readRaw, Splitter, writeFrame, type Frame } from './frame.ts'
import type { Header } from './header.ts'
import { readMessage } from './message.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const written = (header: Header, body: Uint8Array): Uint8Array => {
  const wire = writeFrame(header, body)
  if (isFault(wire)) throw new Error(`${wire.fault} at ${wire.at}`)
  return wire
}

const digits = (count: number) => fc.string({ unit: fc.nat(9).map(String), minLength: count, maxLength: count })
const header = fc.boolean().chain(is2019 =>
  fc.record<Header>({
    id: fc.constantFrom(0x0002, 0x0100, 0x0200, 0x0704, 0x0801, 0x7e7d, 0x8103),
    is2019: fc.constant(is2019),
    protocol: is2019 ? fc.nat(255) : fc.constant(0),
    phone: digits(is2019 ? 20 : 12),
    serial: fc.nat(0xffff),
    encryption: fc.nat(7),
    isReserved: fc.boolean(),
    part: fc.option(
      fc
        .nat({ max: 0xfffe })
        .chain(more => fc.record({ total: fc.constant(more + 1), index: fc.integer({ min: 1, max: more + 1 }) })),
      { nil: undefined },
    ),
  }),
)
/** Bodies with many flags and escapes in them. */
const body = fc
  .uint8Array({ maxLength: 1023 })
  .map(bytes => bytes.map(byte => (byte < 64 ? 0x7e : byte < 128 ? 0x7d : byte)))
const frame = fc.tuple(header, body)

/** Noise: bytes of all kinds, with many flags and escapes. */
const noise = fc
  .array(fc.oneof(fc.nat(255), fc.constantFrom(0x7e, 0x7d, 1, 2)), { maxLength: 200 })
  .map(list => Uint8Array.from(list))
const stream = fc
  .array(
    fc.oneof(
      noise,
      frame.map(([head, bytes]) => written(head, bytes)),
    ),
    { maxLength: 8 },
  )
  .map(parts => Uint8Array.from(parts.flatMap(part => [...part])))
const cuts = fc.array(fc.nat(3000), { maxLength: 20 })

function piecesOf(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [0, ...at.filter(place => place < bytes.length).toSorted((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end))
}
interface Finder {
  push(chunk: Uint8Array): ReturnType<Splitter['push']>
}
const found = (finder: Finder, pieces: readonly Uint8Array[]): string[] =>
  pieces.flatMap(piece => finder.push(piece)).map(one => (isFault(one) ? `${one.fault} ${one.at}` : hexOf(one.raw)))

const throwsNothing = (read: (wire: Uint8Array) => unknown) =>
  fc.property(stream, bytes => {
    read(bytes)
  })

test('no bytes make splitter or messages throw', () => {
  fc.assert(
    throwsNothing(bytes => {
      for (const one of new Splitter().push(bytes)) if (!isFault(one)) readMessage(one)
    }),
    { numRuns: 1500 },
  )
  fc.assert(
    fc.property(
      fc.constantFrom(0x0100, 0x0102, 0x0104, 0x0107, 0x0608, 0x0702, 0x0704, 0x0805, 0x8003, 0x8600, 0x8606),
      fc.boolean(),
      fc.uint8Array({ maxLength: 120 }),
      (id, is2019, bytes) => {
        const one = {
          ...(readRaw(bytesOf('0002 0000 013912345678 0001')) as Frame),
          id,
          is2019,
          body: bytes,
          encryption: 0,
        }
        expect(readMessage(one)).toBeDefined()
      },
    ),
    { numRuns: 3000 },
  )
})

test('control: a reader that trusts lengths throws on the same bytes', () => {
  const trusting = (bytes: Uint8Array): void => {
    const length = new DataView(bytes.buffer).getUint16(3) & 0x3ff
    bytes.with(13 + length, 0)
  }
  expect(fc.check(throwsNothing(trusting), { numRuns: 200 }).failed).toBe(true)
})

const sameForAnyCut = (make: () => Finder) =>
  fc.property(stream, cuts, (bytes, at) => {
    expect(found(make(), piecesOf(bytes, at))).toEqual(found(make(), [bytes]))
  })

test('any cut of a stream gives the same frames and faults', () => {
  fc.assert(
    sameForAnyCut(() => new Splitter()),
    { numRuns: 800 },
  )
})

test('control: a splitter that forgets at the end of a chunk finds others', () => {
  const forgetful = (): Finder => ({ push: chunk => new Splitter().push(chunk) })
  expect(fc.check(sameForAnyCut(forgetful), { numRuns: 200 }).failed).toBe(true)
})

const comesBack = (write: typeof writeFrame) =>
  fc.property(frame, ([head, bytes]) => {
    const wire = write(head, bytes)
    if (isFault(wire)) throw new Error(wire.fault)
    const [one, ...others] = new Splitter().push(wire)
    if (!one || isFault(one)) throw new Error('refused')
    const { raw: _raw, body: read, ...rest } = one
    expect([rest, hexOf(read), others]).toEqual([head, hexOf(bytes), []])
  })

test('a frame that is written is read as it was', () => {
  fc.assert(comesBack(writeFrame), { numRuns: 800 })
})

test('control: a writer that escapes nothing loses frames', () => {
  const bare = (head: Header, bytes: Uint8Array): Uint8Array => {
    const wire = [...written(head, bytes)].join(',').replaceAll('125,2', '126').replaceAll('125,1', '125')
    return Uint8Array.from(wire.split(',').map(Number))
  }
  expect(fc.check(comesBack(bare), { numRuns: 200 }).failed).toBe(true)
})

const heartbeat = bytesOf('7e 0002 0000 013912345678 0001 2a 7e')

test('garbage, lost, shared and doubled flags cost no frame beside them', () => {
  const sum = [...heartbeat.subarray(1, -2)].reduce((all, byte) => all ^ byte, 0)
  const good = Uint8Array.from([...heartbeat.subarray(0, -2), sum, 0x7e])
  const inner = [...good.subarray(1, -1)]
  const raw = hexOf(good.subarray(1, -2))
  const whole = (bytes: readonly number[]): string[] => found(new Splitter(), [Uint8Array.from(bytes)])
  expect(whole([1, 2, 3, ...good])).toEqual([raw])
  // one flag ends the first and begins the second
  expect(whole([0x7e, ...inner, 0x7e, ...inner, 0x7e])).toEqual([raw, raw])
  expect(whole([0x7e, 0x7e, ...inner, 0x7e, 0x7e, 0x7e, ...inner, 0x7e, 0x7e])).toEqual([raw, raw])
  // garbage between two frames is a fault of its own
  expect(whole([...good, 9, 9, 9, ...good])).toEqual([raw, 'checksum 2', raw])
  // a frame whose end was lost
  expect(whole([...good.subarray(0, 6), ...good])).toEqual(['checksum 4', raw])
  expect(whole([0x7e, 0x7d, 3, 0x7e, ...inner, 0x7e])).toEqual(['escape 1', raw])
  expect(
    found(
      new Splitter(),
      [...good].map(byte => Uint8Array.of(byte)),
    ),
  ).toEqual([raw])
})

test('a frame without an end is given up after 4 KB, and the next flag begins anew', () => {
  const sum = [...heartbeat.subarray(1, -2)].reduce((all, byte) => all ^ byte, 0)
  const good = Uint8Array.from([...heartbeat.subarray(0, -2), sum, 0x7e])
  const splitter = new Splitter()
  const long = Uint8Array.from([0x7e, ...new Uint8Array(64 * 1024).fill(0x55)])
  expect(found(splitter, [long])).toEqual(['long 4096'])
  expect(splitter.skipped).toBe(64 * 1024)
  expect(found(splitter, [good])).toEqual([hexOf(good.subarray(1, -2))])
  // byte by byte nothing more is held than the limit
  const dripped = new Splitter()
  expect(
    found(
      dripped,
      [...long].map(byte => Uint8Array.of(byte)),
    ),
  ).toEqual(['long 4096'])
  expect(dripped.skipped).toBe(64 * 1024)
})

test('a frame keeps its bytes when the buffer it came in is used again', () => {
  const buffer = Buffer.from('7e000200000139123456780001337e', 'hex')
  const [one] = new Splitter().push(buffer)
  buffer.fill(0)
  expect(one && !isFault(one) && hexOf(one.raw)).toBe('000200000139123456780001')
})

test('lengths that lie, packages beyond their total and encrypted bodies are refused by name', () => {
  const [one] = new Splitter().push(bytesOf('7e 0200 0002 013912345678 0001 0102 00 7e'))
  expect(one).toMatchObject({ fault: 'checksum' })
  const head: Header = {
    id: 0x0200,
    is2019: false,
    protocol: 0,
    phone: '013912345678',
    serial: 1,
    encryption: 0,
    isReserved: false,
    part: undefined,
  }
  const wire = written(head, Uint8Array.of(1, 2))
  const lying = wire.slice()
  lying[4] = (lying[4] ?? 0) + 1
  const at = lying.length - 2
  lying[at] = (lying[at] ?? 0) ^ 2 ^ 3
  expect(new Splitter().push(lying)).toEqual([{ fault: 'length', at: 2 }])
  expect(writeFrame({ ...head, part: { total: 2, index: 3 } }, new Uint8Array(1))).toEqual({
    fault: 'part',
    at: 'part',
  })
  const [secret] = new Splitter().push(written({ ...head, encryption: 1 }, Uint8Array.of(1)))
  expect(secret && !isFault(secret) && readMessage(secret)).toEqual({ fault: 'encrypted', at: 'body' })
})
