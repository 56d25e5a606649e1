// One abnormal position beside the list: what was seen, where, and what was done.
import { evidenceText, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { playbackUrl } from '@yunshu/contract/track/playbackAddress'
import { formatDateTime, MINUTE_MS } from '@yunshu/domain/figures/time'
import { abnormalKinds, abnormalLevels, episodeStates } from '@yunshu/domain/track/abnormal'
import { trailMostMs } from '@yunshu/domain/track/live'
import { Drawer } from 'antd'
import { useCan } from '../../lib/can.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts } from '../../ui/Facts.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { PageActions } from '../../ui/PageActions.tsx'
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

interface AbnormalDrawerProps {
  row: AbnormalRow
  /** Its steps; each closes the drawer, for the row is another one afterwards. */
  actions: readonly RowAction[]
  onClose: () => void
}

export function AbnormalDrawer({ row, actions, onClose }: AbnormalDrawerProps) {
  const steps = actions.map(action => ({
    ...action,
    onClick: () => {
      onClose()
      action.onClick?.()
    },
  }))
  const isMobile = useMobile()
  const canReplay = useCan('track.replay')
  return (
    <Drawer
      open
      title={`${row.plate} ${abnormalKinds[row.kind].label}`}
      size={isMobile ? '100%' : 480}
      onClose={onClose}
      footer={
        steps.length > 0 && (
          <div className="ys-page-foot">
            <span />
            <PageActions primary={steps.find(({ danger }) => !danger)} actions={steps} />
          </div>
        )
      }
    >
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={episodeStates} state={row.state} />],
          ['等级', abnormalLevels[row.level].label],
          ['开始时间', formatDateTime(row.fromAt)],
          ['恢复时间', row.recoveredAt === undefined ? undefined : formatDateTime(row.recoveredAt)],
          ['次数', String(row.times)],
          ['情况', evidenceText(row), 'wide'],
          ['规则', abnormalKinds[row.kind].hint, 'wide'],
          ['最后位置', row.place],
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
    </Drawer>
  )
}
