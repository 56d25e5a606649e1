// Draws names of places on the map, those of capitals first, and none on another.
import { fontFamily, type Colours } from '../../styles/tokens.ts'
import { projectionOf, type Camera, type Size } from './mercator.ts'
import type { Outlines } from './outlines.ts'

/** A name with the zoom from which it is shown and its weight among others. */
interface Rank {
  readonly from: number
  readonly size: number
}

/** Capitals (and places that are provinces themselves), prefectures, counties. */
function rankOf(level: Outlines['level'], code: string): Rank | undefined {
  if (level === 1) return undefined
  if (level === 3) return { from: 9, size: 11 }
  return code.endsWith('0100') || code.endsWith('0000') ? { from: 3.6, size: 13 } : { from: 5.8, size: 12 }
}

/** Draws the names that fit. `takes` says whether a box is still free, and takes it. */
export function drawNames(
  context: CanvasRenderingContext2D,
  picture: { camera: Camera; size: Size; colours: Colours; outlines: readonly Outlines[] },
  takes: (box: { left: number; top: number; right: number; bottom: number }) => boolean,
): void {
  const { camera, size, colours, outlines } = picture
  const project = projectionOf(camera, size)
  const ranked = outlines
    .flatMap(({ level, names }) => names.flatMap(name => ({ ...name, rank: rankOf(level, name.code) })))
    .flatMap(({ rank, ...name }) => (rank && rank.from <= camera.zoom ? [{ ...name, rank }] : []))
    .toSorted((a, b) => b.rank.size - a.rank.size)
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = colours.surface
  context.fillStyle = colours.ink3
  for (const { name, lon, lat, rank } of ranked) {
    const { x, y } = project({ lon, lat })
    if (x < -40 || y < -20 || x > size.width + 40 || y > size.height + 20) continue
    const half = (name.length * rank.size) / 2 + 4
    if (!takes({ left: x - half, top: y - rank.size, right: x + half, bottom: y + rank.size })) continue
    context.font = `${rank.size}px ${fontFamily}`
    context.strokeText(name, x, y)
    context.fillText(name, x, y)
  }
}
