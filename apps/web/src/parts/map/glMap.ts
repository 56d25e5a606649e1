// The engine with WebGL: maplibre draws the ground, from our outlines or the tiles of a map service.
import { Map as GlMap, setWorkerUrl, type GeoJSONSource, type StyleSpecification } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import 'maplibre-gl/dist/maplibre-gl.css'
import { looks, type Colours, type Look } from '../../styles/tokens.ts'
import { zoomLimits } from './mercator.ts'
import type { Outlines } from './outlines.ts'
import type { OpenMap } from './port.ts'
import type { Provider } from './provider.ts'

setWorkerUrl(workerUrl)

const levels = [3, 2, 1] as const
/** After so many losses of its context the engine is given up. */
const lossesMost = 2

/** Opens the map with WebGL. @throws where the browser has no context to give */
export const openGlMap: OpenMap = ({ box, camera, look, provider, onCamera, onLost }) => {
  const ground = document.createElement('div')
  ground.className = 'map-ground'
  box.prepend(ground)
  let isMoving = false
  const map = new GlMap({
    container: ground,
    style: styleOf(provider, looks[look]),
    center: [camera.lon, camera.lat],
    zoom: camera.zoom,
    minZoom: zoomLimits.least,
    maxZoom: zoomLimits.most,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    keyboard: false,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.getCanvas().tabIndex = -1
  map.getCanvas().setAttribute('aria-hidden', 'true')
  let outlines: readonly Outlines[] = []
  const fill = (): void => {
    if (provider.layers.length > 0 || !map.isStyleLoaded()) return
    for (const [id, data] of Object.entries(groundData(outlines))) void map.getSource<GeoJSONSource>(id)?.setData(data)
  }
  map.on('load', fill)
  map.on('move', () => {
    const { lng, lat } = map.getCenter()
    if (!isMoving) onCamera({ lon: lng, lat, zoom: map.getZoom() })
  })
  let losses = 0
  map.on('webglcontextlost', () => {
    losses += 1
    if (losses >= lossesMost) onLost('显卡两次中断了绘图，已改用普通画布')
  })
  return {
    engine: 'gl',
    setCamera: ({ lon, lat, zoom }) => {
      isMoving = true
      map.jumpTo({ center: [lon, lat], zoom })
      isMoving = false
    },
    setOutlines: next => {
      outlines = next
      fill()
    },
    setLook: next => paint(map, provider, next),
    resize: () => map.resize(),
    close: () => {
      map.remove()
      ground.remove()
    },
  }
}

type Features = Exclude<Parameters<GeoJSONSource['setData']>[0], string>

const pairs = (line: ArrayLike<number>): [number, number][] =>
  Array.from({ length: Math.floor(line.length / 2) }, (_, i) => [line[2 * i] ?? 0, line[2 * i + 1] ?? 0])

function groundData(outlines: readonly Outlines[]): Record<string, Features> {
  const linesOf = (lines: readonly ArrayLike<number>[]): Features => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates: lines.map(pairs) },
  })
  const at = (level: Outlines['level']): readonly Outlines[] => outlines.filter(each => each.level === level)
  return {
    land: {
      type: 'Feature',
      properties: {},
      geometry: { type: 'MultiPolygon', coordinates: at(1).flatMap(({ rings }) => rings.map(ring => [pairs(ring)])) },
    },
    ...Object.fromEntries(levels.map(level => [`lines${level}`, linesOf(at(level).flatMap(({ lines }) => lines))])),
    borders: linesOf(outlines.flatMap(({ borders }) => borders)),
  }
}

const emptyFeatures = { type: 'FeatureCollection', features: [] } as const

function styleOf({ layers }: Provider, colours: Colours): StyleSpecification {
  if (layers.length > 0)
    return {
      version: 8,
      sources: Object.fromEntries(
        layers.map((layer, i) => [
          `tiles${i}`,
          { type: 'raster' as const, tileSize: 256, maxzoom: 18, tiles: [template(layer)] },
        ]),
      ),
      layers: layers.map((_, i) => ({ id: `tiles${i}`, type: 'raster' as const, source: `tiles${i}` })),
    }
  const lines = [...levels.map(level => `lines${level}`), 'borders']
  return {
    version: 8,
    sources: Object.fromEntries(
      ['land', ...lines].map(id => [id, { type: 'geojson' as const, data: { ...emptyFeatures, features: [] } }]),
    ),
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.ground } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.surface, 'fill-antialias': false } },
      ...lines.map(id => ({
        id,
        type: 'line' as const,
        source: id,
        paint: {
          'line-color': lineColour(id, colours),
          'line-width': id === 'borders' ? 1.8 : id === 'lines1' ? 1.4 : 0.8,
        },
      })),
    ],
  }
}

/** Lines of borders are as strong as the outline of the country. */
const lineColour = (id: string, colours: Colours): string =>
  id === 'borders' || id === 'lines1' ? colours.edge : colours.line

const template = (layer: Provider['layers'][number]): string =>
  layer({ x: 0, y: 0, z: 0 })
    .replace('TILEMATRIX=0', 'TILEMATRIX={z}')
    .replace('TILEROW=0', 'TILEROW={y}')
    .replace('TILECOL=0', 'TILECOL={x}')

function paint(map: GlMap, { layers }: Provider, look: Look): void {
  if (layers.length > 0 || !map.getLayer('sea')) return
  const colours = looks[look]
  map.setPaintProperty('sea', 'background-color', colours.ground)
  map.setPaintProperty('land', 'fill-color', colours.surface)
  for (const id of [...levels.map(level => `lines${level}`), 'borders'])
    map.setPaintProperty(id, 'line-color', lineColour(id, colours))
}
