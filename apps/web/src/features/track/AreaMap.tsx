// The map an area is drawn on: a press sets the middle of the circle, a button takes what the map shows as the rectangle.
import { listTrackArea } from '@yunshu/contract/track/report'
import { parseCentre, printCentre } from '@yunshu/domain/fence'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlFilter } from '../../lib/urlState.ts'
import { usePages } from '../../lib/useCall.ts'
import { MapView, type MapGoal } from '../../parts/map/MapView.tsx'
import { boxAround, type Box, type LonLat } from '../../parts/map/mercator.ts'
import { placeFence, shownFence } from '../../parts/map/placed.ts'
import { currentProvider, type Provider } from '../../parts/map/provider.ts'
import type { MapScene, MapVehicle } from '../../parts/map/scene.ts'
import './area.css'

const usualRadiusM = 1000

/** The rectangle of an address in the datum of the map, as a closed line. */
function ringOf(text: string, datum: Provider['datum']): LonLat[] {
  const [west, south, east, north] = text.split(/[,，]/).map(part => Math.round(Number(part) * 1e6))
  if (west === undefined || south === undefined || east === undefined || north === undefined || Number.isNaN(north))
    return []
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map(([lonE6 = 0, latE6 = 0]) => shownFence({ lonE6, latE6 }, datum))
}

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

/** The vehicles found in one yard are one mark, shown with the way there. */
function inSight(found: readonly MapVehicle[]): { readonly vehicles: readonly MapVehicle[]; readonly box?: Box } {
  const box = boxAround(found)
  const [first] = found
  if (!box || !first) return { vehicles: found }
  const [west, south, east, north] = box
  if (currentProvider().key !== 'offline' || Math.max(east - west, north - south) > oneSpot)
    return { vehicles: found, box }
  return {
    vehicles: [{ ...first, label: found.length > 1 ? `${first.label} 等 ${found.length} 辆` : first.label }],
    box: [west - around, south - around, east + around, north + around],
  }
}

/** Sends the map to what was found, once for each finding. */
function useFittingGoal(found: readonly MapVehicle[], box: Box | undefined): MapGoal | undefined {
  const wish = found.map(({ no }) => no).join()
  const [sent, setSent] = useState<{ readonly wish: string; readonly goal?: MapGoal }>({ wish: '' })
  if (wish === sent.wish) return sent.goal
  const next = box ? { wish, goal: { box } } : { ...sent, wish }
  setSent(next)
  return next.goal
}

/** Circle or rectangle of the address, and the ways to draw another. */
export default function AreaMap() {
  const [params, setParams] = useSearchParams()
  const [datum] = useState(() => currentProvider().datum)
  const [view, setView] = useState<Box>()
  const centre = params.get('centre') ?? ''
  const radiusM = Number(params.get('radius')) || usualRadiusM
  const box = params.get('box') ?? ''
  const found = useFound(datum)
  const { vehicles, box: foundBox } = useMemo(() => inSight(found), [found])
  const goal = useFittingGoal(found, foundBox)
  const scene = useMemo<MapScene>(() => {
    const read = centre === '' ? undefined : parseCentre(centre)
    if (read && !('fault' in read))
      return {
        vehicles,
        circles: [
          { ...shownFence(read, datum), id: 'area', radiusM, label: `${radiusM} 米`, isOn: true, canMove: true },
        ],
      }
    const ring = box === '' ? [] : ringOf(box, datum)
    return {
      vehicles,
      ...(ring.length > 0 ? { trail: [{ places: ring, isGap: false, isAhead: false }] } : {}),
    }
  }, [centre, radiusM, box, datum, vehicles])
  const put = (fields: Readonly<Record<string, string>>): void =>
    setParams(
      old => {
        const next = new URLSearchParams(old)
        for (const name of ['centre', 'radius', 'box']) next.delete(name)
        for (const [name, text] of Object.entries(fields)) next.set(name, text)
        return next
      },
      { replace: true },
    )
  const place = (at: LonLat): void => put({ centre: printCentre(placeFence(at, datum)), radius: String(radiusM) })
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
        onPlace={place}
        onMove={(_, at) => place(at)}
      />
      <div className="ta-tools">
        <Button type="primary" onClick={takeView}>
          查地图当前范围
        </Button>
        {centre === '' && box === '' && <span className="ta-hint">或在地图上点一下，查周围 1 公里</span>}
        {(centre !== '' || box !== '') && <Button onClick={() => put({})}>清除区域</Button>}
      </div>
    </div>
  )
}
