// Areas and routes of 0x8600 to 0x8606: circles, rectangles, polygons and routes, with the parts their attributes call for.
import type { Reader, Writer } from './cursor.ts'
import { bcd, countedText, list, ofEdition2019, struct, u16, u32, u8, type Layout } from './layout.ts'

/** Attribute bits whose parts are there only when they are set. */
const timed = 1,
  limited = 2

/** A layout that knows the attributes of its area. */
type Given<T> = (attributes: number) => Layout<T>

/** A part that is there when a bit of the attributes is. */
const when =
  <T>(bit: number, layout: Layout<T>): Given<T | undefined> =>
  attributes => ({
    read: from => ((attributes & bit) === 0 ? undefined : layout.read(from)),
    write: (to, value) => {
      if ((attributes & bit) === 0) return
      if (value === undefined) to.refuse()
      else layout.write(to, value)
    },
  })

/** Days and hours; a year, month or day of 00 means every one, so `000000083000` is each day at 08:30. */
const times = struct({ from: bcd(6), to: bcd(6) })
/** Most speed in km/h, and the seconds it may last. */
const limit = struct({ kmh: u16, seconds: u8 })
const name = ofEdition2019(countedText(u16))
const point = struct({ latE6: u32, lonE6: u32 })

const circlePlace = struct({ latE6: u32, lonE6: u32, radiusM: u32 })
const rectanglePlace = struct({ topLatE6: u32, leftLonE6: u32, bottomLatE6: u32, rightLonE6: u32 })

/** The parts that attributes call for, and those that come behind them since 2019. */
interface Rules {
  readonly times: { readonly from: string; readonly to: string } | undefined
  readonly limit: { readonly kmh: number; readonly seconds: number } | undefined
  readonly nightKmh: number | undefined
  readonly name: string | undefined
}

const partOf =
  <T>(given: Given<T>) =>
  (from: Reader, attributes: number): T =>
    given(attributes).read(from)
const timesOf = when(timed, times),
  limitOf = when(limited, limit),
  nightOf = when(limited, u16)
const nightSince = ofEdition2019(u16)

/** A round or rectangular area: its place stands between attributes and rules. */
const area = <P>(placeOf: Layout<P>): Layout<{ areaId: number; attributes: number; place: P } & Rules> => ({
  read: from => {
    const areaId = from.u32(),
      attributes = from.u16()
    return {
      areaId,
      attributes,
      place: placeOf.read(from),
      times: partOf(timesOf)(from, attributes),
      limit: partOf(limitOf)(from, attributes),
      nightKmh: from.version === 2019 ? nightOf(attributes).read(from) : undefined,
      name: name.read(from),
    }
  },
  write: (to, value) => {
    writeHead(to, value)
    placeOf.write(to, value.place)
    timesOf(value.attributes).write(to, value.times)
    limitOf(value.attributes).write(to, value.limit)
    if (to.version === 2019) nightOf(value.attributes).write(to, value.nightKmh)
    name.write(to, value.name)
  },
})

function writeHead(to: Writer, { areaId, attributes }: { areaId: number; attributes: number }): void {
  to.u32(areaId)
  to.u16(attributes)
}

export const circle = area(circlePlace)
export const rectangle = area(rectanglePlace)

const points = list(u16, point)

/** A polygon: its points stand behind times and limit, the speed of the night behind the points. */
export const polygon: Layout<{ areaId: number; attributes: number; points: ReturnType<typeof points.read> } & Rules> = {
  read: from => {
    const areaId = from.u32(),
      attributes = from.u16()
    return {
      areaId,
      attributes,
      times: partOf(timesOf)(from, attributes),
      limit: partOf(limitOf)(from, attributes),
      points: points.read(from),
      nightKmh: from.version === 2019 ? nightOf(attributes).read(from) : undefined,
      name: name.read(from),
    }
  },
  write: (to, value) => {
    writeHead(to, value)
    timesOf(value.attributes).write(to, value.times)
    limitOf(value.attributes).write(to, value.limit)
    points.write(to, value.points)
    if (to.version === 2019) nightOf(value.attributes).write(to, value.nightKmh)
    name.write(to, value.name)
  },
}

const turnHead = struct({ turnId: u32, segmentId: u32, latE6: u32, lonE6: u32, widthM: u8, attributes: u8 })
const turnTimes = struct({ mostSeconds: u16, leastSeconds: u16 })
const turnLimit = struct({ kmh: u16, seconds: u8, nightKmh: nightSince })
const turnTimesOf = when(timed, turnTimes),
  turnLimitOf = when(limited, turnLimit)

/** A turn of a route; width, times and limit are those of the segment behind it. */
interface Turn {
  readonly head: ReturnType<typeof turnHead.read>
  readonly times: ReturnType<typeof turnTimes.read> | undefined
  readonly limit: ReturnType<typeof turnLimit.read> | undefined
}
const turn: Layout<Turn> = {
  read: from => {
    const head = turnHead.read(from)
    return {
      head,
      times: partOf(turnTimesOf)(from, head.attributes),
      limit: partOf(turnLimitOf)(from, head.attributes),
    }
  },
  write: (to, value) => {
    turnHead.write(to, value.head)
    turnTimesOf(value.head.attributes).write(to, value.times)
    turnLimitOf(value.head.attributes).write(to, value.limit)
  },
}
const turns = list(u16, turn)

/** A route: attribute bit 0 is its times, bit 1 has no meaning. */
export const route: Layout<
  { areaId: number; attributes: number; turns: readonly Turn[] } & Pick<Rules, 'times' | 'name'>
> = {
  read: from => {
    const areaId = from.u32(),
      attributes = from.u16()
    return {
      areaId,
      attributes,
      times: partOf(timesOf)(from, attributes),
      turns: turns.read(from),
      name: name.read(from),
    }
  },
  write: (to, value) => {
    writeHead(to, value)
    timesOf(value.attributes).write(to, value.times)
    turns.write(to, value.turns)
    name.write(to, value.name)
  },
}

/** Areas of 0x8600 or 0x8602: the act (0 update, 1 add, 2 modify), then the areas. */
const areasOf = <T>(one: Layout<T>) => struct({ act: u8, areas: list(u8, one) })
export const circles = areasOf(circle)
export const rectangles = areasOf(rectangle)

/** Areas to delete; none of them means all. */
export const deletion = struct({ areaIds: list(u8, u32) })

/** The question of 0x8608: shape (1 circle, 2 rectangle, 3 polygon, 4 route) and areas, none of them for all. */
export const areaQuestion = struct({ shape: u8, areaIds: list(u32, u32) })

type Stored =
  | { readonly shape: 1; readonly areas: readonly ReturnType<typeof circle.read>[] }
  | { readonly shape: 2; readonly areas: readonly ReturnType<typeof rectangle.read>[] }
  | { readonly shape: 3; readonly areas: readonly ReturnType<typeof polygon.read>[] }
  | { readonly shape: 4; readonly areas: readonly ReturnType<typeof route.read>[] }
const ofCircles = list(u32, circle),
  ofRectangles = list(u32, rectangle),
  ofPolygons = list(u32, polygon),
  ofRoutes = list(u32, route)

/** The answer of 0x0608: the areas a terminal holds, without the act of their messages. */
export const storedAreas: Layout<Stored> = {
  read: from => {
    const shape = from.u8()
    if (shape === 1) return { shape, areas: ofCircles.read(from) }
    if (shape === 2) return { shape, areas: ofRectangles.read(from) }
    if (shape === 3) return { shape, areas: ofPolygons.read(from) }
    // no such shape: the body is refused
    if (shape !== 4) from.isShort = true
    return { shape: 4, areas: ofRoutes.read(from) }
  },
  write: (to, value) => {
    to.u8(value.shape)
    if (value.shape === 1) ofCircles.write(to, value.areas)
    else if (value.shape === 2) ofRectangles.write(to, value.areas)
    else if (value.shape === 3) ofPolygons.write(to, value.areas)
    else ofRoutes.write(to, value.areas)
  },
}
