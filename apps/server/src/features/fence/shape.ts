// The shape of a fence: as it is asked for, judged, written, and told in its history.
import type { Input } from '@yunshu/contract/call'
import type { saveFence } from '@yunshu/contract/fence/fence'
import {
  areaText,
  polygonFaultText,
  polygonLimits,
  printCentre,
  printCorners,
  radiusText,
  type Centre,
} from '@yunshu/domain/fence'
import type { Ground } from '@yunshu/track/ground'
import { areaOf, circleAround, polygonFault } from '@yunshu/track/polygon'
import type { ShapeColumns } from './versions.queries.ts'

type Asked = Pick<Input<typeof saveFence>, 'shape' | 'centre' | 'radius' | 'corners'>

/** The ground that is asked for; undefined where `shapeFaults` finds something. */
export function groundOf({ shape = 'circle', centre, radius, corners }: Asked): Ground | undefined {
  if (shape === 'polygon') return corners && { ...circleAround(corners), corners }
  return centre && radius !== undefined ? { ...centre, radiusM: radius } : undefined
}

/** Faults by field of the shape that is asked for; empty when it is right. */
export function shapeFaults({ shape = 'circle', centre, radius, corners }: Asked): Record<string, string> {
  if (shape === 'circle')
    return {
      ...(centre ? {} : { centre: '请填写圆心' }),
      ...(radius === undefined ? { radius: '请选择半径' } : {}),
      ...(corners ? { corners: '圆形围栏没有顶点' } : {}),
    }
  const fault = corners && polygonFault(corners, polygonLimits)
  return {
    ...(corners ? {} : { corners: '请画出多边形的顶点' }),
    ...(fault ? { corners: polygonFaultText(fault) } : {}),
    ...(centre ? { centre: '多边形围栏没有圆心' } : {}),
    ...(radius === undefined ? {} : { radius: '多边形围栏没有半径' }),
  }
}

/** The columns of a ground: corners as longitude and latitude one after the other. */
export const columnsOf = ({ lonE6, latE6, radiusM, corners }: Ground): ShapeColumns => ({
  lon_e6: lonE6,
  lat_e6: latE6,
  radius_m: radiusM,
  corners: corners === undefined ? null : corners.flatMap(corner => [corner.lonE6, corner.latE6]),
})

/** '0.5公里', '多边形（5 个顶点，7,854 平方米）'. */
export const groundText = ({ radiusM, corners }: Ground): string =>
  corners === undefined ? radiusText(radiusM) : `多边形（${corners.length} 个顶点，${areaText(areaOf(corners))}）`

/** Corners a line of history says one by one. */
const saidMost = 12

/** The parts of a shape a line of history tells. */
export const shapeLines: readonly (readonly [field: string, text: (ground: Ground) => string])[] = [
  ['形状', ({ corners }) => (corners === undefined ? '圆形' : '多边形')],
  ['圆心', ground => (ground.corners === undefined ? printCentre(ground) : '--')],
  ['半径', ({ corners, radiusM }) => (corners === undefined ? radiusText(radiusM) : '--')],
  ['顶点', ({ corners }) => (corners === undefined ? '--' : cornersText(corners))],
]

function cornersText(corners: readonly Centre[]): string {
  const said = printCorners(corners.slice(0, saidMost)).replaceAll('\n', '；')
  return corners.length > saidMost ? `${said} 等 ${corners.length} 个，${areaText(areaOf(corners))}` : said
}
