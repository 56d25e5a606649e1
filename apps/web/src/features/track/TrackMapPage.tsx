// 实时监控: vehicles under way on a map, and the same vehicles as a list beside it, each reachable without the map.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { relativeTime } from '@yunshu/domain/figures/time'
import { trackBehindText } from '@yunshu/domain/track/live'
import { useCallback, useMemo, useState } from 'react'
import { useCan } from '../../lib/can.ts'
import { serverNow } from '../../lib/clock.ts'
import { useUrlText } from '../../lib/urlState.ts'
import { MapView, type MapGoal } from '../../parts/map/MapView.tsx'
import { boxAround, type Box, type Camera } from '../../parts/map/mercator.ts'
import { groupedVehicles } from '../../parts/map/picking.ts'
import { shownPlace } from '../../parts/map/placed.ts'
import { currentProvider } from '../../parts/map/provider.ts'
import type { MapScene, MapVehicle } from '../../parts/map/scene.ts'
import { vehicleLooks, type VehicleLook } from '../../parts/map/vehicleLook.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ScreenTitle } from '../../ui/ScreenTitle.tsx'
import { isFound, type LiveRow } from './liveRows.ts'
import { SheetGrip, type SheetHeight } from './SheetGrip.tsx'
import { TrackCard } from './TrackCard.tsx'
import { TrackList } from './TrackList.tsx'
import { useLive } from './useLive.ts'
import './track.css'

/** More vehicles than these are drawn in groups. */
const singleMost = 500
/** The zoom a vehicle is looked at with; the outlines of an offline map are an empty sheet so near. */
const nearZoom = 12,
  countryZoom = 7.5

const isLook = (text: string): text is VehicleLook => Object.hasOwn(vehicleLooks, text)

/** Screen TrackMap; state, search, the vehicle looked at and whether it is followed stand in the address. */
export default function TrackMapPage() {
  const [state, setState] = useUrlText('state')
  const [text, setText] = useUrlText('text')
  const [no, setNo] = useUrlText('no')
  const [follow, setFollow] = useUrlText('follow')
  const [height, setHeight] = useState<SheetHeight>('half')
  const live = useLive()
  const { rows } = live
  const found = useMemo(() => rows?.filter(row => isFound(row, text)), [rows, text])
  const listed = useMemo(() => {
    if (state === 'help') return found?.filter(({ help }) => help !== undefined)
    if (state === 'late') return found?.filter(({ isLate }) => isLate === true)
    return isLook(state) ? found?.filter(({ look }) => look === state) : found
  }, [found, state])
  const chosen = rows?.find(row => String(row.no) === no)
  const { scene, goal, onView } = useLiveScene(listed, chosen, follow === '1', live.look)
  const choose = (next: number | undefined): void => {
    setNo(next === undefined ? '' : String(next))
    if (next === undefined) setFollow('')
  }
  return (
    <div className={`tm is-${height}${rows && !rows.some(isDrawn) ? ' is-empty' : ''}`} data-map-screen>
      <ScreenTitle />
      <section className="tm-side" aria-label="车辆列表">
        {live.behindSince !== undefined && (
          <output className="tm-behind">{trackBehindText(live.behindSince, serverNow())}</output>
        )}
        {live.error && <ErrorState error={live.error} retry={live.again} />}
        {!live.error && !found && <Skeleton />}
        {found && listed && (
          <TrackList
            all={found}
            rows={listed}
            isMore={live.isMore}
            state={isLook(state) || state === 'late' || state === 'help' ? state : ''}
            onState={setState}
            text={text}
            onText={setText}
            chosen={chosen?.no}
            onChoose={choose}
            grip={<SheetGrip height={height} onHeight={setHeight} />}
          />
        )}
      </section>
      <div className="tm-map">
        <MapView label="车辆地图" scene={scene} goal={goal} onView={onView} onPick={choose}>
          <NoPositions rows={rows} />
          {chosen && (
            <TrackCard
              row={chosen}
              isFollowed={follow === '1'}
              onFollow={is => setFollow(is ? '1' : '')}
              onClose={() => choose(undefined)}
            />
          )}
        </MapView>
      </div>
    </div>
  )
}

/** The reason the map is empty, and the way to mend it. */
function NoPositions({ rows }: { rows: readonly LiveRow[] | undefined }) {
  const maySee = useCan('terminal.view')
  if (rows === undefined || rows.length === 0 || rows.some(({ position }) => position)) return null
  const away = rows.filter(({ lastPlace }) => lastPlace).length
  const unbound = rows.filter(({ isBound }) => !isBound).length
  return (
    <output className="tm-none">
      {rows.length} 辆车{away === 0 ? '现在都没有位置' : `都不在线，其中 ${away} 辆有最后位置`}
      {maySee && unbound > 0 && (
        <>
          ，{unbound === rows.length ? '都' : `${unbound} 辆`}没有绑定终端
          <a className="ys-link" href={screenUrl('TerminalList')}>
            去绑定终端
          </a>
        </>
      )}
    </output>
  )
}

/** The data of maps differ by up to 700 m: the view is a little wider than the window, degrees. */
const slack = 0.01
const e6 = (degrees: number, most: number): number => Math.round(Math.max(-most, Math.min(most, degrees)) * 1e6)

/** A window as the socket has it. */
const viewOf = ([west, south, east, north]: Box): [number, number, number, number] => [
  e6(west - slack, 180),
  e6(south - slack, 90),
  e6(east + slack, 180),
  e6(north + slack, 90),
]

/** Whether the map shows a vehicle: where it is now, or where it was last. */
const isDrawn = ({ position, lastPlace }: LiveRow): boolean => position !== undefined || lastPlace !== undefined

/** A vehicle as the map draws it, one that is away at its last place with its age; undefined where it has none. */
function drawnOf(row: LiveRow, datum: 'gcj02' | 'wgs84'): MapVehicle | undefined {
  const { position, lastPlace, lastAt } = row
  if (!position && lastPlace && lastAt !== undefined)
    return {
      ...shownPlace(lastPlace, lastPlace.datum, datum),
      no: row.no,
      label: `${row.plate} ${relativeTime(lastAt, serverNow())}`,
      look: row.look,
      heading: 0,
      isLate: row.isLate === true,
      isCalling: row.help !== undefined,
    }
  if (!position || (position.lonE6 === 0 && position.latE6 === 0)) return undefined
  return {
    ...shownPlace(position, position.datum, datum),
    no: row.no,
    label: row.plate,
    look: row.look,
    heading: position.heading,
    isLate: row.isLate === true,
    isCalling: row.help !== undefined,
  }
}

/** The scene of the rows, and where the map is sent: to all of them at first, to the chosen one, after it while followed. */
function useLiveScene(
  rows: readonly LiveRow[] | undefined,
  chosen: LiveRow | undefined,
  isFollowed: boolean,
  look: ReturnType<typeof useLive>['look'],
) {
  const [{ datum, key: provider }] = useState(currentProvider)
  const [camera, setCamera] = useState<Camera>()
  const [goal, setGoal] = useState<MapGoal>()
  const vehicles = useMemo(() => rows?.flatMap(row => drawnOf(row, datum) ?? []), [rows, datum])
  const at = useMemo(() => chosen && drawnOf(chosen, datum), [chosen, datum])
  const zoom = camera?.zoom ?? 4
  const scene = useMemo<MapScene>(() => {
    const all = vehicles ?? []
    const drawn = at && !all.some(({ no }) => no === at.no) ? [...all, at] : all
    if (drawn.length <= singleMost) return { vehicles: drawn, chosen: at?.no }
    return { ...groupedVehicles(drawn, Math.floor(zoom), at?.no), chosen: at?.no }
  }, [vehicles, at, zoom])
  // the map is sent to all vehicles when the first answer is there, to one when it is chosen, and after it while followed
  const wish = at ? `${at.no}${isFollowed ? ` ${at.lon} ${at.lat}` : ''}` : vehicles ? 'all' : ''
  const [sent, setSent] = useState('')
  if (wish !== sent) {
    setSent(wish)
    const box = sent === '' && vehicles ? boxAround(vehicles) : undefined
    const near = provider === 'offline' ? countryZoom : nearZoom
    if (at) setGoal({ camera: { lon: at.lon, lat: at.lat, zoom: Math.max(near, isFollowed ? zoom : 0) } })
    else if (box) setGoal({ box })
  }
  const onView = useCallback(
    (view: { camera: Camera; box: Box }): void => {
      setCamera(view.camera)
      look(viewOf(view.box))
    },
    [look],
  )
  return { scene, goal, onView }
}
