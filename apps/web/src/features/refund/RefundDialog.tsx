// The steps of a refund: agreed to, rejected, taken back, sent.
import { actUrl } from '@yunshu/contract/actLink'
import { moveRefund, payRefund, type RefundRow } from '@yunshu/contract/refund/refund'
import { remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { refundStates, type RefundMove } from '@yunshu/domain/refund'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { refundFacts } from './refundFacts.tsx'

const invalidates = staleAfter('refund', 'voucher', 'credit')

const notes: Readonly<Record<RefundMove, string>> = {
  approve: '请核对余额和收款账户。同意后由另一人在银行退款。',
  pay: '请先在银行把款退到下面的账户，再填写流水号。确认后立即记账，不能修改或撤回。',
  reject: '驳回后这笔款恢复为货主的预收，并立即冲抵它到期的应收。',
  withdraw: '撤回后这笔款恢复为预收，并立即冲抵到期的应收。',
}

interface RefundDialogProps {
  row: RefundRow
  move: RefundMove
  onClose: () => void
}

/** Reason and number stay when the server refuses. */
export function RefundDialog({ row, move, onClose }: RefundDialogProps) {
  const step = refundStates.moves[move]
  const done = 'done' in step ? step.done : `已${step.label}`
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const pay = useSend(payRefund, options)
  const other = useSend(moveRefund, options)
  const seen = { id: row.id, version: row.version }
  const title = `${step.label} ${row.refundNo}`
  const { typed, type, draft } = useTyped(
    {
      call: move === 'pay' ? payRefund : moveRefund,
      fixed: seen,
      title,
      url: actUrl(listUrl('RefundList', { text: row.refundNo }), move),
    },
    { reason: '', serial: '' },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const serial = typed.serial.trim()
  const send = async (): Promise<unknown> =>
    move === 'pay'
      ? pay.submit({ ...seen, expectAmount: row.amount, serial })
      : other.submit({ ...seen, move, ...(asks ? { reason } : {}) })
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={(!asks || reason !== '') && (move !== 'pay' || serial !== '')}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts items={refundFacts(row)} />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
      {move === 'pay' && (
        <DialogField label="退款的银行流水号" isRequired takesFocus>
          {id => (
            <TextInput
              id={id}
              max={remittanceSerialMax}
              value={typed.serial}
              onChange={next => type({ serial: typeof next === 'string' ? next : '' })}
            />
          )}
        </DialogField>
      )}
    </WriteDialog>
  )
}
