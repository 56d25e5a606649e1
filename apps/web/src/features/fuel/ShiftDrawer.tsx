// One shift of stock beside the list: its facts, its vouchers and its history.
import { getFuelShift, type FuelShiftDetail } from '@yunshu/contract/fuel/shift'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { fuelShiftStates } from '@yunshu/domain/fuel/fuelShift'
import { Drawer } from 'antd'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCall } from '../../lib/useCall.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { shiftFacts } from './shiftFacts.tsx'

export function ShiftDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const isMobile = useMobile()
  const { data, error, refetch } = useCall(getFuelShift, { id }, { quiet: true })
  return (
    <Drawer open title={`油品调整 ${data?.shiftNo ?? ''}`} size={isMobile ? '100%' : 560} onClose={onClose}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : data ? <Body shift={data} /> : <Skeleton />}
    </Drawer>
  )
}

function Body({ shift }: { shift: FuelShiftDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StatusTag key="state" machine={fuelShiftStates} state={shift.state} />],
          ...shiftFacts(shift),
          ['复核人', shift.checker],
          ['复核时间', shift.checkedAt === undefined ? undefined : <Time key="c" value={shift.checkedAt} whole />],
          ['驳回原因', shift.answer, 'wide'],
          ['冲销复核人', shift.undoChecker],
          ['冲销时间', shift.undoneAt === undefined ? undefined : <Time key="u" value={shift.undoneAt} whole />],
        ]}
      />
      <VoucherLinks
        of={shift.vouchers}
        urlOf={({ id, isFuel }) => screenUrl(isFuel ? 'FuelCardVoucher' : 'OtherVoucher', { id })}
      />
      <Section title="操作记录">
        <LogTimeline log={shift.log} />
      </Section>
    </>
  )
}
