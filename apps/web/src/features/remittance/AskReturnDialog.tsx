// Pointing money that came at the payment it is, come back: those of its amount are offered, those of its account first.
import { actUrl } from '@yunshu/contract/actLink'
import { askReturn, listReturnable, type RemittanceRow } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceStates } from '@yunshu/domain/remittance'
import { doneText } from '@yunshu/domain/states'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { ReturnableChoice } from '../../parts/paymentBack/ReturnableChoice.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { remittanceFacts } from './remittanceFacts.tsx'

const invalidates = staleAfter('remittance')
const step = remittanceStates.moves.askReturn

export function AskReturnDialog({ row, onClose }: { row: RemittanceRow; onClose: () => void }) {
  const { id, version, amount, remittanceNo } = row
  const title = `${step.label} ${remittanceNo}`
  const { typed, type, draft } = useTyped<{ paymentId: string; reason: string }>(
    {
      call: askReturn,
      fixed: { id, version },
      title,
      url: actUrl(listUrl('RemittanceList', { text: remittanceNo }), 'askReturn'),
    },
    { paymentId: '', reason: '' },
  )
  const { data, error, refetch } = useCall(listReturnable, { id }, { quiet: true })
  const { submit } = useSend(askReturn, { quiet: true, invalidates, done: () => toast.success(doneText(step)) })
  const { paymentId } = typed
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      isReady={paymentId !== '' && reason !== ''}
      onClose={onClose}
      onSend={async () => submit({ id, version, paymentId, reason, expectAmount: amount })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>
        这笔款是付出去又被银行退回的，请选择当时的支付任务。另一人确认后，支付任务为已退汇，运单恢复未付，可以生成失败补付单。银行先报了退汇的，款项在账上已有一笔，确认后只留一笔。
      </p>
      <Facts items={remittanceFacts(row)} />
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
