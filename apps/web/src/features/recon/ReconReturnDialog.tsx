// A line of the bank's file entered as a payment that came back: one person points at the payment, another agrees.
import { listReconReturnable, returnReconItem, type ReconItemRow } from '@yunshu/contract/recon/recon'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceStates } from '@yunshu/domain/remittance'
import { doneText } from '@yunshu/domain/states'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ReturnableChoice } from '../../parts/paymentBack/ReturnableChoice.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Money, Time } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('recon', 'remittance', 'settlement')
const step = remittanceStates.moves.askReturn

export function ReconReturnDialog({ row, onClose }: { row: ReconItemRow; onClose: () => void }) {
  const { id, version } = row
  const title = `${step.label} ${row.serial ?? ''}`
  const { typed, type, draft } = useTyped<{ paymentId: string; reason: string }>(
    { call: returnReconItem, fixed: { id, version }, title, url: listUrl('ReconList', {}) },
    { paymentId: '', reason: '' },
  )
  const { data, error, refetch } = useCall(listReconReturnable, { id }, { quiet: true })
  const { submit } = useSend(returnReconItem, { quiet: true, invalidates, done: () => toast.success(doneText(step)) })
  const { paymentId } = typed
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      isReady={paymentId !== '' && reason !== ''}
      onClose={onClose}
      onSend={async () => submit({ id, version, paymentId, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>
        这笔收入是付出去又被银行退回的，请选择当时的支付任务。金额、流水号和日期取自银行流水。另一人确认后，支付任务为已退汇，运单恢复未付，这条流水自动对平。
      </p>
      <Facts
        items={[
          ['金额(元)', row.theirs === undefined ? undefined : <Money key="theirs" value={row.theirs} strong />],
          ['日期', <Time key="day" value={row.day} dayOnly whole />],
          ['银行流水号', row.serial],
          ['对方', row.other],
        ]}
      />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <ReturnableChoice rows={data.rows} chosen={paymentId} onChoose={next => type({ paymentId: next })} />
      ) : (
        <Skeleton />
      )}
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
