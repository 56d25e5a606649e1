// The lists of trips, and of vehicles in an area, as they are drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { areaListColumns, tripListColumns } from '@yunshu/contract/track/reportColumns'
import { MINUTE_MS, printSpan } from '@yunshu/domain/figures/time'
import { Link } from 'react-router'
import type { TrackAreaRow, TrackTripRow } from '@yunshu/contract/track/report'
import { shortPlace } from '../../ui/placeText.ts'
import { PlaceWords } from '../../parts/track/PlaceWords.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing, Time } from '../../ui/Figures.tsx'
import { Tag } from '../../ui/StatusTag.tsx'
import type { Fact } from '../../ui/list/column.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Between } from './Between.tsx'

/** Address of the trail of a trip, at its beginning or another moment of it. */
export const tripTrail = ({ vehicleId, fromAt, toAt }: TrackTripRow, at: number = fromAt): string =>
  playbackUrl(vehicleId, { fromAt, toAt, at })
const underWay = <Tag tone="busy">进行中</Tag>

const trips = drawColumns(tripListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  fromAt: {},
  toAt: { render: ({ isUnderWay, toAt }) => (isUnderWay ? underWay : <Time value={toAt} />) },
  way: { width: 90, render: ({ isUnderWay }) => (isUnderWay ? underWay : '已结束') },
  fromDistrict: {
    width: 190,
    render: row => <PlaceWords district={row.fromDistrict} place={row.fromPlace} to={tripTrail(row, row.fromAt)} />,
  },
  toDistrict: {
    width: 190,
    render: row => <PlaceWords district={row.toDistrict} place={row.toPlace} to={tripTrail(row, row.toAt)} />,
  },
  distance: { width: 110, isNamed: true },
  gap: { width: 130, card: 'hide' },
  moving: { width: 110, card: 'hide' },
  mostSpeed: { width: 130, card: 'hide' },
  waybillNo: {
    width: 160,
    least: 156,
    render: ({ waybillId, waybillNo }) =>
      waybillId === undefined ? (
        nothing
      ) : (
        <span>
          <Link className="ys-link" to={screenUrl('WaybillDetails', { id: waybillId })}>
            {waybillNo}
          </Link>
        </span>
      ),
  },
  carrierName: { width: 220, card: 'hide' },
})
const tripPair = pairing(trips)
/** A place without its province, so that both ends of a way fit. */
const end = (key: 'fromDistrict' | 'toDistrict') =>
  factOf(trips, key, {
    render: ({ [key]: district }) =>
      district === undefined ? nothing : <span title={district}>{shortPlace(district)}</span>,
  })
/** From when to when, as stops say it. */
const lasted: Fact<TrackTripRow> = {
  title: '起止时间',
  holds: ['fromAt', 'toAt', 'way'],
  render: ({ fromAt, toAt, isUnderWay }) =>
    isUnderWay ? (
      <>
        <Time value={fromAt} /> {underWay}
      </>
    ) : (
      <Between from={fromAt} to={toAt} />
    ),
}
const tripRest = [
  tripPair('way', [end('fromDistrict'), end('toDistrict')], { title: '出发 → 到达', width: 190, card: 'route' }),
  tripPair('metres', ['distance', factOf(trips, 'gap', { title: '无信号(公里)' })], {
    width: 170,
    align: 'right',
    isNamed: true,
  }),
  tripPair(
    'drive',
    [
      factOf(trips, 'moving', { title: '行驶', render: ({ movingS }) => printSpan(movingS * 1000) }),
      factOf(trips, 'mostSpeed', {
        title: '最高车速',
        render: ({ mostSpeed }) => `${Math.round(mostSpeed / 10)} km/h`,
      }),
    ],
    { width: 140, align: 'right', card: 'hide' },
  ),
  tripPair('time', [lasted], { width: 160, least: 160 }),
] as const
/** A carrier's own list says the waybill below the plate. */
export const tripColumns = {
  fleets: withDefaults(
    [
      tripPair('vehicle', ['plate', 'carrierName'], { width: 180, fixed: 'start', card: 'title' }),
      ...tripRest,
      'waybillNo',
    ],
    trips,
  ),
  own: withDefaults(
    [tripPair('plate', ['plate', 'waybillNo'], { width: 170, fixed: 'start', card: 'title' }), ...tripRest],
    trips,
  ),
} as const

/** Ten minutes before and behind the stay are played too. */
const around = 10 * MINUTE_MS
/** Address of the trail of a stay in an area. */
export const areaTrail = ({ vehicleId, firstAt, lastAt }: TrackAreaRow): string =>
  playbackUrl(vehicleId, { fromAt: firstAt - around, toAt: lastAt + around, at: firstAt })

const areas = drawColumns(areaListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  firstAt: {},
  lastAt: {},
  inside: { width: 120, isNamed: true },
  points: { width: 90, card: 'hide' },
  district: {
    width: 190,
    render: row => <PlaceWords district={row.district} place={row.place} to={areaTrail(row)} />,
  },
  carrierName: { width: 220, card: 'hide' },
})
const areaPair = pairing(areas)
/** In words; the figures stand beside them when pointed at, and in files. */
const where = {
  title: '位置',
  holds: ['district'],
  render: ({ district, place }: TrackAreaRow) =>
    district === undefined ? place : <span title={`${district} ${place}`}>{shortPlace(district)}</span>,
}
/** From when to when, on one day. */
const span = {
  title: '进出时间',
  holds: ['firstAt', 'lastAt'],
  render: ({ firstAt, lastAt }: TrackAreaRow) => <Between from={firstAt} to={lastAt} />,
}
const areaRest = [
  areaPair(
    'span',
    [span, factOf(areas, 'inside', { title: '停留', render: ({ insideS }) => printSpan(insideS * 1000) })],
    { title: '进出时间 / 停留', width: 170 },
  ),
  'points',
  areaPair('where', [where], { width: 220 }),
] as const
export const areaColumns = {
  fleets: withDefaults(
    [areaPair('vehicle', ['plate', 'carrierName'], { width: 200, fixed: 'start', card: 'title' }), ...areaRest],
    areas,
  ),
  own: withDefaults([areaPair('plate', ['plate'], { width: 140, fixed: 'start', card: 'title' }), ...areaRest], areas),
} as const
