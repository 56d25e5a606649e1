// Makes the files of the base map: outlines of provinces, prefectures and, for each province, counties, with their names.
import type { GeometryCollection } from 'geojson'
import { topology } from 'topojson-server'
import { presimplify, quantile, simplify } from 'topojson-simplify'
import type { Objects, Topology } from 'topojson-specification'
import type { OutlineFile, OutlineName } from '../outline.ts'
import { innerPoint } from './innerPoint.ts'
import { readOutlines, type OutlineFeature, type OutlineLevel } from './outlineSource.ts'

/** The share of corners that stay, by level: those whose loss would be seen most. */
const kept: Readonly<Record<OutlineLevel, number>> = { 1: 0.05, 2: 0.06, 3: 0.1 }
/** Steps a side is divided into: about 50 m of the whole country. */
const steps = 1e5

type Line = readonly (readonly [number, number])[]

/** Outlines of a level as lines that areas share, each once, and the areas as runs of them. */
export function makeOutlines(level: OutlineLevel): { name: string; file: OutlineFile }[] {
  const features = readOutlines(level)
  const whole = simplified(features, kept[level])
  const names = features.flatMap(nameOf)
  if (level !== 3) return [{ name: `outline${level}.json`, file: fileOf(whole, names) }]
  const provinces = [...new Set(names.map(({ code }) => code.slice(0, 2)))].toSorted()
  return provinces.map(province => ({
    name: `outline3-${province}.json`,
    file: fileOf(
      { ...whole, areas: whole.areas.filter(({ code }) => code.startsWith(province)), lines: [] },
      names.filter(({ code }) => code.startsWith(province)),
    ),
  }))
}

function nameOf({ properties: { code, name }, geometry }: OutlineFeature): OutlineName[] {
  if (geometry.type !== 'MultiPolygon') return []
  const [lon, lat] = innerPoint(geometry.coordinates)
  return [{ code, name, lon: rounded(lon), lat: rounded(lat) }]
}

const rounded = (degrees: number): number => Math.round(degrees * 1e4) / 1e4

interface Whole {
  readonly arcs: readonly Line[]
  readonly areas: readonly { readonly code: string; readonly rings: readonly (readonly number[])[] }[]
  readonly lines: readonly (readonly number[])[]
}

/** Only arcs are simplified, so neighbours keep one border; an area never loses its last ring. */
function simplified(features: readonly OutlineFeature[], share: number): Whole {
  const all: GeometryCollection = { type: 'GeometryCollection', geometries: features.map(({ geometry }) => geometry) }
  const made = topology({ all })
  if (!isBare(made)) throw new Error('Outlines came back in another form')
  const weighted = presimplify(made)
  const simple = simplify(weighted, quantile(weighted, share))
  const collection = simple.objects['all']
  if (collection?.type !== 'GeometryCollection') throw new Error('Outlines came back in another form')
  const areas: { code: string; rings: number[][] }[] = []
  const lines: number[][] = []
  for (const [i, geometry] of collection.geometries.entries()) {
    const code = features[i]?.properties.code ?? ''
    if (geometry.type === 'MultiPolygon') areas.push({ code, rings: geometry.arcs.flat() })
    if (geometry.type === 'Polygon') areas.push({ code, rings: geometry.arcs })
    if (geometry.type === 'MultiLineString') lines.push(...geometry.arcs)
    if (geometry.type === 'LineString') lines.push(geometry.arcs)
  }
  if (areas.length + features.filter(each => each.properties.code === '').length !== features.length)
    throw new Error('Outlines lost an area')
  return { arcs: simple.arcs.map(arc => arc.map(([lon = 0, lat = 0]): [number, number] => [lon, lat])), areas, lines }
}

/** True where nothing bears properties, as of bare geometries. */
const isBare = (made: Topology): made is Topology<Objects> =>
  Object.values(made.objects).every(({ properties }) => properties === undefined)

const indexOf = (arc: number): number => (arc < 0 ? ~arc : arc)

/** The file with the arcs that are used, numbered anew, each as steps from the point before. */
function fileOf({ arcs, areas, lines }: Whole, names: readonly OutlineName[]): OutlineFile {
  const used = [...new Set([...areas.flatMap(({ rings }) => rings.flat()), ...lines.flat()].map(indexOf))].toSorted(
    (a, b) => a - b,
  )
  const numbers = new Map(used.map((arc, i) => [arc, i]))
  const anew = (arc: number): number => {
    const number = numbers.get(indexOf(arc)) ?? 0
    return arc < 0 ? ~number : number
  }
  return {
    scale: 360 / (steps * 4),
    arcs: used.map(arc => inSteps(arcs[arc] ?? [])),
    areas: areas.map(({ code, rings }) => ({ code, rings: rings.map(ring => ring.map(anew)) })),
    lines: lines.map(line => line.map(anew)),
    names,
  }
}

function inSteps(line: Line): number[] {
  const scale = 360 / (steps * 4)
  const flat: number[] = []
  let [lastX, lastY] = [0, 0]
  for (const [lon, lat] of line) {
    const [x, y] = [Math.round(lon / scale), Math.round(lat / scale)]
    if (flat.length > 0 && x === lastX && y === lastY && line.length > 2) continue
    flat.push(x - lastX, y - lastY)
    ;[lastX, lastY] = [x, y]
  }
  return flat
}
