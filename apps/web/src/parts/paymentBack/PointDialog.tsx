// Pointing money at the payment it is, come back: the payments it may be are offered, one is chosen, with the reason.
import type { ReturnablePayment } from '@yunshu/contract/remittance/remittance'
import { remittanceStates } from '@yunshu/domain/remittance'
import { doneText } from '@yunshu/domain/states'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSends, type SendAny } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped, type TypedInto } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { ReturnableChoice } from './ReturnableChoice.tsx'

const step = remittanceStates.moves.askReturn

interface Picked {
  readonly paymentId: string
  readonly reason: string
}

interface PointDialogProps {
  /** The number of the money, behind the step in the title. */
  no: string
  /** The call that points at the payment, and the record it is about. */
  about: Pick<TypedInto, 'call' | 'fixed' | 'url'>
  note: string
  facts: ComponentProps<typeof Facts>['items']
  /** The payments it may be. */
  found: Pick<UseQueryResult<{ rows: ReturnablePayment[] }>, 'data' | 'error' | 'refetch'>
  invalidates: Parameters<typeof refreshStale>[0]
  onSend: (send: SendAny, picked: Picked) => Promise<unknown>
  onClose: () => void
}

export function PointDialog({ no, about, note, facts, found, invalidates, onSend, onClose }: PointDialogProps) {
  const title = `${step.label} ${no}`
  const { typed, type, draft } = useTyped({ ...about, title }, { paymentId: '', reason: '' })
  const send = useSends({ quiet: true, invalidates, done: () => toast.success(doneText(step)) })
  const picked = { paymentId: typed.paymentId, reason: typed.reason.trim() }
  const { data, error, refetch } = found
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      isReady={picked.paymentId !== '' && picked.reason !== ''}
      onClose={onClose}
      onSend={async () => onSend(send, picked)}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{note}</p>
      <Facts items={facts} />
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <ReturnableChoice rows={data.rows} chosen={picked.paymentId} onChoose={paymentId => type({ paymentId })} />
      ) : (
        <Skeleton />
      )}
      <ReasonField value={typed.reason} onChange={reason => type({ reason })} />
    </WriteDialog>
  )
}
