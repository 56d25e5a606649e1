// Draws what stands above the ground on a 2D canvas: circles, polygons, trails, marks, vehicles with their names, groups.
import { fontFamily, type Colours } from '../../styles/tokens.ts'
import { metresOfPixel, projectionOf, type Camera, type LonLat, type Size, type Spot } from './mercator.ts'
import { besideVehicle, type Taken } from './picking.ts'
import type { MapCircle, MapHandle, MapMark, MapPolygon, MapScene, MapVehicle } from './scene.ts'
import { helpLook, lateLook, vehicleLooks } from './vehicleLook.ts'

interface Picture {
  readonly camera: Camera
  readonly size: Size
  readonly colours: Colours
}
interface Pen extends Picture {
  readonly context: CanvasRenderingContext2D
  readonly project: (place: LonLat) => Spot
}

/** The most vehicles that bear their names at once, and the zoom from which they do. */
export const nameLimits = { vehicles: 300, zoom: 6.5 } as const
const turn = 2 * Math.PI

/** Draws a scene; `takes` gives room to names. */
export function drawScene(
  context: CanvasRenderingContext2D,
  picture: Picture,
  scene: MapScene,
  takes: (box: Taken) => boolean,
): void {
  const pen: Pen = { ...picture, context, project: projectionOf(picture.camera, picture.size) }
  for (const circle of scene.circles ?? []) drawCircle(pen, circle)
  for (const polygon of scene.polygons ?? []) drawPolygon(pen, polygon)
  drawTrail(pen, scene)
  for (const mark of scene.marks ?? []) drawMark(pen, mark)
  for (const { count, ...place } of scene.groups ?? []) drawGroup(pen, pen.project(place), count)
  const seen = (scene.vehicles ?? []).flatMap(vehicle => {
    const spot = pen.project(vehicle)
    const isIn = spot.x > -20 && spot.y > -20 && spot.x < picture.size.width + 20 && spot.y < picture.size.height + 20
    return isIn ? [{ vehicle, spot }] : []
  })
  for (const { vehicle, spot } of seen) drawVehicle(pen, vehicle, spot, vehicle.no === scene.chosen)
  const areNamed = seen.length <= nameLimits.vehicles && picture.camera.zoom >= nameLimits.zoom
  for (const { vehicle, spot } of seen)
    if (areNamed || vehicle.no === scene.chosen) nameVehicle(pen, vehicle.label, spot, takes)
  for (const handle of scene.handles ?? []) drawHandle(pen, handle)
}

function drawCircle({ context, camera, colours, project }: Pen, circle: MapCircle): void {
  const { x, y } = project(circle)
  const radius = Math.max(3, circle.radiusM / metresOfPixel(circle.lat, camera.zoom))
  context.beginPath()
  context.arc(x, y, radius, 0, turn)
  paintFence({ context, colours }, circle.isOn)
  if (circle.canMove === true) {
    context.beginPath()
    context.arc(x, y, 7, 0, turn)
    context.fillStyle = colours.brand
    context.fill()
    context.strokeStyle = colours.surface
    context.stroke()
  }
  if (circle.label !== '') write({ context, colours }, circle.label, { x, y: y - radius - 10 })
}

/** Fills and outlines the path of a fence. */
function paintFence({ context, colours }: Pick<Pen, 'context' | 'colours'>, isOn: boolean): void {
  context.globalAlpha = isOn ? 0.16 : 0.06
  context.fillStyle = colours.brand
  context.fill()
  context.globalAlpha = 1
  context.setLineDash(isOn ? [] : [4, 4])
  context.lineWidth = 2
  context.strokeStyle = colours.brand
  context.stroke()
  context.setLineDash([])
}

function drawPolygon(pen: Pen, { places, label, isOn }: MapPolygon): void {
  const spots = places.map(pen.project)
  const [first] = spots
  if (!first) return
  pen.context.lineJoin = 'round'
  pen.context.beginPath()
  for (const { x, y } of spots) pen.context.lineTo(x, y)
  pen.context.closePath()
  paintFence(pen, isOn)
  const top = spots.reduce((high, spot) => (spot.y < high.y ? spot : high), first)
  if (label !== '') write(pen, label, { x: top.x, y: top.y - 16 })
}

function drawHandle({ context, colours, project }: Pen, handle: MapHandle): void {
  const { x, y } = project(handle)
  const isCorner = handle.kind === 'corner'
  context.beginPath()
  context.arc(x, y, handle.isChosen === true ? 9 : isCorner ? 7 : 5, 0, turn)
  context.lineWidth = 2
  context.fillStyle = handle.isChosen === true ? colours.red : isCorner ? colours.brand : colours.surface
  context.strokeStyle = isCorner ? colours.surface : colours.brand
  context.fill()
  context.stroke()
}

function drawTrail({ context, colours, project }: Pen, { trail = [] }: MapScene): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  for (const { places, isGap, isAhead } of trail) {
    context.beginPath()
    for (const [i, place] of places.entries()) {
      const { x, y } = project(place)
      if (i === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    }
    context.setLineDash(isGap ? [3, 7] : [])
    context.globalAlpha = isAhead ? 0.4 : 1
    context.lineWidth = isGap ? 2 : 4
    context.strokeStyle = isGap ? colours.ink3 : colours.brand
    context.stroke()
  }
  context.globalAlpha = 1
  context.setLineDash([])
}

const markColours = {
  start: 'vehicleMoving',
  end: 'vehicleSilent',
  stop: 'vehicleStanding',
  alarm: 'vehicleSilent',
  visit: 'brand',
  late: 'ink3',
} as const satisfies Record<MapMark['kind'], keyof Colours>

function drawMark(pen: Pen, mark: MapMark): void {
  const { context, colours } = pen
  const { x, y } = pen.project(mark)
  context.beginPath()
  if (mark.kind === 'alarm') {
    context.moveTo(x, y - 8)
    context.lineTo(x + 8, y + 6)
    context.lineTo(x - 8, y + 6)
    context.closePath()
  } else if (mark.kind === 'stop') context.rect(x - 6, y - 6, 12, 12)
  else context.arc(x, y, mark.kind === 'late' ? 4 : 7, 0, turn)
  context.lineWidth = 2
  // a position that came late is hollow
  context.fillStyle = mark.kind === 'late' ? colours.surface : colours[markColours[mark.kind]]
  context.strokeStyle = mark.kind === 'late' ? colours.ink3 : colours.surface
  context.fill()
  context.stroke()
  if (mark.label !== undefined) write(pen, mark.label, { x, y: y - 16 })
}

function drawGroup({ context, colours }: Pen, { x, y }: Spot, count: number): void {
  const radius = 12 + Math.min(12, 3 * Math.log10(count) * 2)
  context.beginPath()
  context.arc(x, y, radius, 0, turn)
  context.fillStyle = colours.soft
  context.strokeStyle = colours.brand
  context.lineWidth = 2
  context.fill()
  context.stroke()
  context.font = `600 12px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colours.ink
  context.fillText(String(count), x, y)
}

function drawVehicle({ context, colours }: Pen, vehicle: MapVehicle, { x, y }: Spot, isChosen: boolean): void {
  const { shape, ...own } = vehicleLooks[vehicle.look]
  const isLate = vehicle.isLate === true
  // one that is silent or has no fix is that first, and late as well
  const colour = isLate && (shape === 'arrow' || shape === 'square') ? lateLook.colour : own.colour
  if (isLate) {
    context.beginPath()
    context.arc(x, y, 12, 0, turn)
    context.lineWidth = 2
    context.strokeStyle = colours[lateLook.colour]
    context.stroke()
  }
  if (vehicle.isCalling === true)
    for (const radius of [13, 21]) {
      context.beginPath()
      context.arc(x, y, radius, 0, turn)
      context.lineWidth = 2.5
      context.strokeStyle = colours[helpLook.colour]
      context.stroke()
    }
  if (isChosen) {
    context.beginPath()
    context.arc(x, y, 16, 0, turn)
    context.lineWidth = 3
    context.strokeStyle = colours.brand
    context.stroke()
  }
  context.save()
  context.translate(x, y)
  context.lineWidth = 1.5
  context.fillStyle = colours[colour]
  context.strokeStyle = colours.surface
  context.beginPath()
  if (shape === 'arrow') {
    context.rotate((vehicle.heading * Math.PI) / 180)
    context.moveTo(0, -9)
    context.lineTo(6, 7)
    context.lineTo(0, 3)
    context.lineTo(-6, 7)
    context.closePath()
  } else if (shape === 'square') context.rect(-5.5, -5.5, 11, 11)
  else if (shape === 'cross') {
    context.strokeStyle = colours[colour]
    context.lineWidth = 3.5
    context.moveTo(-5, -5)
    context.lineTo(5, 5)
    context.moveTo(5, -5)
    context.lineTo(-5, 5)
  } else {
    context.arc(0, 0, 6, 0, turn)
    context.fillStyle = colours.surface
    context.strokeStyle = colours[colour]
    context.lineWidth = 3
  }
  context.fill()
  context.stroke()
  context.restore()
}

function nameVehicle(pen: Pen, label: string, spot: Spot, takes: (box: Taken) => boolean): void {
  const at = besideVehicle(spot, label.length * 4.5 + 6, takes)
  if (at) write(pen, label, at)
}

/** Text with an edge of the ground, so that it is read on whatever lies below. */
function write({ context, colours }: Pick<Pen, 'context' | 'colours'>, text: string, { x, y }: Spot): void {
  context.font = `12px ${fontFamily}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.surface
  context.fillStyle = colours.ink
  context.strokeText(text, x, y)
  context.fillText(text, x, y)
}
