// Messages in packages, in whatever order they come, give the whole, nothing grows without bound.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Frame } from './frame.ts'
import { Packages } from './packages.ts'

const packageOf = (index: number, total: number, fields: Partial<Frame> = {}): Frame => ({
  id: 0x0801,
  is2019: false,
  protocol: 0,
  phone: '013912345678',
  serial: (0xfffe + index - 1) & 0xffff,
  encryption: 0,
  isReserved: false,
  part: { total, index },
  raw: new Uint8Array(0),
  body: Uint8Array.of(index),
  ...fields,
})

test('packages in any order, some of them twice, give the whole once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain(total =>
        fc.tuple(
          fc.constant(total),
          fc.shuffledSubarray(
            Array.from({ length: total }, (_, at) => at + 1),
            { minLength: total },
          ),
          fc.array(fc.nat(11)),
        ),
      ),
      ([total, order, twice]) => {
        const packages = new Packages()
        const sent = [
          ...order.slice(0, -1),
          ...twice.map(at => order.slice(0, -1)[at % total] ?? 0).filter(index => index > 0),
          ...order.slice(-1),
        ]
        const answers = sent.map(index => packages.add(packageOf(index, total), 0))
        expect(answers.filter(one => 'is' in one && one.is === 'whole')).toEqual([
          { is: 'whole', id: 0x0801, body: Uint8Array.from({ length: total }, (_, at) => at + 1) },
        ])
        expect(packages.size).toBe(0)
      },
    ),
    { numRuns: 300 },
  )
})

test('parts are kept apart from the bytes they came among, also those of a Buffer', () => {
  const packages = new Packages(),
    body = Buffer.of(1)
  packages.add(packageOf(1, 2, { body }), 0)
  body.fill(9)
  expect(packages.add(packageOf(2, 2), 0)).toEqual({ is: 'whole', id: 0x0801, body: Uint8Array.of(1, 2) })
})

test('missing packages are named by the serial of the first, after a silence', () => {
  const packages = new Packages()
  packages.add(packageOf(1, 5), 0)
  packages.add(packageOf(4, 5), 3000)
  expect(packages.missing(7999, 5000)).toEqual([])
  expect(packages.missing(8000, 5000)).toEqual([
    { phone: '013912345678', id: 0x0801, firstSerial: 0xfffe, indexes: [2, 3, 5] },
  ])
})

test('messages that claim too many packages, more than four at once, or five minutes hold nothing', () => {
  const packages = new Packages()
  expect(packages.add(packageOf(1, 4201), 0)).toMatchObject({ fault: 'long' })
  expect(packages.add(packageOf(1, 1101, { id: 0x0104 }), 0)).toMatchObject({ fault: 'long' })
  for (let serial = 0; serial < 100; serial++) packages.add(packageOf(1, 4200, { serial }), 0)
  expect(packages.size).toBe(4)
  packages.add(packageOf(1, 2, { phone: '013900000000' }), 1)
  expect(packages.size).toBe(5)
  packages.expire(300_002)
  expect(packages.size).toBe(0)
  expect(packages.add(packageOf(1, 2, { encryption: 1 }), 0)).toMatchObject({ fault: 'encrypted' })
})

test('many terminals that finish no photo hold 64 MiB in all: the oldest goes', () => {
  const packages = new Packages()
  const body = new Uint8Array(1024 * 1024)
  for (let n = 0; n < 100; n++) packages.add(packageOf(1, 4200, { phone: String(n), body }), 0)
  expect(packages.size).toBe(64)
})

test('packages wait by the time of their own terminal: those of another that are read hours later or earlier end none', () => {
  const packages = new Packages()
  const hour = 3_600_000
  packages.add(packageOf(1, 2), 0)
  packages.add(packageOf(1, 2, { phone: '013900000000' }), 3 * hour)
  expect(packages.add(packageOf(2, 2), 1000)).toMatchObject({ is: 'whole' })
  expect(packages.add(packageOf(2, 2, { phone: '013900000000' }), 3 * hour + 1000)).toMatchObject({ is: 'whole' })
  // another lane of the same terminal, read later, holds what it sent hours before
  packages.add(packageOf(1, 2), 3 * hour)
  packages.add(packageOf(101, 102), 0)
  expect(packages.add(packageOf(2, 2), 3 * hour + 1000)).toMatchObject({ is: 'whole' })
  // the same serials of hours before are another message
  packages.add(packageOf(1, 2), 3 * hour)
  expect(packages.add(packageOf(2, 2), 0)).toEqual({ is: 'partly' })
})
