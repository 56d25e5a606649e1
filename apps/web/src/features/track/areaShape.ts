// The area of an address as the map shows it: a circle, a rectangle or a polygon, and the box around it.
import { areaText, cornersInLine, parseCentre, parseCorners, polygonFaultText, type Centre } from '@yunshu/domain/fence'
import { areaPolygonLimits } from '@yunshu/domain/track/report'
import { placeFrom } from '@yunshu/track/geometry'
import { areaOf, polygonFault } from '@yunshu/track/polygon'
import { boxAround, type Box, type LonLat } from '../../parts/map/mercator.ts'
import { shownFence } from '../../parts/map/placed.ts'
import type { Provider } from '../../parts/map/provider.ts'
import type { MapScene } from '../../parts/map/scene.ts'
import type { Unreadable } from '../../ui/fields/unreadable.ts'

/** The fields of an address that say an area; one that sets another takes these away. */
export const areaFields = ['centre', 'radius', 'box', 'corners'] as const

/** The radius of a circle that is only pressed, metres. */
export const usualRadiusM = 1000

/** Corners of an address; none where they cannot be read. */
export function cornersIn(text: string): Centre[] {
  const read = text === '' ? [] : parseCorners(text)
  return 'fault' in read ? [] : read
}

/** The fault of corners that make no polygon of an area, in words. */
export function areaFault(corners: readonly Centre[]): string | undefined {
  const fault = polygonFault(corners, areaPolygonLimits)
  return fault && polygonFaultText(fault, areaPolygonLimits)
}

/** Typed or pasted corners in one line, or what is wrong with them. */
export function readCorners(text: string): string | Unreadable {
  const read = parseCorners(text)
  const fault = 'fault' in read ? read.fault : areaFault(read)
  return 'fault' in read || fault !== undefined ? { unreadable: text, fault: fault ?? '' } : cornersInLine(read)
}

/** '5 个顶点，3.14 平方公里'. */
export const cornersText = (corners: readonly Centre[]): string =>
  `${corners.length} 个顶点，${areaText(areaOf(corners))}`

/** The rectangle of an address in the datum of the map, as a closed line. */
function ringOf(text: string, datum: Provider['datum']): LonLat[] {
  const sides = text.split(/[,，]/).map(part => Math.round(Number(part) * 1e6))
  const [west, south, east, north] = sides
  if (west === undefined || south === undefined || east === undefined || north === undefined) return []
  if (!sides.every(Number.isFinite)) return []
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([lonE6 = 0, latE6 = 0]) => shownFence({ lonE6, latE6 }, datum))
}

/** The radius of the circle of an address, metres: the usual one where it names none that a circle can have. */
function radiusIn(params: URLSearchParams): number {
  const radiusM = Number(params.get('radius'))
  return radiusM > 0 && Number.isFinite(radiusM) ? radiusM : usualRadiusM
}

/** The circle or the rectangle of an address; a polygon is drawn by the hand that may change it. */
export function areaScene(params: URLSearchParams, datum: Provider['datum']): Pick<MapScene, 'circles' | 'trail'> {
  const centre = parseCentre(params.get('centre') ?? '')
  const radiusM = radiusIn(params)
  if (!('fault' in centre)) {
    const circle = {
      ...shownFence(centre, datum),
      id: 'area',
      radiusM,
      label: `${radiusM} 米`,
      isOn: true,
      canMove: true,
    }
    return { circles: [circle] }
  }
  const ring = ringOf(params.get('box') ?? '', datum)
  return ring.length > 0 ? { trail: [{ places: ring, isGap: false, isAhead: false }] } : {}
}

/** The box around the area of an address; undefined without one. */
export function areaBox(params: URLSearchParams, datum: Provider['datum']): Box | undefined {
  const centre = parseCentre(params.get('centre') ?? '')
  const radiusM = radiusIn(params)
  const places =
    'fault' in centre
      ? cornersIn(params.get('corners') ?? '')
      : [placeFrom(centre, -radiusM, -radiusM), placeFrom(centre, radiusM, radiusM)]
  return boxAround([...ringOf(params.get('box') ?? '', datum), ...places.map(place => shownFence(place, datum))])
}
