// Envelopes: messages come out as they went in, and bytes of others are refused without a throw.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsEnvelope, readEnvelope, sources, writeEnvelope, type Arrived } from './envelope.ts'

const uint = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const receivedAt = 1_795_000_000_000
const message = fc.record<Arrived>({
  trackNo: uint,
  terminalNo: uint,
  source: fc.constantFrom(...sources),
  receivedAt: fc.nat(60_000).map(later => receivedAt + later),
  raw: fc.uint8Array({ maxLength: 1044 }),
})

test('messages come out of an envelope as they went in', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), messages => {
      expect(readEnvelope(writeEnvelope(messages, receivedAt), receivedAt)).toEqual(
        messages.map(one => ({ ...one, raw: Buffer.from(one.raw) })),
      )
    }),
    { numRuns: 200 },
  )
})

test('cut, changed and foreign bytes are refused or read, and nothing is thrown', () => {
  const whole = writeEnvelope(
    [{ trackNo: 7, terminalNo: 9, source: '808', receivedAt, raw: Uint8Array.of(1, 2, 3) }],
    receivedAt,
  )
  for (let end = 0; end < whole.length; end++)
    expect(readEnvelope(whole.subarray(0, end), receivedAt), String(end)).toBeUndefined()
  expect(readEnvelope(Buffer.concat([whole, Buffer.of(0)]), receivedAt)).toBeUndefined()
  expect(readEnvelope(whole, receivedAt)).toHaveLength(1)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      readEnvelope(bytes, receivedAt)
      bytes[0] = 1
      readEnvelope(bytes, receivedAt)
    }),
    { numRuns: 2000 },
  )
})

test('numbers that fit no envelope are known before it is made', () => {
  const one: Arrived = { trackNo: 1, terminalNo: 1, source: '808', receivedAt, raw: new Uint8Array(0) }
  expect(fitsEnvelope(one)).toBe(true)
  expect([-1, 0.5, 2 ** 32, Number.NaN].some(trackNo => fitsEnvelope({ ...one, trackNo }))).toBe(false)
})
