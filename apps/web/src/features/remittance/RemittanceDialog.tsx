// The steps of a remittance beside the claim: confirmed by another person, rejected, taken back, sent back.
import { actUrl } from '@yunshu/contract/actLink'
import {
  confirmRemittance,
  moveRemittance,
  refundRemittance,
  remittanceSerialMax,
  type RemittanceRow,
} from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { remittanceStates, type RemittanceMove } from '@yunshu/domain/remittance'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { TextInput } from '../../ui/fields/TextInput.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { DialogField, ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { remittanceFacts } from './remittanceFacts.tsx'

const invalidates = staleAfter('remittance', 'voucher')
export type DialogMove = Exclude<RemittanceMove, 'claim'>

const notes: Readonly<Record<DialogMove, string>> = {
  confirm: '请先与银行回单核对。确认后立即记账为待认领来款，不能修改或撤回。',
  reject: '驳回后不能恢复，登记人须重新登记。',
  withdraw: '撤回后不能恢复，可以重新登记。',
  unclaim: '撤销后红字冲回：这笔款不再是该货主的预收，用它冲抵的应收恢复未付。',
  askRefund: '退回须另一人确认。确认以前可以改为不退回。',
  refund: '请先在银行把款退回原账户，再填写退款的流水号。确认后立即记账。',
  keep: '来款回到待认领。',
}

interface RemittanceDialogProps {
  row: RemittanceRow
  move: DialogMove
  onClose: () => void
}

/** Reason and number stay when the server refuses. */
export function RemittanceDialog({ row, move, onClose }: RemittanceDialogProps) {
  const step = remittanceStates.moves[move]
  const { label } = step
  const done = 'done' in step ? step.done : `已${label}`
  const options = { quiet: true, invalidates, done: () => toast.success(done) }
  const confirm = useSend(confirmRemittance, options)
  const refund = useSend(refundRemittance, options)
  const other = useSend(moveRemittance, options)
  const seen = { id: row.id, version: row.version }
  const title = `${label} ${row.remittanceNo}`
  const { typed, type, draft } = useTyped(
    {
      call: move === 'refund' ? refundRemittance : moveRemittance,
      fixed: seen,
      title,
      url: actUrl(listUrl('RemittanceList', { text: row.remittanceNo }), move),
    },
    { reason: '', serial: '' },
  )
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  const serial = typed.serial.trim()
  const send = async (): Promise<unknown> => {
    if (move === 'confirm') return confirm.submit({ ...seen, expectAmount: row.amount })
    if (move === 'refund') return refund.submit({ ...seen, expectAmount: row.amount, serial })
    return other.submit({ ...seen, move, ...(asks ? { reason } : {}) })
  }
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={'danger' in step}
      isReady={(!asks || reason !== '') && (move !== 'refund' || serial !== '')}
      onClose={onClose}
      onSend={send}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts items={remittanceFacts(row)} />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
      {move === 'refund' && (
        <DialogField label="退回的银行流水号" isRequired takesFocus>
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
