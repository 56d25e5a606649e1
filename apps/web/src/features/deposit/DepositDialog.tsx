// The steps of a deposit: another person's word, the maker's way back, and taking a booked one back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmDeposit, moveDeposit, type DepositRow } from '@yunshu/contract/deposit/deposit'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { depositStates, type DepositMove } from '@yunshu/domain/deposit'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { depositFacts } from './depositFacts.tsx'

const invalidates = staleAfter('deposit', 'remittance', 'voucher')
const notes: Readonly<Record<DepositMove, string>> = {
  confirm: '请与银行流水核对。确认后立即记账；有错只能由两个人冲销。',
  reject: '驳回后不能恢复，登记人须重新登记。',
  withdraw: '撤回后不能恢复，可以重新登记。',
  askUndo: '只用于登记有误。承运商要回押金请用“申请退还”。提交后由另一人确认，确认以前账不变。',
  undo: '确认后凭证以红字冲销，记在当月；来款认领的，来款恢复为待认领。',
  keep: '退回后这笔押金仍在押。',
}

interface DepositDialogProps {
  row: DepositRow
  move: DepositMove
  onClose: () => void
}

/** One dialog for every step. */
export function DepositDialog({ row, move, onClose }: DepositDialogProps) {
  const step = depositStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.depositNo}`}
      about={{
        call: move === 'confirm' || move === 'undo' ? confirmDeposit : moveDeposit,
        fixed: seen,
        url: actUrl(listUrl('DepositList', { text: row.depositNo }), move),
      }}
      note={notes[move]}
      facts={depositFacts(row)}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        move === 'confirm' || move === 'undo'
          ? send(confirmDeposit, { ...seen, move, expectAmount: row.amount })
          : send(moveDeposit, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
