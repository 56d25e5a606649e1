// The lists of stops, of mileage by day, and of vehicles online as they are drawn.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { onlineListColumns, stopListColumns, trackDayListColumns } from '@yunshu/contract/track/reportColumns'
import type { TrackStopRow } from '@yunshu/contract/track/report'
import { groupThousands } from '@yunshu/domain/figures/decimal'
import { printKilometres } from '@yunshu/domain/figures/distance'
import { printSpan } from '@yunshu/domain/figures/time'
import { odometerDiffers, stopKinds } from '@yunshu/domain/track/report'
import { Link } from 'react-router'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { nothing } from '../../ui/Figures.tsx'
import { shortDivision } from '../../ui/placeText.ts'
import { Tag } from '../../ui/StatusTag.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'

const stops = drawColumns(stopListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  fromAt: {},
  toAt: {},
  minutes: { width: 120, align: 'right', isNamed: true, render: ({ fromAt, toAt }) => printSpan(toAt - fromAt) },
  kind: {
    width: 120,
    card: 'tag',
    // fuel burns while it stands
    render: ({ kind }) => (kind === 'idle' ? <Tag tone="warn">{stopKinds.idle}</Tag> : stopKinds[kind]),
  },
  district: { width: 190 },
  fence: { width: 160, card: 'hide' },
  place: { width: 190, card: 'hide' },
  waybillNo: {
    width: 180,
    render: ({ waybillId, waybillNo }) =>
      waybillId === undefined ? (
        nothing
      ) : (
        <Link className="ys-link" to={screenUrl('WaybillDetails', { id: waybillId })}>
          {waybillNo}
        </Link>
      ),
  },
  carrierName: { width: 220, card: 'hide' },
})
const stopPair = pairing(stops)
/** In words: the yard it stood in, else the district; the figures stand in the peek and in files. */
const where = {
  title: '位置',
  holds: ['district', 'fence', 'place'],
  render: ({ district, fence, place }: TrackStopRow) =>
    fence !== undefined ? (
      <span title={district}>{fence}</span>
    ) : district !== undefined ? (
      <span title={place}>{shortDivision(district)}</span>
    ) : (
      place
    ),
}
export const stopColumns = withDefaults(
  [
    stopPair('vehicle', ['plate', 'carrierName'], { width: 200, fixed: 'start', card: 'title' }),
    'minutes',
    'kind',
    stopPair('span', ['fromAt', 'toAt'], { width: 150 }),
    stopPair('where', [where], { width: 240 }),
    'waybillNo',
  ],
  stops,
)

const days = drawColumns(trackDayListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  day: {},
  distance: { width: 110, isNamed: true },
  gap: { width: 130, isNamed: true },
  odometer: {
    width: 120,
    isNamed: true,
    render: ({ distanceM, odometerM }) =>
      odometerM === undefined ? (
        nothing
      ) : (
        <span title={odometerDiffers(distanceM, odometerM) ? '与轨迹里程相差超过 5%' : undefined}>
          {odometerDiffers(distanceM, odometerM) && <span className="ys-weak">差异 </span>}
          {groupThousands(printKilometres(odometerM))}
        </span>
      ),
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
export const trackDayColumns = withDefaults(
  [
    dayPair('vehicle', ['plate', 'carrierName'], { width: 170, fixed: 'start', card: 'title' }),
    'day',
    dayPair('metres', ['distance', 'gap'], { width: 170, align: 'right', isNamed: true }),
    'odometer',
    dayPair('drive', ['moving', 'idle'], { width: 150, align: 'right', card: 'hide' }),
    dayPair('stay', ['stops', 'online'], { width: 140, align: 'right', card: 'hide' }),
    dayPair('between', ['firstAt', 'lastAt'], { width: 130, card: 'hide' }),
    dayPair('fixes', ['points', 'latePoints'], { width: 100, align: 'right', card: 'hide' }),
  ],
  days,
)

const online = drawColumns(onlineListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  onlineRate: { width: 90, align: 'right', isNamed: true },
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
export const onlineColumns = withDefaults(
  [
    onlinePair('vehicle', ['plate', 'carrierName'], { width: 200, fixed: 'start', card: 'title' }),
    'onlineRate',
    onlinePair('dayCount', ['onlineDays', 'days'], { width: 140, align: 'right', card: 'hide' }),
    'wholeRate',
    onlinePair('metres', ['whole', 'distance'], { width: 180, align: 'right', card: 'hide' }),
    'online',
    onlinePair('fixes', ['points', 'latePoints'], { width: 100, align: 'right', card: 'hide' }),
    'lastAt',
  ],
  online,
)
