// Hours of a trail as bytes: differences of one position to the next in groups of seven bits, runs of what rarely changes.
// An hour in which a terminal told alarms is of edition 2: their words and the positions they stand at come first. All others
// are of edition 1, as those written before there were alarms: equal positions have equal bytes whenever they were written.
import { datums, pointClasses, pointSources, sortedPoints, type Point } from './point.ts'

/** The length of a segment, ms. */
export const segmentMs = 3_600_000

/** The start of the segment a moment lies in. */
export const hourOf = (at: number): number => Math.floor(at / segmentMs) * segmentMs

const plain = 1,
  alarmed = 2
const hasIgnitionBit = 1,
  hasOdometerBit = 2

/** Writes numbers in groups of seven bits, the lowest first; signed ones zig-zag. */
class Bytes {
  #body = new Uint8Array(4096)
  #at = 0

  byte(value: number): void {
    if (this.#at === this.#body.length) {
      const longer = new Uint8Array(2 * this.#body.length)
      longer.set(this.#body)
      this.#body = longer
    }
    this.#body[this.#at++] = value
  }

  uint(value: number): void {
    let left = value
    for (; left > 0x7f; left = Math.floor(left / 0x80)) this.byte((left % 0x80) | 0x80)
    this.byte(left)
  }

  int(value: number): void {
    this.uint(value < 0 ? -2 * value - 1 : 2 * value)
  }

  get written(): Uint8Array {
    return this.#body.slice(0, this.#at)
  }
}

interface Run {
  readonly head: readonly [number, number, number, number]
  readonly points: Point[]
}

const headOf = (point: Point): Run['head'] => [
  pointClasses.indexOf(point.cls),
  pointSources.indexOf(point.source),
  datums.indexOf(point.datum),
  (point.hasIgnition ? hasIgnitionBit : 0) | (point.odometer === undefined ? 0 : hasOdometerBit),
]

function runsOf(points: readonly Point[]): Run[] {
  const runs: Run[] = []
  for (const point of points) {
    const head = headOf(point)
    const last = runs.at(-1)
    if (last?.head.every((part, n) => part === head[n])) last.points.push(point)
    else runs.push({ head, points: [point] })
  }
  return runs
}

/** The alarm words of an hour, each once, then for each stretch of positions the number of its word and its length. */
function writeAlarms(to: Bytes, sorted: readonly Point[]): void {
  const numbers = new Map<number, number>()
  const stretches: { readonly word: number; length: number }[] = []
  for (const { alarms: word } of sorted) {
    if (!numbers.has(word)) numbers.set(word, numbers.size)
    const last = stretches.at(-1)
    if (last?.word === word) last.length++
    else stretches.push({ word, length: 1 })
  }
  to.uint(numbers.size)
  for (const word of numbers.keys()) to.uint(word)
  for (const { word, length } of stretches) {
    to.uint(numbers.get(word) ?? 0)
    to.uint(length)
  }
}

/**
 * The bytes of positions from `hourAt` on, in whatever order they come: equal sets have equal bytes. Times are kept in
 * whole seconds.
 */
export function writeSegment(hourAt: number, points: Iterable<Point>): Uint8Array {
  const sorted = sortedPoints(points)
  const to = new Bytes()
  const isAlarmed = sorted.some(({ alarms }) => alarms !== 0)
  to.byte(isAlarmed ? alarmed : plain)
  to.uint(sorted.length)
  if (isAlarmed) writeAlarms(to, sorted)
  let second = 0,
    lon = 0,
    lat = 0,
    speed = 0,
    heading = 0,
    odometer = 0
  for (const { head, points: run } of runsOf(sorted)) {
    to.uint(run.length)
    for (const part of head) to.byte(part)
    for (const point of run) {
      const at = Math.floor((point.at - hourAt) / 1000)
      to.int(at - second)
      to.int(point.lonE6 - lon)
      to.int(point.latE6 - lat)
      to.int(point.speed - speed)
      to.int(point.heading - heading)
      if (point.odometer !== undefined) {
        to.int(point.odometer - odometer)
        odometer = point.odometer
      }
      second = at
      lon = point.lonE6
      lat = point.latE6
      speed = point.speed
      heading = point.heading
    }
  }
  return to.written
}

/** Groups of seven bits that fit the whole numbers processors reckon with. */
const smallGroups = 4,
  mostGroups = 7
const smallMost = 2 ** 31 - 1

class Numbers {
  readonly #body: Uint8Array
  #at = 0
  constructor(body: Uint8Array) {
    this.#body = body
  }

  get isAtEnd(): boolean {
    return this.#at === this.#body.length
  }

  byte(): number {
    const byte = this.#body[this.#at++]
    if (byte === undefined) throw new RangeError('segment ends too early')
    return byte
  }

  uint(): number {
    let value = 0
    for (let group = 0; group < smallGroups; group++) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (7 * group)
      if (byte < 0x80) return value
    }
    for (let group = smallGroups; group < mostGroups; group++) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** (7 * group)
      if (byte < 0x80) return value
    }
    throw new RangeError('segment holds a number that is too long')
  }

  int(): number {
    const value = this.uint()
    if (value <= smallMost) return (value >>> 1) ^ -(value & 1)
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  of<T>(table: readonly T[]): T {
    const value = table[this.byte()]
    if (value === undefined) throw new RangeError('segment holds an unknown class, source or datum')
    return value
  }
}

/** The alarm words of positions, one after the other. */
class Alarms {
  readonly #stretches: { readonly word: number; readonly length: number }[] = []
  #at = 0
  #left = 0

  constructor(from: Numbers, count: number) {
    const words: number[] = []
    for (let left = from.uint(); left > 0; left--) words.push(from.uint())
    for (let left = count; left > 0;) {
      const word = words[from.uint()]
      const length = from.uint()
      if (word === undefined || length === 0 || length > left)
        throw new RangeError('segment holds alarms of no position')
      this.#stretches.push({ word, length })
      left -= length
    }
  }

  next(): number {
    const { word = 0, length = 0 } = this.#stretches[this.#at] ?? {}
    if (++this.#left === length) {
      this.#at++
      this.#left = 0
    }
    return word
  }
}

/** The positions of a segment, in order. Throws a RangeError for bytes that are no segment. */
export function readSegment(hourAt: number, body: Uint8Array): Point[] {
  const from = new Numbers(body)
  const edition = from.byte()
  if (edition !== plain && edition !== alarmed) throw new RangeError('segment is of another edition')
  const points: Point[] = []
  let second = 0,
    lonE6 = 0,
    latE6 = 0,
    speed = 0,
    heading = 0,
    counter = 0
  const count = from.uint()
  const told = edition === alarmed ? new Alarms(from, count) : undefined
  for (let left = count; left > 0;) {
    const run = from.uint()
    if (run === 0 || run > left) throw new RangeError('segment holds a run that is no part of it')
    left -= run
    const cls = from.of(pointClasses),
      source = from.of(pointSources),
      datum = from.of(datums),
      flags = from.byte()
    const hasIgnition = (flags & hasIgnitionBit) !== 0,
      hasOdometer = (flags & hasOdometerBit) !== 0
    for (let n = 0; n < run; n++) {
      second += from.int()
      lonE6 += from.int()
      latE6 += from.int()
      speed += from.int()
      heading += from.int()
      if (hasOdometer) counter += from.int()
      const odometer = hasOdometer ? counter : undefined
      points.push({
        at: hourAt + second * 1000,
        lonE6,
        latE6,
        speed,
        heading,
        hasIgnition,
        cls,
        source,
        datum,
        odometer,
        alarms: told?.next() ?? 0,
      })
    }
  }
  if (!from.isAtEnd) throw new RangeError('segment goes on behind its end')
  return points
}
