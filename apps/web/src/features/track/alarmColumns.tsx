// The list of alarms of terminals as it is drawn.
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import type { TrackAlarmRow } from '@yunshu/contract/track/report'
import { alarmListColumns } from '@yunshu/contract/track/reportColumns'
import { MINUTE_MS, printSpan } from '@yunshu/domain/figures/time'
import { episodeStates } from '@yunshu/domain/track/abnormal'
import { Link } from 'react-router'
import { nothing, Time } from '../../ui/Figures.tsx'
import { PlaceWords } from '../../parts/track/PlaceWords.tsx'
import { drawColumns } from '../../ui/list/drawColumns.tsx'
import { pairing, withDefaults } from '../../ui/list/twoLines.tsx'
import { shortPlace } from '../../ui/placeText.ts'
import { Between } from './Between.tsx'

/** A quarter of an hour before and behind the alarm is played too. */
const around = 15 * MINUTE_MS
/** Address of the trail at the moment an alarm began. */
export const alarmTrail = ({ vehicleId, fromAt, toAt }: TrackAlarmRow): string =>
  playbackUrl(vehicleId, { fromAt: fromAt - around, toAt: toAt + around, at: fromAt })

const alarms = drawColumns(alarmListColumns, {
  plate: { width: 120, fixed: 'start', card: 'title' },
  alarm: { width: 170, isNamed: true, card: 'tag' },
  level: { width: 80, card: 'hide' },
  fromAt: {},
  toAt: {},
  minutes: {
    width: 120,
    render: ({ fromAt, toAt }) => (toAt - fromAt < MINUTE_MS ? '不足 1 分钟' : printSpan(toAt - fromAt)),
  },
  district: {
    width: 190,
    render: row => <PlaceWords district={row.district} place={row.place} to={alarmTrail(row)} />,
  },
  answered: {
    width: 110,
    isNamed: true,
    render: ({ plate, abnormal }) =>
      abnormal === undefined ? (
        nothing
      ) : (
        <span>
          <Link className="ys-link" to={listUrl('DriverLocationException', { text: plate, id: abnormal.id })}>
            {episodeStates.states[abnormal.state].label}
          </Link>
        </span>
      ),
  },
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
const alarmPair = pairing(alarms)
/** In words; the figures stand beside them when pointed at, and in files. */
const where = {
  title: '位置',
  holds: ['district'],
  render: ({ district, place }: TrackAlarmRow) =>
    district === undefined ? (place ?? nothing) : <span title={`${district} ${place}`}>{shortPlace(district)}</span>,
}
/** From when to when. */
const lasted = {
  title: '报警时间',
  holds: ['fromAt', 'toAt'],
  render: ({ fromAt, toAt }: TrackAlarmRow) =>
    toAt - fromAt < MINUTE_MS ? <Time value={fromAt} /> : <Between from={fromAt} to={toAt} />,
}
const rest = [
  alarmPair('alarm', ['alarm', 'level'], { width: 180 }),
  alarmPair('span', [lasted, 'minutes'], { title: '报警时间 / 持续', width: 170, least: 160 }),
  alarmPair('where', [where], { width: 180, isKept: true }),
  'answered',
  'waybillNo',
] as const

/** A carrier's own list does not say in each row whose the vehicle is. */
export const alarmColumns = {
  fleets: withDefaults(
    [alarmPair('vehicle', ['plate', 'carrierName'], { width: 180, fixed: 'start', card: 'title' }), ...rest],
    alarms,
  ),
  own: withDefaults([alarmPair('plate', ['plate'], { width: 120, fixed: 'start', card: 'title' }), ...rest], alarms),
} as const
