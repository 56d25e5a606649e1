// The lists of stops, of mileage by day, and of vehicles online as they are drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { onlineListColumns, stopListColumns, trackDayListColumns } from '@yunshu/contract/track/reportColumns'
import type { TrackDayRow, TrackOnlineRow, TrackStopRow } from '@yunshu/contract/track/report'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { MINUTE_MS, printSpan } from '@yunshu/domain/figures/time'
import { odometerDiffers, shareText, stopKinds } from '@yunshu/domain/track/report'
import { Link } from 'react-router'
import { PlaceWords } from '../../parts/track/PlaceWords.tsx'
import type { Fact } from '../../ui/list/column.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'
import { factOf, pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { Between } from './Between.tsx'

/** Half an hour before and behind the stop is played too. */
const around = 30 * MINUTE_MS
/** Address of the trail of a stop. */
export const stopTrail = ({ vehicleId, fromAt, toAt }: TrackStopRow): string =>
  playbackUrl(vehicleId, { fromAt: fromAt - around, toAt: toAt + around, at: fromAt })

const stops = drawColumns(stopListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  fromAt: {},
  toAt: {},
  minutes: { width: 120, render: ({ fromAt, toAt }) => printSpan(toAt - fromAt) },
  kind: {
    width: 108,
    card: 'tag',
    // fuel burns while it stands
    render: ({ kind }) => <Tag tone={kind === 'idle' ? 'warn' : 'idle'}>{stopKinds[kind]}</Tag>,
  },
  district: {
    width: 190,
    render: row => <PlaceWords district={row.district} place={row.place} to={stopTrail(row)} />,
  },
  fence: { width: 160, card: 'hide' },
  waybillNo: {
    width: 156,
    least: 156,
    isNamed: true,
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
const stopPair = pairing(stops)
/** In words: the yard it stood in, else the district; the figures stand in the peek and in files. */
const where = {
  title: '位置',
  holds: ['district', 'fence'],
  render: ({ district, fence, place }: TrackStopRow) =>
    fence !== undefined ? (
      <span title={district}>{fence}</span>
    ) : district !== undefined ? (
      <span title={place}>{shortPlace(district)}</span>
    ) : (
      place
    ),
}
/** From when to when, and how long. */
const span = stopPair(
  'span',
  [
    {
      title: '停留时间',
      holds: ['fromAt', 'toAt'],
      render: ({ fromAt, toAt }: TrackStopRow) => <Between from={fromAt} to={toAt} />,
    },
    'minutes',
  ],
  { title: '停留时间 / 时长', width: 160, least: 160 },
)
const stopRest = [span, 'kind', stopPair('where', [where], { width: 160, isKept: true }), 'waybillNo'] as const

/** A carrier's own list does not say in each row whose the vehicle is. */
export const stopColumns = {
  fleets: withDefaults(
    [stopPair('vehicle', ['plate', 'carrierName'], { width: 170, fixed: 'start', card: 'title' }), ...stopRest],
    stops,
  ),
  own: withDefaults([stopPair('plate', ['plate'], { width: 112, fixed: 'start', card: 'title' }), ...stopRest], stops),
} as const

/** Metres as kilometres. */
const shownMetres = (metres: number): string => groupThousands(printKilometres(metres))

const days = drawColumns(trackDayListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  day: {},
  distance: {
    width: 110,
    totals: [{ key: 'distance', label: '里程(公里)', read: row => row.distanceM, show: shownMetres }],
  },
  gap: { width: 130, totals: [{ key: 'gap', label: '无信号(公里)', read: row => row.gapM, show: shownMetres }] },
  odometer: {
    width: 120,
    isNamed: true,
    render: ({ odometerM }) => (odometerM === undefined ? nothing : shownMetres(odometerM)),
  },
  moving: { card: 'hide', render: row => printSpan(row.movingS * 1000) },
  idle: { card: 'hide', render: row => printSpan(row.idleS * 1000) },
  stops: { card: 'hide' },
  online: { card: 'hide', render: row => printSpan(row.onlineS * 1000) },
  firstAt: { card: 'hide' },
  lastAt: { card: 'hide' },
  points: { card: 'hide' },
  latePoints: { card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
})
const dayPair = pairing(days)
const way = factOf(days, 'distance')
/** On a card the unit stands behind the figure: a name below it would leave the heading a line of nothing. */
const metres: Fact<TrackDayRow> = {
  ...way,
  render: row => (
    <>
      {way.render(row)}
      <span className="ys-card-word"> 公里</span>
    </>
  ),
}
/** The counter of the vehicle, and how far it is from the trail where that is too much. */
const odometer = dayPair(
  'odometer',
  [
    'odometer',
    {
      title: '与轨迹相差',
      holds: [],
      render: ({ distanceM, odometerM = distanceM }: TrackDayRow) =>
        odometerDiffers(distanceM, odometerM) ? (
          <span className="ys-amber">
            {odometerM > distanceM ? '多' : '少'} {shownMetres(Math.abs(odometerM - distanceM))}
          </span>
        ) : (
          nothing
        ),
    },
  ],
  { title: '车载里程(公里)', width: 130, align: 'right', isNamed: true },
)
const dayRest = [
  dayPair('metres', [metres, factOf(days, 'gap', { title: '无信号(公里)' })], {
    width: 154,
    align: 'right',
    card: 'figure',
  }),
  odometer,
  dayPair('drive', ['moving', 'idle'], { width: 130, align: 'right', isNamed: true }),
  dayPair('stay', ['stops', 'online'], { width: 140, align: 'right', card: 'hide' }),
  dayPair('fixes', ['points', factOf(days, 'latePoints', { title: '断网补传' })], {
    width: 136,
    align: 'right',
    card: 'hide',
  }),
  dayPair('between', ['firstAt', 'lastAt'], { width: 130, card: 'hide' }),
] as const

/** A carrier's own list says the day below the plate. */
export const trackDayColumns = {
  fleets: withDefaults(
    [dayPair('vehicle', ['plate', 'carrierName'], { width: 170, fixed: 'start', card: 'title' }), 'day', ...dayRest],
    days,
  ),
  own: withDefaults(
    [dayPair('plate', ['plate', 'day'], { width: 140, fixed: 'start', card: 'title' }), ...dayRest],
    days,
  ),
} as const

const online = drawColumns(onlineListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  // a terminal that was not on once in its days is out of order
  onlineRate: {
    width: 90,
    align: 'right',
    isNamed: true,
    render: ({ days, onlineDays }) => {
      const text = shareText(onlineDays, days)
      return text === undefined ? nothing : <span className={onlineDays === 0 ? 'ys-amber' : undefined}>{text}</span>
    },
  },
  days: { width: 110, card: 'hide' },
  onlineDays: { width: 100, card: 'hide' },
  wholeRate: { width: 90, align: 'right', isNamed: true },
  distance: { width: 120, card: 'hide' },
  whole: { width: 130, card: 'hide' },
  online: { width: 130, card: 'hide', render: row => printSpan(row.onlineS * 1000) },
  points: { card: 'hide' },
  latePoints: { card: 'hide' },
  lastAt: { card: 'hide' },
  carrierName: { width: 220, card: 'hide' },
})
const onlinePair = pairing(online)
/** Figures of vehicles that never reported say nothing. */
const unlessSilent = (key: 'whole' | 'distance' | 'online') => {
  const { render, ...fact } = factOf(online, key)
  return {
    ...fact,
    render: (row: TrackOnlineRow) => (row.points === 0 ? nothing : render(row)),
  }
}
/** The reason a vehicle was on no day: nothing on it reports, or what is on it was silent. */
const silence = {
  title: '未上线原因',
  holds: [],
  render: ({ onlineDays, isBound }: TrackOnlineRow) =>
    onlineDays > 0 ? nothing : isBound ? '终端没有上报' : '没有绑定终端',
}
const onlineRest = [
  onlinePair('rate', ['onlineRate', silence], { width: 150, align: 'right', isNamed: true }),
  onlinePair(
    'dayCount',
    [
      {
        title: '上线',
        holds: ['onlineDays', 'days'],
        render: ({ days, onlineDays }: TrackOnlineRow) => `${onlineDays} / ${days} 天`,
      },
    ],
    { title: '上线 / 应上线天数', width: 140, align: 'right', isNamed: true },
  ),
  'wholeRate',
  onlinePair('metres', [unlessSilent('whole'), unlessSilent('distance')], { width: 180, align: 'right', card: 'hide' }),
  onlinePair('last', ['lastAt', unlessSilent('online')], { width: 144, card: 'hide' }),
] as const
export const onlineColumns = {
  fleets: withDefaults(
    [onlinePair('vehicle', ['plate', 'carrierName'], { width: 200, fixed: 'start', card: 'title' }), ...onlineRest],
    online,
  ),
  own: withDefaults(
    [onlinePair('plate', ['plate'], { width: 140, fixed: 'start', card: 'title' }), ...onlineRest],
    online,
  ),
} as const
