// Places on the map: degrees to pixels of the world and back, and the part of it a window shows.

/** A place in degrees, in the datum of the map. */
export interface LonLat {
  readonly lon: number
  readonly lat: number
}

/** The place in the middle of the window and how near it is; each step of zoom doubles the scale. */
export interface Camera extends LonLat {
  readonly zoom: number
}

/** A window in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels, from the left and from the top. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** West, south, east, north, degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** Pixels of the whole world at zoom 0. */
export const worldPx = 512
export const zoomLimits = { least: 0.9, most: 17 } as const
/** The whole country, the sea in the south included: shown where nothing says what to show. */
export const wholeCountry: Box = [73.5, 3.4, 135.1, 53.6]
const latMost = 85

/** The place on a world of `worldPx` pixels. */
export function worldOf({ lon, lat }: LonLat): Spot {
  const radians = (Math.max(-latMost, Math.min(latMost, lat)) * Math.PI) / 180
  return {
    x: ((lon + 180) / 360) * worldPx,
    y: (0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)) * worldPx,
  }
}

/** The place at a spot of the world. */
export function placeOf({ x, y }: Spot): LonLat {
  const turn = Math.PI * (1 - (2 * y) / worldPx)
  return { lon: (x / worldPx) * 360 - 180, lat: (Math.atan(Math.sinh(turn)) * 180) / Math.PI }
}

export const scaleAt = (zoom: number): number => 2 ** zoom

/** Turns places into spots of a window; made once for a picture. */
export function projectionOf(camera: Camera, { width, height }: Size): (place: LonLat) => Spot {
  const middle = worldOf(camera)
  const scale = scaleAt(camera.zoom)
  return place => {
    const at = worldOf(place)
    return { x: (at.x - middle.x) * scale + width / 2, y: (at.y - middle.y) * scale + height / 2 }
  }
}

/** The place at a spot of a window. */
export function placeAt(camera: Camera, { width, height }: Size, spot: Spot): LonLat {
  const middle = worldOf(camera)
  const scale = scaleAt(camera.zoom)
  return placeOf({ x: middle.x + (spot.x - width / 2) / scale, y: middle.y + (spot.y - height / 2) / scale })
}

const bounded = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** A camera within the limits. */
const limitedCamera = ({ lon, lat, zoom }: Camera): Camera => ({
  lon: bounded(lon, -180, 180),
  lat: bounded(lat, -latMost, latMost),
  zoom: bounded(zoom, zoomLimits.least, zoomLimits.most),
})

/** Moves the picture by pixels. */
export function pannedCamera(camera: Camera, by: Spot): Camera {
  const middle = worldOf(camera)
  const scale = scaleAt(camera.zoom)
  return limitedCamera({ ...placeOf({ x: middle.x - by.x / scale, y: middle.y - by.y / scale }), zoom: camera.zoom })
}

/** Comes nearer by steps of zoom; the place under the spot stays under it. */
export function zoomedCamera(camera: Camera, size: Size, { by, at }: { by: number; at: Spot }): Camera {
  const held = placeAt(camera, size, at)
  const nearer = limitedCamera({ ...camera, zoom: camera.zoom + by })
  const now = projectionOf(nearer, size)(held)
  return pannedCamera(nearer, { x: at.x - now.x, y: at.y - now.y })
}

/** The parts of a window in which things lie on the map, pixels from its edges. */
export interface Covered {
  readonly right: number
  readonly below: number
}

/** The camera that shows a box whole, with an edge around it, beside what lies on the map. */
export function cameraOf(
  [west, south, east, north]: Box,
  { width, height }: Size,
  { edge = 40, covered = { right: 0, below: 0 } }: { readonly edge?: number; readonly covered?: Covered } = {},
): Camera {
  const [from, to] = [worldOf({ lon: west, lat: north }), worldOf({ lon: east, lat: south })]
  const { right, below } = covered
  const room = { width: Math.max(40, width - right - 2 * edge), height: Math.max(40, height - below - 2 * edge) }
  const fits = Math.min(room.width / Math.max(1e-6, to.x - from.x), room.height / Math.max(1e-6, to.y - from.y))
  const middle = placeOf({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
  const whole = limitedCamera({ ...middle, zoom: Math.min(14, Math.log2(fits)) })
  return pannedCamera(whole, { x: -right / 2, y: -below / 2 })
}

/** The box a window shows. */
export function boxShown(camera: Camera, size: Size): Box {
  const [from, to] = [placeAt(camera, size, { x: 0, y: size.height }), placeAt(camera, size, { x: size.width, y: 0 })]
  return [from.lon, from.lat, to.lon, to.lat]
}

/** The smallest box around places; undefined without one. */
export function boxAround(places: readonly LonLat[]): Box | undefined {
  const [first] = places
  if (!first) return undefined
  let [west, south, east, north] = [first.lon, first.lat, first.lon, first.lat]
  for (const { lon, lat } of places) {
    west = Math.min(west, lon)
    east = Math.max(east, lon)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return [west, south, east, north]
}

const earthM = 40_075_016.686

/** Metres of a pixel at a latitude. */
export const metresOfPixel = (lat: number, zoom: number): number =>
  (earthM * Math.cos((lat * Math.PI) / 180)) / (worldPx * scaleAt(zoom))

/** A round number of metres that is not longer than so many pixels, and its length in pixels. */
export function scaleBar(camera: Camera, longestPx: number): { readonly metres: number; readonly px: number } {
  const perPx = metresOfPixel(camera.lat, camera.zoom)
  const longest = perPx * longestPx
  const power = 10 ** Math.floor(Math.log10(longest))
  const metres = ([5, 2, 1].find(step => step * power <= longest) ?? 1) * power
  return { metres, px: metres / perPx }
}
