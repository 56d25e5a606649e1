// The codec against frames of others: valid ones come back byte for byte, wrong ones are refused, locations are read as they were.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFault, type Fault } from './fault.ts'
import { Splitter, writeFrame, type Frame } from './frame.ts'
import { readMessage, versionOf, writeBody } from './message.ts'
import { extrasOf } from './tlv.ts'
import type { Location } from './location.ts'

interface DerivedLocation {
  readonly alarm: number
  readonly status: number
  readonly latE6: number
  readonly lngE6: number
  readonly altitude: number
  readonly speedTenthKmh: number
  readonly direction: number
  readonly timeBcd: string
  readonly extra: readonly (readonly [number, string])[]
  readonly extraClean: boolean
}
interface Sample {
  readonly file: string
  readonly line: number
  readonly hex: string
  readonly derived: {
    readonly form: string
    readonly header?: { msgId: string; version2019: boolean; phone: string; serial: number; bodyLen: number }
    readonly location?: DerivedLocation
    readonly batch?: { count: number; type: number; items: readonly DerivedLocation[] }
  }
}

const { vectors } = JSON.parse(readFileSync(new URL('../vectors/frames.json', import.meta.url), 'utf8')) as {
  vectors: readonly Sample[]
}
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Samples with flags inside them are several frames. */
const isStream = ({ hex }: Sample): boolean => bytesOf(hex).subarray(1, -1).includes(0x7e)
const singles = vectors.filter(sample => !isStream(sample))

/** The frame of a sample, or the fault of its frame or body; packages and foreign ids have no body to be judged. */
function judged({ hex }: Sample): Frame | Fault {
  const [frame, ...others] = new Splitter().push(bytesOf(hex))
  if (!frame || others.length > 0) throw new Error('not one frame')
  if (isFault(frame)) return frame
  const message = readMessage(frame)
  return isFault(message) && !['unsupported', 'part'].includes(message.fault) ? message : frame
}
const judgements = singles.map(sample => ({ sample, frame: judged(sample) }))
const valid = judgements.flatMap(({ sample, frame }) => (isFault(frame) ? [] : [{ sample, frame }]))

// the sixteen known to be wrong, and two 0x8001 without a body, whose frames alone are right
test('of 211 single samples 193 are valid, and 18 wrong ones are refused, each for what is wrong with it', () => {
  expect([singles.length, valid.length]).toEqual([211, 193])
  const faults = judgements.flatMap(({ sample, frame }) =>
    isFault(frame) ? [`${frame.fault} ${sample.file.split('/').at(-1)}:${sample.line}`] : [],
  )
  expect(faults.toSorted((a, b) => a.localeCompare(b))).toMatchInlineSnapshot(`
    [
      "body frame_reader_test.go:105",
      "body reply_test.go:131",
      "body t_terminal_params_test.go:107",
      "body t_terminal_params_test.go:118",
      "body t_terminal_params_test.go:41",
      "body t_terminal_params_test.go:52",
      "body t_terminal_params_test.go:63",
      "body t_terminal_params_test.go:74",
      "body t_terminal_params_test.go:85",
      "body t_terminal_params_test.go:96",
      "checksum frame_reader_test.go:246",
      "checksum jt808_test.go:53",
      "checksum packet_codec_test.go:101",
      "checksum packet_codec_test.go:66",
      "encrypted jt808_test.go:35",
      "escape jt808_test.go:39",
      "length jt808_test.go:58",
      "short jt808_test.go:68",
    ]
  `)
})

test('valid samples come back byte for byte, frames and bodies', () => {
  const frames = valid.filter(({ sample, frame }) => {
    const wire = writeFrame(frame, frame.body)
    return isFault(wire) || hexOf(wire) !== sample.hex
  })
  expect(frames).toEqual([])
  let bodies = 0
  for (const { sample, frame } of valid) {
    const message = readMessage(frame)
    if (isFault(message)) continue
    bodies++
    expect(hexOf(writeBody(message, versionOf(frame)) as Uint8Array), sample.hex).toBe(hexOf(frame.body))
  }
  expect(bodies).toBeGreaterThan(100)
})

test('three samples are streams of seven frames: five are valid, the wrong ones cost no other', () => {
  const streams = vectors.filter(isStream).map(({ hex }) => new Splitter().push(bytesOf(hex)))
  expect(streams).toHaveLength(3)
  const found = streams.flat()
  expect([found.length, found.filter(one => !isFault(one)).length]).toEqual([7, 5])
})

test('headers are read as the samples have them', () => {
  for (const { sample, frame } of valid) {
    const header = sample.derived.header
    expect([frame.id, frame.is2019, frame.phone, frame.serial, frame.body.length], sample.hex).toEqual([
      Number(header?.msgId),
      header?.version2019,
      header?.phone,
      header?.serial,
      header?.bodyLen,
    ])
  }
})

const read = (one: Location) => ({
  alarm: one.alarm,
  status: one.status,
  latE6: one.latE6,
  lngE6: one.lonE6,
  altitude: one.altitudeM,
  speedTenthKmh: one.speedTenthKmh,
  direction: one.heading,
  timeBcd: one.time,
  extra: extrasOf(one.extras)
    .filter(({ isCut }) => !isCut)
    .map(({ id, bytes }) => [id, hexOf(bytes)]),
  extraClean: !extrasOf(one.extras).some(({ isCut }) => isCut),
})
const stated = ({
  alarm,
  status,
  latE6,
  lngE6,
  altitude,
  speedTenthKmh,
  direction,
  timeBcd,
  extra,
  extraClean,
}: DerivedLocation) => ({
  alarm,
  status,
  latE6,
  lngE6,
  altitude,
  speedTenthKmh,
  direction,
  timeBcd,
  extra,
  extraClean,
})

test('locations and batches are read as an independent reading has them', () => {
  let locations = 0
  for (const { sample, frame } of valid) {
    const { location, batch } = sample.derived
    if (!location && !batch) continue
    const message = readMessage(frame)
    if (isFault(message)) throw new Error(sample.hex)
    const found =
      message.kind === 'location' ? [message.value] : message.kind === 'batch' ? message.value.locations : []
    locations += found.length
    expect(found.map(read)).toEqual((batch?.items ?? [location]).flatMap(one => (one ? [stated(one)] : [])))
    if (message.kind === 'batch')
      expect([message.value.locations.length, message.value.type]).toEqual([batch?.count, batch?.type])
  }
  expect(locations).toBe(15 + 2 + 3 * 3)
})

interface HandVector {
  readonly id: string
  readonly version: 2011 | 2013 | 2019
  readonly kind: string
  readonly hex: string
  readonly value: unknown
}
const byHand = JSON.parse(readFileSync(new URL('../vectors/byHand.json', import.meta.url), 'utf8')) as {
  vectors: readonly HandVector[]
}

/** A value as the file has it: bytes as hex, absent fields left out. */
const asWritten = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null, (_, one: unknown) => (one instanceof Uint8Array ? hexOf(one) : one)))

test.each(byHand.vectors)('by hand: $kind of $version $id', ({ id, version, kind, hex, value }) => {
  const [frame] = new Splitter().push(bytesOf(hex))
  if (!frame || isFault(frame)) throw new Error('refused')
  expect([frame.id, versionOf(frame)]).toEqual([Number(id), version])
  const message = readMessage(frame)
  if (isFault(message)) throw new Error(`${message.fault} at ${message.at}`)
  expect(message.kind).toBe(kind)
  expect(asWritten(message.value)).toEqual(value)
  expect(hexOf(writeBody(message, version) as Uint8Array)).toBe(hexOf(frame.body))
  expect(hexOf(writeFrame(frame, frame.body) as Uint8Array)).toBe(hex)
})

test('each of these messages has a vector, and none of them was in the file of others', () => {
  const ids = new Set(byHand.vectors.map(({ id }) => id))
  const wanted = [
    '0003',
    '0004',
    '0005',
    '0500',
    '0608',
    '0701',
    '8004',
    '8107',
    '8204',
    '8603',
    '8605',
    '8607',
    '8608',
    '8702',
  ]
  expect(wanted.filter(id => !ids.has(`0x${id}`))).toEqual([])
  expect(wanted.filter(id => valid.some(({ frame }) => frame.id === Number(`0x${id}`)))).toEqual([])
})
