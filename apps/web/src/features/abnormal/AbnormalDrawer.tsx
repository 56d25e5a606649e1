// One abnormal position beside the list: what was seen, where, and what was done.
import { evidenceText, getAbnormal, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import type { Output } from '@yunshu/contract/call'
import { listUrl, screenUrl } from '@yunshu/contract/screens/screens'
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { DAY_MS, formatDateTime, MINUTE_MS, startOfDay } from '@yunshu/domain/figures/time'
import { abnormalKinds, abnormalLevels, episodeStates } from '@yunshu/domain/track/abnormal'
import { trailMostMs } from '@yunshu/domain/track/live'
import { useCan } from '../../lib/can.ts'
import { useCall } from '../../lib/useCall.ts'
import { PlaceWords } from '../../parts/track/PlaceWords.tsx'
import { Facts, type Fact } from '../../ui/Facts.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { AbnormalWork } from './AbnormalWork.tsx'

/** The trail is played from so long before the beginning to so long behind the end. */
const around = 30 * MINUTE_MS

function trailUrl({ vehicleId, fromAt, recoveredAt = fromAt }: AbnormalRow): string {
  const begin = fromAt - around
  return playbackUrl(vehicleId, {
    fromAt: begin,
    toAt: Math.min(recoveredAt + around, begin + trailMostMs),
    at: fromAt,
  })
}

/** The trail around the last place. */
const placeUrl = ({ vehicleId, fromAt, placeAt = fromAt }: AbnormalRow): string =>
  playbackUrl(vehicleId, { fromAt: placeAt - around, toAt: placeAt + around, at: placeAt })

/** The way back to the alarms a terminal told on those days; of a position there are none. */
function alarmsOf({ plate, kind, fromAt, recoveredAt = fromAt }: AbnormalRow): readonly Fact[] {
  if (abnormalKinds[kind].group !== 'driving') return []
  const from = startOfDay(fromAt)
  const to = Math.min(startOfDay(recoveredAt) + DAY_MS, from + trailMostMs) - 1
  const url = listUrl('TrackAlarms', { text: plate, from: String(from), to: String(to) })
  return [
    [
      '报警记录',
      <a key="alarms" className="ys-link" href={url}>
        当天终端报过的报警
      </a>,
    ],
  ]
}

interface AbnormalDrawerProps {
  id: string
  /** The steps open to the reader, as the row has them. */
  actions: (row: AbnormalRow) => readonly RowAction[]
  onClose: () => void
}

export function AbnormalDrawer({ id, actions, onClose }: AbnormalDrawerProps) {
  const answer = useCall(getAbnormal, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={data ? `${data.plate} ${abnormalKinds[data.kind].label}` : '异常定位'}
      answer={answer}
      onClose={onClose}
      extra={<DrawerActs actions={data && actions(data)} />}
    >
      {data && <Body row={data} />}
    </RowDrawer>
  )
}

function Body({ row }: { row: Output<typeof getAbnormal> }) {
  const canReplay = useCan('track.replay')
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={episodeStates} state={row.state} />],
          ['等级', abnormalLevels[row.level].label],
          ['开始时间', formatDateTime(row.fromAt)],
          ['恢复时间', row.recoveredAt === undefined ? undefined : formatDateTime(row.recoveredAt)],
          ['次数', String(row.times)],
          ['情况', evidenceText(row), 'wide'],
          ['规则', abnormalKinds[row.kind].hint, 'wide'],
          ['最后位置', <PlaceWords key="place" district={row.district} place={row.place} to={placeUrl(row)} />],
          ...alarmsOf(row),
          ...(canReplay
            ? [
                [
                  '前后轨迹',
                  <a key="trail" className="ys-link" href={trailUrl(row)}>
                    前后半小时轨迹
                  </a>,
                ] as const,
              ]
            : []),
          [
            '运单',
            <a key="waybill" className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
              {row.waybillNo}
            </a>,
          ],
          ['司机', row.driverName],
          ['承运商', row.carrierName],
          ['处理人', row.claimer],
          ['处理记录', row.note, 'wide'],
        ]}
      />
      <AbnormalWork row={row} />
    </>
  )
}
