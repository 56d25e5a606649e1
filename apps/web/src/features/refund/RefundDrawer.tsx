// One refund beside the list: its facts, its vouchers and its history.
import { getRefund, type RefundDetail, type RefundRow } from '@yunshu/contract/refund/refund'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCall } from '../../lib/useCall.ts'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { refundStateOf } from './refundColumns.tsx'
import { refundFacts } from './refundFacts.tsx'

interface RefundDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them. */
  actions: (row: RefundRow) => readonly RowAction[]
  onClose: () => void
}

export function RefundDrawer({ id, actions, onClose }: RefundDrawerProps) {
  const answer = useCall(getRefund, { id }, { quiet: true })
  const { data } = answer
  return (
    <RowDrawer
      id={id}
      title={`退款 ${data?.refundNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={<DrawerActs actions={data && actions(data)} />}
    >
      {data && <Body refund={data} />}
    </RowDrawer>
  )
}

function Body({ refund }: { refund: RefundDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={refundStateOf(refund)} />],
          ...refundFacts(refund),
          ['审批人', refund.approver],
          ['支付人', refund.payer],
          ['银行流水号', refund.serial],
          ['退款时间', refund.paidAt === undefined ? undefined : <Time key="paid" value={refund.paidAt} whole />],
          ['驳回原因', refund.answer, 'wide'],
        ]}
      />
      <VoucherLinks of={refund.vouchers} />
      <Section title="操作记录">
        <LogTimeline log={refund.log} />
      </Section>
    </>
  )
}
