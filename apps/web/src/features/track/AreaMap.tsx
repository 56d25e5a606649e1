// The map an area is drawn on: a press sets the middle of a circle, buttons take what the map shows or draw a polygon.
import { listTrackArea } from '@yunshu/contract/track/report'
import { parseCentre, printCentre } from '@yunshu/domain/fence'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlFilter } from '../../lib/urlState.ts'
import { usePages } from '../../lib/useCall.ts'
import { MapView, type MapGoal } from '../../parts/map/MapView.tsx'
import { boxAround, type Box, type LonLat } from '../../parts/map/mercator.ts'
import { placeFence, shownFence } from '../../parts/map/placed.ts'
import { currentProvider, type Provider } from '../../parts/map/provider.ts'
import type { MapScene, MapVehicle } from '../../parts/map/scene.ts'
import { areaBox, areaFields, areaScene, usualRadiusM } from './areaShape.ts'
import { AreaTools } from './AreaTools.tsx'
import { useAreaPolygon } from './useAreaPolygon.ts'
import './area.css'

/** The vehicles the list found, where each was last in the area. */
function useFound(datum: Provider['datum']): readonly MapVehicle[] {
  const { filter } = useUrlFilter(listTrackArea)
  // the answer the list below has asked for
  const { rows } = usePages(listTrackArea, filter, { keepPrevious: true })
  return useMemo(
    () =>
      rows.flatMap(({ id, plate, place }) => {
        const read = parseCentre(place)
        if ('fault' in read) return []
        return [{ ...shownFence(read, datum), no: Number(id), label: plate, look: 'standing' as const, heading: 0 }]
      }),
    [rows, datum],
  )
}

/** Places nearer each other than this are one place on the outlines of an offline map, degrees. */
const oneSpot = 0.03
/** The part of the country such a place is shown in, degrees to each side. */
const around = 0.5

/** A box that is one spot on the outlines of an offline map, with the country around it. */
function withCountry(box: Box): Box {
  const [west, south, east, north] = box
  if (currentProvider().key !== 'offline' || Math.max(east - west, north - south) > oneSpot) return box
  return [west - around, south - around, east + around, north + around]
}

/** The vehicles found in one yard are one mark, shown with the way there. */
function inSight(found: readonly MapVehicle[]): { readonly vehicles: readonly MapVehicle[]; readonly box?: Box } {
  const exact = boxAround(found)
  const [first] = found
  if (!exact || !first) return { vehicles: found }
  const box = withCountry(exact)
  if (box === exact) return { vehicles: found, box }
  return {
    vehicles: [{ ...first, label: found.length > 1 ? `${first.label} 等 ${found.length} 辆` : first.label }],
    box,
  }
}

/** Sends the map to the area of the address at first, and to what was found, once for each finding. */
function useFittingGoal(found: readonly MapVehicle[], box: Box | undefined, area: Box | undefined) {
  const wish = found.map(({ no }) => no).join()
  const [sent, setSent] = useState<{ readonly wish: string; readonly goal: MapGoal | undefined }>(() => ({
    wish: '',
    goal: area && { box: withCountry(area) },
  }))
  if (wish === sent.wish) return sent.goal
  const next = { wish, goal: box ? { box } : sent.goal }
  setSent(next)
  return next.goal
}

/** Circle, rectangle or polygon of the address, and the ways to draw another. */
export default function AreaMap() {
  const [params, setParams] = useSearchParams()
  const [datum] = useState(() => currentProvider().datum)
  const [view, setView] = useState<Box>()
  const radiusM = Number(params.get('radius')) || usualRadiusM
  const polygon = useAreaPolygon(params.get('corners') ?? '', datum)
  const { hand, isDrawing } = polygon
  const found = useFound(datum)
  const { vehicles, box: foundBox } = useMemo(() => inSight(found), [found])
  const [start] = useState(() => areaBox(params, datum))
  const goal = useFittingGoal(found, foundBox, start)
  const scene = useMemo<MapScene>(
    // a press for a corner is never one on a vehicle
    () => ({ ...(isDrawing ? {} : { vehicles, ...areaScene(params, datum) }), ...polygon.scene }),
    [params, datum, vehicles, isDrawing, polygon.scene],
  )
  const put = (fields: Readonly<Record<string, string>>): void =>
    setParams(
      old => {
        const next = new URLSearchParams(old)
        for (const name of areaFields) next.delete(name)
        for (const [name, text] of Object.entries(fields)) next.set(name, text)
        return next
      },
      { replace: true },
    )
  const place = (at: LonLat): void => put({ centre: printCentre(placeFence(at, datum)), radius: String(radiusM) })
  const press = (at: LonLat): void => {
    if (isDrawing) hand.add(at)
    // a polygon is changed by its corners: a press beside them takes nothing away
    else if (!polygon.isHeld) place(at)
  }
  const onView = useCallback((next: { box: Box }) => setView(next.box), [])
  const takeView = (): void => {
    if (!view) return
    const [west, south, east, north] = view
    const [low, high] = [placeFence({ lon: west, lat: south }, datum), placeFence({ lon: east, lat: north }, datum)]
    put({ box: `${printCentre(low)},${printCentre(high)}` })
  }
  return (
    <div className="ta" data-map-screen>
      <MapView
        label="区域地图"
        scene={scene}
        goal={goal}
        onView={onView}
        onPlace={press}
        onGrip={id => (id === 'area' ? id : hand.grip(id))}
        onMove={(id, at) => (id === 'area' ? place(at) : hand.move(id, at))}
      >
        <AreaTools
          polygon={polygon}
          isSet={areaFields.some(name => name !== 'radius' && (params.get(name) ?? '') !== '')}
          onTakeView={takeView}
          onAsk={corners => put({ corners })}
          onClear={() => put({})}
        />
      </MapView>
    </div>
  )
}
