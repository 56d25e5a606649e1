// Tiles of a map service on a 2D canvas: those in view are asked for once and kept, a coarser one stands in meanwhile.
import type { TileDrawer } from './drawGround.ts'
import { scaleAt, worldOf, worldPx, type Camera, type Size } from './mercator.ts'
import type { TileLayer } from './provider.ts'

const tilePx = 256
const most = 400

interface Place {
  readonly z: number
  readonly x: number
  readonly y: number
  readonly left: number
  readonly top: number
  readonly side: number
}

/** The tiles a window needs, with their places in it. */
export function tilesOf(camera: Camera, { width, height }: Size): Place[] {
  const z = Math.max(1, Math.min(18, Math.round(camera.zoom + Math.log2(worldPx / tilePx))))
  const side = (worldPx * scaleAt(camera.zoom)) / 2 ** z
  const middle = worldOf(camera)
  const [left, top] = [middle.x * scaleAt(camera.zoom) - width / 2, middle.y * scaleAt(camera.zoom) - height / 2]
  const places: Place[] = []
  for (let y = Math.max(0, Math.floor(top / side)); y <= Math.min(2 ** z - 1, Math.floor((top + height) / side)); y++)
    for (let x = Math.floor(left / side); x <= Math.floor((left + width) / side); x++)
      if (x >= 0 && x < 2 ** z) places.push({ z, x, y, left: x * side - left, top: y * side - top, side })
  return places
}

/** A drawer of these layers; `onTile` is told of each tile that came. */
export function tileDrawer(layers: readonly TileLayer[], onTile: () => void): TileDrawer {
  const kept = new Map<string, HTMLImageElement>()
  const imageOf = (url: string): HTMLImageElement => {
    const known = kept.get(url)
    if (known) return known
    const image = new Image()
    image.addEventListener('load', onTile)
    image.src = url
    if (kept.size >= most) for (const old of [...kept.keys()].slice(0, most / 4)) kept.delete(old)
    kept.set(url, image)
    return image
  }
  return (context, camera, size) => {
    for (const layer of layers)
      for (const { left, top, side, ...tile } of tilesOf(camera, size)) {
        const image = imageOf(layer(tile))
        if (image.complete && image.naturalWidth > 0) context.drawImage(image, left, top, side, side)
      }
  }
}
