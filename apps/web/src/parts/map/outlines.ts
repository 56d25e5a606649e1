// The outlines of the base map, fetched when a map is shown and kept, and the files a window needs.
import { readArc, readRun, type OutlineFile, type OutlineName } from '@yunshu/regions/outline'
import { useEffect, useState } from 'react'
import type { Box, LonLat } from './mercator.ts'

/** A file of outlines, ready to draw. */
export interface Outlines {
  readonly level: 1 | 2 | 3
  /** Lines that areas share, each once: longitude and latitude in turn. */
  readonly lines: readonly Float64Array[]
  /** Lines of borders that belong to no area. */
  readonly borders: readonly (readonly number[])[]
  /** Rings of areas; only of provinces, which are the land. */
  readonly rings: readonly (readonly number[])[]
  readonly names: readonly OutlineName[]
}

/** From these zooms on the lines of prefectures and of counties are drawn. */
export const outlineZooms = { prefectures: 4.6, counties: 8 } as const

const loading = new Map<string, Promise<Outlines>>()

function fetchOutlines(name: string, level: Outlines['level']): Promise<Outlines> {
  const known = loading.get(name)
  if (known) return known
  const asked = ask(name, level)
  loading.set(name, asked)
  // outlines that failed are asked for again the next time
  asked.catch(() => loading.delete(name))
  return asked
}

async function ask(name: string, level: Outlines['level']): Promise<Outlines> {
  const response = await fetch(`/regions/${name}.json`)
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`)
  const file: OutlineFile = await response.json()
  const lines = file.arcs.map(arc => readArc(file, arc))
  return {
    level,
    lines,
    borders: file.lines.map(run => readRun(lines, run)),
    rings: level === 1 ? file.areas.flatMap(({ rings }) => rings.map(ring => readRun(lines, ring))) : [],
    names: file.names,
  }
}

const isNear = ([west, south, east, north]: Box, { lon, lat }: LonLat): boolean =>
  // prefectures reach this far from the point their name stands at
  lon > west - 3 && lon < east + 3 && lat > south - 2 && lat < north + 2

/** Provinces with a prefecture near the window, by their first two digits. */
export const provincesNear = (names: readonly OutlineName[], box: Box): string[] => [
  ...new Set(names.filter(name => isNear(box, name)).map(({ code }) => code.slice(0, 2))),
]

/** The outlines a window needs, coarse ones first; those that cannot be fetched are left out and told. */
export function useOutlines(
  zoom: number,
  box: Box,
): { readonly outlines: readonly Outlines[]; readonly failed: boolean } {
  const [got, setGot] = useState<ReadonlyMap<string, Outlines>>(new Map())
  const [failed, setFailed] = useState(false)
  const prefectures = got.get('outline2')
  const wanted = [
    'outline1',
    ...(zoom >= outlineZooms.prefectures ? ['outline2'] : []),
    ...(zoom >= outlineZooms.counties && prefectures
      ? provincesNear(prefectures.names, box).map(province => `outline3-${province}`)
      : []),
  ].toSorted()
  const wantedText = wanted.join(' ')
  useEffect(() => {
    let isLeft = false
    for (const name of wantedText.split(' ')) {
      const level = name === 'outline1' ? 1 : name === 'outline2' ? 2 : 3
      fetchOutlines(name, level).then(
        outlines => !isLeft && setGot(now => (now.has(name) ? now : new Map(now).set(name, outlines))),
        () => !isLeft && setFailed(true),
      )
    }
    return () => {
      isLeft = true
    }
  }, [wantedText])
  return { outlines: wanted.flatMap(name => got.get(name) ?? []), failed }
}
