// One shift of stock beside the list: its facts, its vouchers and its history.
import { getFuelShift, type FuelShiftDetail, type FuelShiftRow } from '@yunshu/contract/fuel/shift'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCall } from '../../lib/useCall.ts'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { fuelShiftStateOf } from './fuelShiftColumns.tsx'
import { shiftFacts } from './shiftFacts.tsx'

interface ShiftDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them. */
  actions: (row: FuelShiftRow) => readonly RowAction[]
  onClose: () => void
}

export function ShiftDrawer({ id, actions, onClose }: ShiftDrawerProps) {
  const answer = useCall(getFuelShift, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={`油品调整 ${data?.shiftNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={<DrawerActs actions={data && actions(data)} />}
    >
      {data && <Body shift={data} />}
    </RowDrawer>
  )
}

function Body({ shift }: { shift: FuelShiftDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={fuelShiftStateOf(shift)} />],
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
