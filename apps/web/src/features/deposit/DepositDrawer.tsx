// One deposit beside the list: its facts, its ways out, slips, vouchers and history; its receipt is printed from here.
import { getDeposit, uploadDepositSlip, type DepositDetail, type DepositRow } from '@yunshu/contract/deposit/deposit'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { depositBackKinds, depositBackStates } from '@yunshu/domain/deposit'
import { Button } from 'antd'
import { useCan } from '../../lib/can.ts'
import { refreshStale } from '../../lib/queryClient.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { DrawerActs } from '../../ui/list/DrawerActs.tsx'
import type { RowAction } from '../../ui/list/column.tsx'
import { Facts, Section } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { LogTimeline } from '../../ui/LogTimeline.tsx'
import { VoucherLinks } from '../../parts/voucher/VoucherLinks.tsx'
import { PhotosSection } from '../../ui/PhotosSection.tsx'
import { RowDrawer } from '../../ui/list/RowDrawer.tsx'
import { StateTag, StatusTag } from '../../ui/StatusTag.tsx'
import { usePaper } from '../../ui/usePaper.tsx'
import { depositFacts, DepositMoney } from './depositFacts.tsx'
import { depositStateOf } from './depositColumns.tsx'
import { DepositPaper } from './DepositPaper.tsx'

const changed = staleAfter('deposit')

interface DepositDrawerProps {
  id: string
  /** The moves open to the reader, as the row has them. */
  actions: (row: DepositRow) => readonly RowAction[]
  onClose: () => void
}

export function DepositDrawer({ id, actions, onClose }: DepositDrawerProps) {
  const answer = useCall(getDeposit, { id }, { quiet: true })
  const { data } = answer
  const { print, sheet } = usePaper('deposit')
  const isBooked = data !== undefined && ['standing', 'undoing', 'ended'].includes(data.state)
  return (
    <RowDrawer
      id={id}
      title={`押金 ${data?.depositNo ?? ''}`}
      answer={answer}
      onClose={onClose}
      extra={
        <DrawerActs actions={data && actions(data)}>
          {isBooked && <Button onClick={() => print(id, <DepositPaper of={data} />)}>打印收据</Button>}
        </DrawerActs>
      }
    >
      {data && <Body deposit={data} />}
      {sheet}
    </RowDrawer>
  )
}

function Body({ deposit }: { deposit: DepositDetail }) {
  const upload = useSend(uploadDepositSlip, { quiet: true, invalidates: changed })
  const canAdd = useCan('fund.record')
  return (
    <>
      <Facts
        items={[
          ['状态', <StateTag key="state" state={depositStateOf(deposit)} />],
          ...depositFacts(deposit),
          ['退还中(元)', <DepositMoney key="asked" row={deposit} of="asked" />],
          ['已退还(元)', <DepositMoney key="gone" row={deposit} of="gone" />],
          ['可退余额(元)', <DepositMoney key="left" row={deposit} of="left" strong />],
          ['复核人', deposit.checker],
          ['复核时间', deposit.checkedAt === undefined ? undefined : <Time key="c" value={deposit.checkedAt} whole />],
          ['驳回原因', deposit.answer, 'wide'],
          ['冲销复核人', deposit.undoChecker],
          ['冲销时间', deposit.undoneAt === undefined ? undefined : <Time key="u" value={deposit.undoneAt} whole />],
        ]}
      />
      {deposit.backs.length > 0 && (
        <Section title={`退还与抵扣（${deposit.backs.length} 笔）`}>
          {deposit.backs.map(back => (
            <p key={back.id}>
              <a className="ys-link" href={listUrl('DepositBackList', { text: back.backNo })}>
                {back.backNo}
              </a>{' '}
              {depositBackKinds[back.kind]} <Money value={back.amount} /> 元{' '}
              <StatusTag machine={depositBackStates} state={back.state} />
            </p>
          ))}
        </Section>
      )}
      <PhotosSection
        title="凭据"
        files={deposit.files}
        canAdd={canAdd}
        what="缴款凭条、银行回单"
        isBusy={upload.isBusy}
        onSend={options => upload.submit({ id: deposit.id }, options)}
        onReload={() => void refreshStale(changed)}
      />
      <VoucherLinks of={deposit.vouchers} />
      <Section title="操作记录">
        <LogTimeline log={deposit.log} />
      </Section>
    </>
  )
}
