// Bodies: what is written is read as it was and the other way round, editions differ where the standard says so.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFault } from './fault.ts'
import { Splitter, type Frame } from './frame.ts'
import { messageKinds, readBody, readMessage, versionOf, writeBody, type Message } from './message.ts'
import { formOf, writeMessage } from './reply.ts'
import type { Version } from './cursor.ts'

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const files = ['frames.json', 'byHand.json'].map(
  name =>
    JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8')) as { vectors: { hex: string }[] },
)
const frames = files
  .flatMap(({ vectors }) => vectors.flatMap(({ hex }) => new Splitter().push(bytesOf(hex))))
  .filter((one): one is Frame => !isFault(one) && one.part === undefined && one.encryption === 0)
const withLayout = frames.filter(one => !isFault(readMessage(one)))

/** A body of somebody with some bytes changed, cut or added. */
const bent = fc
  .tuple(
    fc.constantFrom(...withLayout),
    fc.array(fc.tuple(fc.nat(1023), fc.nat(255)), { maxLength: 3 }),
    fc.option(fc.nat(1023), { freq: 4 }),
    fc.uint8Array({ maxLength: 3 }),
  )
  .map(([{ id, is2019, body }, changes, cut, more]) => {
    const bytes = Uint8Array.from([...body.subarray(0, cut ?? body.length), ...(more.length > 2 ? more : [])])
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
    return { id, is2019, body: bytes }
  })

const comesBack = (write: typeof writeBody, seen: (kind: string) => void) =>
  fc.property(bent, ({ id, is2019, body }) => {
    const version = versionOf({ id, is2019, body })
    const message = readBody(id, body, version)
    if (isFault(message)) return
    seen(message.kind)
    const again = write(message, version)
    expect(isFault(again) ? again : hexOf(again)).toBe(hexOf(body))
  })

test('any body that is read is written with the same bytes', () => {
  const kinds = new Map<string, number>()
  fc.assert(
    comesBack(writeBody, kind => kinds.set(kind, (kinds.get(kind) ?? 0) + 1)),
    { numRuns: 8000 },
  )
  expect(kinds.size).toBe(Object.keys(messageKinds).length)
  expect([...kinds.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2500)
})

test('control: a writer of another edition writes other bytes', () => {
  const other: typeof writeBody = (message, version) => writeBody(message, version === 2019 ? 2013 : 2019)
  expect(
    fc.check(
      comesBack(other, () => {}),
      { numRuns: 500 },
    ).failed,
  ).toBe(true)
})

const bodyOf = (message: Message, version: Version): string => {
  const body = writeBody(message, version)
  return isFault(body) ? `${body.fault} ${body.at}` : hexOf(body)
}

test('packages asked for again: a byte of number before 2019, a word since, and a byte of somebody in 2019 is read', () => {
  const value = { serial: 0x1099, indexes: [1, 2] }
  const asked: Message = { kind: 'packagesAsked', value }
  expect([bodyOf(asked, 2013), bodyOf(asked, 2019)]).toEqual(['10990200010002', '1099000200010002'])
  expect(readBody(0x8003, bytesOf('1099 02 0001 0002'), 2019)).toEqual({ ...asked, value: { ...value, countBytes: 1 } })
})

test('a registration of 2011 is told from one of 2013 by its length, or by the place of its colour', () => {
  const short = bytesOf(`003d008b ${'41'.repeat(5)} ${'00'.repeat(8)} ${'42'.repeat(7)} 02 c9c24b3132333435`)
  expect(versionOf({ id: 0x0100, is2019: false, body: short })).toBe(2011)
  const newer = bytesOf(`003d008b ${'41'.repeat(5)} ${'43'.repeat(20)} ${'42'.repeat(7)} 00 ${'31'.repeat(17)}`)
  expect(versionOf({ id: 0x0100, is2019: false, body: newer })).toBe(2013)
})

test('attributes of 2019 with a maker of 11 bytes are read as those with 5', () => {
  const rest = `${'4d'.repeat(30)} ${'44'.repeat(30)} 89860012345678901234 02 5631 03 563232 03 01`
  const read = (maker: string) => readBody(0x0107, bytesOf(`0001 ${maker} ${rest}`), 2019)
  const facts = { hardware: 'V1', firmware: 'V22', iccid: '89860012345678901234', gnss: 3, radio: 1 }
  expect(read('41'.repeat(5))).toMatchObject({ value: { maker: 'AAAAA', makerBytes: 5, ...facts } })
  expect(read('41'.repeat(11))).toMatchObject({ value: { maker: 'AAAAAAAAAAA', makerBytes: 11, ...facts } })
})

test('values that do not fit are refused with their field, and nothing is thrown', () => {
  expect(bodyOf({ kind: 'reply', value: { serial: 70_000, id: 1, result: 0 } }, 2013)).toBe('value serial')
  expect(bodyOf({ kind: 'text', value: { flags: 1, type: undefined, text: '早' } }, 2019)).toBe('value type')
  expect(bodyOf({ kind: 'text', value: { flags: 1, type: 1, text: '😀' } }, 2019)).toBe('value text')
  expect(bodyOf({ kind: 'serverTime', value: { utc: '2611240830' } }, 2019)).toBe('value utc')
})

test('control: the same values within their fields are written', () => {
  expect(bodyOf({ kind: 'reply', value: { serial: 7, id: 0x0200, result: 0 } }, 2013)).toBe('0007020000')
  expect(bodyOf({ kind: 'text', value: { flags: 1, type: 1, text: '早' } }, 2019)).toBe('0101d4e7')
})

test('an answer has the form of the frame that came: edition, byte of the version, digits of the phone', () => {
  const register = frames.filter(({ id }) => id === 0x0100)
  expect(new Set(register.map(one => formOf(one).version))).toEqual(new Set([2011, 2013, 2019]))
  for (const one of register) {
    const wires = writeMessage({ kind: 'reply', value: { serial: one.serial, id: one.id, result: 0 } }, formOf(one), 9)
    if (isFault(wires)) throw new Error(wires.fault)
    const [answer] = wires.flatMap(wire => new Splitter().push(wire))
    expect(answer).toMatchObject({
      id: 0x8001,
      is2019: one.is2019,
      protocol: one.protocol,
      phone: one.phone,
      serial: 9,
    })
  }
})

test('a body of more than 1,023 bytes goes in packages with serials in a row', () => {
  const form = { version: 2019, protocol: 1, phone: '00000000013912345678' } as const
  const wires = writeMessage({ kind: 'text', value: { flags: 1, type: 1, text: 'a'.repeat(2046) } }, form, 0xffff)
  if (isFault(wires)) throw new Error(wires.fault)
  const parts = wires.flatMap(wire => new Splitter().push(wire)) as Frame[]
  expect(parts.map(({ serial, part, body }) => [serial, part?.index, part?.total, body.length])).toEqual([
    [0xffff, 1, 3, 1023],
    [0, 2, 3, 1023],
    [1, 3, 3, 2],
  ])
})
