// The hand that draws a polygon: corners are added, moved, put between others and taken away, and each change can be undone.
import { polygonLimits, type Centre } from '@yunshu/domain/fence'
import { useRef, useState } from 'react'
import type { LonLat } from './mercator.ts'
import { placeFence, shownFence } from './placed.ts'
import type { Provider } from './provider.ts'
import type { MapHandle } from './scene.ts'

interface Drawing {
  readonly corners: readonly Centre[]
  readonly datum: Provider['datum']
  readonly onCorners: (corners: Centre[]) => void
}

const undoMost = 100
/** Edges of a polygon with more corners have no handles in their middles: they would lie on the corners. */
const middlesMost = 60

/** The acts of drawing; `chosen` is the corner that was pressed last. */
export function useDrawing({ corners, datum, onCorners }: Drawing) {
  const [chosen, setChosen] = useState<number>()
  const [before, setBefore] = useState<readonly (readonly Centre[])[]>([])
  // a corner that is only pressed has not changed
  const isFresh = useRef(false)
  const isFull = corners.length >= polygonLimits.corners[1]
  const change = (next: Centre[], nowChosen?: number): void => {
    setBefore([...before.slice(1 - undoMost), corners])
    setChosen(nowChosen)
    onCorners(next)
  }
  return {
    chosen,
    count: corners.length,
    canUndo: before.length > 0,
    add: (place: LonLat): void => {
      if (!isFull) change([...corners, placeFence(place, datum)])
    },
    /** A handle was taken hold of; that of a middle becomes a corner. */
    grip: (id: string): string => {
      const n = Number(id.slice(1))
      const middle = middleOf(
        corners.map(corner => shownFence(corner, datum)),
        n,
      )
      if (id.startsWith('m') && middle && !isFull) {
        isFresh.current = false
        change(corners.toSpliced(n + 1, 0, placeFence(middle, datum)), n + 1)
        return `c${n + 1}`
      }
      isFresh.current = true
      setChosen(id.startsWith('c') ? n : undefined)
      return id
    },
    move: (id: string, place: LonLat): void => {
      if (!id.startsWith('c')) return
      if (isFresh.current) setBefore([...before.slice(1 - undoMost), corners])
      isFresh.current = false
      onCorners(corners.toSpliced(Number(id.slice(1)), 1, placeFence(place, datum)))
    },
    remove: (): void => change(corners.toSpliced(chosen ?? corners.length - 1, 1)),
    clear: (): void => change([]),
    /** Another polygon begins: what was done to the last one is not undone in it. */
    begin: (): void => {
      setBefore([])
      setChosen(undefined)
    },
    undo: (): void => {
      setBefore(before.slice(0, -1))
      setChosen(undefined)
      onCorners([...(before.at(-1) ?? [])])
    },
  }
}

/** The middle of the edge behind a corner. */
function middleOf(places: readonly LonLat[], n: number): LonLat | undefined {
  const [a, b] = [places[n], places[(n + 1) % places.length]]
  return a && b && { lon: (a.lon + b.lon) / 2, lat: (a.lat + b.lat) / 2 }
}

/** A handle at each corner, `c` and its number, and one in the middle of each edge, `m` and the number of its corner. */
export function handlesOf(places: readonly LonLat[], chosen: number | undefined): MapHandle[] {
  const hasMiddles = places.length >= 3 && places.length <= middlesMost
  return [
    ...places.flatMap((_, n): MapHandle[] => {
      const middle = hasMiddles ? middleOf(places, n) : undefined
      return middle ? [{ ...middle, id: `m${n}`, kind: 'middle' }] : []
    }),
    ...places.map((place, n): MapHandle => ({ ...place, id: `c${n}`, kind: 'corner', isChosen: n === chosen })),
  ]
}
