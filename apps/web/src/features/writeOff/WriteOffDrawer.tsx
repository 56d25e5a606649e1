// One write-off beside the list: its waybills, papers, vouchers and history.
import { staleAfter } from '@yunshu/contract/topics'
import {
  getWriteOff,
  uploadWriteOffPaper,
  type WriteOffDetail,
  type WriteOffRow,
} from '@yunshu/contract/writeOff/writeOff'
import { writeOffStates, type WriteOffMove } from '@yunshu/domain/writeOff'
import { Button } from 'antd'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { waybillColumn } from '../../parts/voucher/columns.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { moneyColumn, textColumn, timeColumn, type Column } from '../../ui/list/column.tsx'
import { MoveButtons } from '../../ui/MoveButtons.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { SimpleTable } from '../../ui/SimpleTable.tsx'
import { StateTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { writeOffStateOf } from './writeOffColumns.tsx'
import { writeOffFacts } from './writeOffFacts.tsx'
import { WriteOffPaper } from './WriteOffPaper.tsx'

const changed = staleAfter('writeOff')
const direct = ['confirm', 'reject', 'undo', 'keep', 'withdraw', 'askUndo'] as const satisfies WriteOffMove[]

interface WriteOffDrawerProps {
  id: string
  onMove: (moving: { row: WriteOffRow; move: WriteOffMove }) => void
  onClose: () => void
}

export function WriteOffDrawer({ id, onMove, onClose }: WriteOffDrawerProps) {
  const answer = useCall(getWriteOff, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('writeOff')
  return (
    <RowDrawer
      id={id}
      title={`应收坏账 ${data?.writeOffNo ?? ''}`}
      answer={answer}
      width={600}
      onClose={onClose}
      extra={
        data && (
          <>
            <MoveButtons
              machine={writeOffStates}
              moves={data.moves}
              name={data.writeOffNo}
              direct={direct}
              onMove={move => onMove({ row: data, move })}
            />
            <Button onClick={() => print(id, <WriteOffPaper of={data} />)}>打印审批单</Button>
          </>
        )
      }
    >
      {data && <Body of={data} />}
      {sheet}
    </RowDrawer>
  )
}

function Body({ of }: { of: WriteOffDetail }) {
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={writeOffStateOf(of)} />],
          ...writeOffFacts(of),
          ['确认人', of.checker],
          ['确认时间', of.checkedAt === undefined ? undefined : <Time key="c" value={of.checkedAt} whole />],
          ['驳回原因', of.answer, 'wide'],
          ['冲销确认人', of.undoChecker],
          ['冲销时间', of.undoneAt === undefined ? undefined : <Time key="u" value={of.undoneAt} whole />],
        ]}
      />
      <Section title="运单">
        <SimpleTable title="运单" rows={of.items} columns={columnsOf(of)} rowKey={({ waybillId }) => waybillId} />
      </Section>
      <Papers of={of} />
      <VoucherLinks of={of.vouchers} />
      <Section title="操作记录">
        <LogTimeline log={of.log} />
      </Section>
    </>
  )
}

type Item = WriteOffDetail['items'][number]
/** The fate of a waybill: less is open than is asked for, or it went away since. */
const standing =
  ({ state }: WriteOffDetail) =>
  ({ stands, open, amount }: Item): string => {
    if (state === 'asked') return open < amount ? '未收已少于申请' : ''
    return stands || (state !== 'booked' && state !== 'undoing') ? '' : '已随作废或红冲退回'
  }
const columnsOf = (of: WriteOffDetail): readonly Column<Item>[] => [
  waybillColumn(),
  timeColumn('dueAt', '到期', row => row.dueAt, { dayOnly: true, whole: true, width: 100 }),
  moneyColumn('amount', '核销', row => row.amount, { width: 110 }),
  moneyColumn('open', '现未收', row => row.open, { width: 110 }),
  textColumn('stands', '说明', standing(of), { width: 130 }),
]

function Papers({ of: { id, files } }: { of: WriteOffDetail }) {
  const upload = useSend(uploadWriteOffPaper, { quiet: true, invalidates: changed })
  return (
    <PhotosSection
      title="依据"
      what="判决书、破产裁定、催收记录等依据"
      files={files}
      canAdd={useCan('debt.collect')}
      isBusy={upload.isBusy}
      onSend={options => upload.submit({ id }, options)}
      onReload={() => void refreshStale(changed)}
    />
  )
}
