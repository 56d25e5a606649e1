// The polygon of an area while it is drawn: a draft of its own, so that the list is asked once and not for each corner.
import { cornersInLine, type Centre } from '@yunshu/domain/fence'
import { useMemo, useState } from 'react'
import type { Provider } from '../../parts/map/provider.ts'
import { shownFence } from '../../parts/map/placed.ts'
import type { MapScene } from '../../parts/map/scene.ts'
import { handlesOf, useDrawing } from '../../parts/map/useDrawing.ts'
import { areaFault, cornersIn, cornersText } from './areaShape.ts'

/** The polygon of the address, or the draft of another one, with the hand that draws it. */
export function useAreaPolygon(text: string, datum: Provider['datum']) {
  const held = useMemo(() => cornersIn(text), [text])
  const [draft, setDraft] = useState<readonly Centre[]>()
  const [asked, setAsked] = useState(text)
  if (asked !== text) {
    // the form, or a step back, has set another area
    setAsked(text)
    setDraft(undefined)
  }
  const corners = draft ?? held
  const hand = useDrawing({ corners, datum, onCorners: setDraft })
  const scene = useMemo<Pick<MapScene, 'polygons' | 'handles'>>(() => {
    if (corners.length === 0) return {}
    const places = corners.map(corner => shownFence(corner, datum))
    return { polygons: [{ places, isOn: true, label: '' }], handles: handlesOf(places, hand.chosen) }
  }, [corners, datum, hand.chosen])
  const fault = areaFault(corners)
  return {
    hand,
    scene,
    isDrawing: draft !== undefined,
    isHeld: held.length > 0,
    /** The corners as the address has them; undefined while they make no polygon. */
    ready: fault === undefined ? cornersInLine(corners) : undefined,
    /** The fault of the corners, or their number and area. */
    said: corners.length === 0 ? '依次在地图上点出顶点' : (fault ?? cornersText(corners)),
    begin: (): void => {
      hand.begin()
      setDraft(held)
    },
    leave: (): void => {
      hand.begin()
      setDraft(undefined)
    },
  }
}
