// One way out of a deposit beside the list: its facts, its vouchers and its history; its paper is printed from here.
import { getDepositBack, type DepositBackDetail, type DepositBackRow } from '@yunshu/contract/deposit/depositBack'
import { Button } from 'antd'
import { useCall } from '../../lib/useCall.ts'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { depositBackStateOf } from './depositColumns.tsx'
import { depositBackFacts } from './depositFacts.tsx'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { DepositBackPaper } from './DepositPaper.tsx'

interface DepositBackDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them. */
  actions: (row: DepositBackRow) => readonly RowAction[]
  onClose: () => void
}

export function DepositBackDrawer({ id, actions, onClose }: DepositBackDrawerProps) {
  const answer = useCall(getDepositBack, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('depositBack')
  const isAgreed = data?.approver !== undefined
  return (
    <RowDrawer
      id={id}
      title={`押金退还 ${data?.backNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={
        <DrawerActs actions={data && actions(data)}>
          {isAgreed && <Button onClick={() => print(id, <DepositBackPaper of={data} />)}>打印退款单</Button>}
        </DrawerActs>
      }
    >
      {data && <Body back={data} />}
      {sheet}
    </RowDrawer>
  )
}

const timeOf = (value: number | undefined) => (value === undefined ? undefined : <Time value={value} whole />)

function Body({ back }: { back: DepositBackDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={depositBackStateOf(back)} />],
          ...depositBackFacts(back),
          ['审批时间', timeOf(back.approvedAt)],
          ['支付人', back.payer],
          ['退款时间', timeOf(back.paidAt)],
          ['驳回或失败原因', back.answer, 'wide'],
          ['退汇或撤销复核人', back.backChecker],
          ['退汇或撤销时间', timeOf(back.backAt)],
        ]}
      />
      <VoucherLinks of={back.vouchers} />
      <Section title="操作记录">
        <LogTimeline log={back.log} />
      </Section>
    </>
  )
}
