// One abnormal position beside the list: what was seen, where, and what was done.
import type { AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { abnormalKinds, abnormalLevels, episodeStates } from '@yunshu/domain/track/abnormal'
import { Drawer } from 'antd'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts } from '../../ui/Facts.tsx'
import { orNothing } from '../../ui/Figures.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

export function AbnormalDrawer({ row, onClose }: { row: AbnormalRow; onClose: () => void }) {
  const isMobile = useMobile()
  return (
    <Drawer
      open
      title={`${row.plate} ${abnormalKinds[row.kind].label}`}
      size={isMobile ? '100%' : 480}
      onClose={onClose}
    >
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={episodeStates} state={row.state} />],
          ['等级', abnormalLevels[row.level].label],
          ['开始时间', formatDateTime(row.fromAt)],
          ['恢复时间', orNothing(row.recoveredAt === undefined ? undefined : formatDateTime(row.recoveredAt))],
          ['次数', String(row.times)],
          ['情况', row.evidence, 'wide'],
          ['规则', abnormalKinds[row.kind].hint, 'wide'],
          ['最后位置', orNothing(row.place)],
          [
            '运单',
            <a key="waybill" className="ys-link" href={screenUrl('WaybillDetails', { id: row.waybillId })}>
              {row.waybillNo}
            </a>,
          ],
          ['司机', row.driverName],
          ['承运商', row.carrierName],
          ['处理人', orNothing(row.claimer)],
          ['处理记录', row.note, 'wide'],
        ]}
      />
    </Drawer>
  )
}
