// The map a circle is drawn on: a press on the ground or a drawn middle sets its centre; typing it stays the other way.
import { placeFence, shownFence } from '../../parts/map/placed.ts'
import { currentProvider } from '../../parts/map/provider.ts'
import { MapView, type MapGoal } from '../../parts/map/MapView.tsx'
import { metresOfPixel, type LonLat } from '../../parts/map/mercator.ts'
import type { MapScene } from '../../parts/map/scene.ts'
import { radiusText, type Centre } from '@yunshu/domain/fence'
import { useMemo, useState } from 'react'

interface Props {
  readonly centre: Centre | undefined
  readonly radiusM: number
  readonly isOn: boolean
  /** The name of the place, said by the map. */
  readonly name: string
  /** Absent where the fence is only looked at. */
  readonly onCentre?: (centre: Centre) => void
}

/** The camera that shows a circle with room around it. */
export function goalOf(at: LonLat, radiusM: number): MapGoal {
  const wantedPx = 70
  const zoom = Math.log2((metresOfPixel(at.lat, 0) * wantedPx) / radiusM)
  return { camera: { ...at, zoom: Math.max(3, Math.min(15, zoom)) } }
}

/** A map of one circle. */
export default function FenceMap({ centre, radiusM, isOn, name, onCentre }: Props) {
  const [datum] = useState(() => currentProvider().datum)
  const at = useMemo(() => (centre ? shownFence(centre, datum) : undefined), [centre, datum])
  // the map goes to where the fence was when the page came, not after every pixel it is drawn
  const [goal] = useState(() => (at ? goalOf(at, radiusM) : undefined))
  const scene = useMemo<MapScene>(
    () =>
      at
        ? {
            circles: [
              { ...at, id: 'fence', radiusM, label: radiusText(radiusM), isOn, canMove: onCentre !== undefined },
            ],
          }
        : {},
    [at, radiusM, isOn, onCentre],
  )
  const put = onCentre && ((place: LonLat): void => onCentre(placeFence(place, datum)))
  return (
    <div className="fc-map" data-map-screen>
      <MapView
        label={`${name} 围栏地图`}
        scene={scene}
        goal={goal}
        {...(put ? { onPlace: put, onMove: (_: string, place: LonLat) => put(place) } : {})}
      />
    </div>
  )
}
