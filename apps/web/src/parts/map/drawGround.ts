// Draws the ground of the map on a 2D canvas: land, outlines, all lines of borders; or the tiles of a map service.
import type { Colours } from '../../styles/tokens.ts'
import { projectionOf, scaleAt, worldOf, worldPx, type Camera, type Size } from './mercator.ts'
import type { Outlines } from './outlines.ts'

/** Everything a picture of the ground is made from. */
export interface GroundPicture {
  readonly camera: Camera
  readonly size: Size
  readonly colours: Colours
  readonly outlines: readonly Outlines[]
  readonly tiles?: TileDrawer | undefined
}

/** Draws the tiles it has and asks for those it has not. */
export type TileDrawer = (context: CanvasRenderingContext2D, camera: Camera, size: Size) => void

interface Paths {
  readonly land: Path2D
  readonly lines: Path2D
  readonly borders: Path2D
}

/** Spots are kept from here: a number of a path has too few digits for the whole world. */
const origin = worldOf({ lon: 105, lat: 35 })
const made = new WeakMap<Outlines, Paths>()

function trace(path: Path2D, line: ArrayLike<number>): void {
  for (let i = 0; i + 1 < line.length; i += 2) {
    const { x, y } = worldOf({ lon: line[i] ?? 0, lat: line[i + 1] ?? 0 })
    if (i === 0) path.moveTo(x - origin.x, y - origin.y)
    else path.lineTo(x - origin.x, y - origin.y)
  }
}

function pathsOf(outlines: Outlines): Paths {
  const known = made.get(outlines)
  if (known) return known
  const paths = { land: new Path2D(), lines: new Path2D(), borders: new Path2D() }
  for (const ring of outlines.rings) {
    trace(paths.land, ring)
    paths.land.closePath()
  }
  for (const line of outlines.lines) trace(paths.lines, line)
  for (const border of outlines.borders) trace(paths.borders, border)
  made.set(outlines, paths)
  return paths
}

/** Widths of lines by level, CSS pixels. */
const widths = { 1: 1.4, 2: 0.8, 3: 0.6 } as const

/** Draws the whole ground; the context is scaled to CSS pixels. */
export function drawGround(context: CanvasRenderingContext2D, picture: GroundPicture): void {
  const { camera, size, colours, outlines, tiles } = picture
  context.fillStyle = colours.ground
  context.fillRect(0, 0, size.width, size.height)
  if (tiles) return tiles(context, camera, size)
  const middle = worldOf(camera)
  const scale = scaleAt(camera.zoom)
  context.save()
  context.translate(size.width / 2, size.height / 2)
  context.scale(scale, scale)
  context.translate(origin.x - middle.x, origin.y - middle.y)
  for (const each of outlines)
    if (each.level === 1) {
      context.fillStyle = colours.surface
      context.fill(pathsOf(each).land, 'evenodd')
    }
  for (const each of outlines.toSorted((a, b) => b.level - a.level)) {
    context.lineWidth = widths[each.level] / scale
    context.strokeStyle = each.level === 1 ? colours.edge : colours.line
    context.stroke(pathsOf(each).lines)
    // lines of borders belong to every picture, as strong as the outline of the country
    context.lineWidth = (widths[1] + 0.4) / scale
    context.strokeStyle = colours.edge
    context.stroke(pathsOf(each).borders)
  }
  context.restore()
  drawGraticule(context, picture)
}

/** Lines of whole degrees, as far apart as the zoom asks. */
function drawGraticule(context: CanvasRenderingContext2D, { camera, size, colours }: GroundPicture): void {
  const step = [20, 10, 5, 2, 1, 0.5].find(degrees => (degrees / 360) * worldPx * scaleAt(camera.zoom) < 420) ?? 0.2
  const project = projectionOf(camera, size)
  context.beginPath()
  for (let lon = Math.ceil(60 / step) * step; lon <= 150; lon += step) {
    const { x } = project({ lon, lat: camera.lat })
    if (x >= 0 && x <= size.width) {
      context.moveTo(x, 0)
      context.lineTo(x, size.height)
    }
  }
  for (let lat = 0; lat <= 60; lat += step) {
    const { y } = project({ lon: camera.lon, lat })
    if (y >= 0 && y <= size.height) {
      context.moveTo(0, y)
      context.lineTo(size.width, y)
    }
  }
  context.lineWidth = 1
  context.strokeStyle = colours.hover
  context.stroke()
}
