// The steps of giving a debt up: asked with a reason, confirmed or refused by another, taken back.
import { actUrl } from '@yunshu/contract/actLink'
import { confirmDebtWriteOff, moveDebt, type DebtRow } from '@yunshu/contract/debt/debt'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { debtStates, type DebtMove } from '@yunshu/domain/debt'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { debtFacts } from './debtFacts.tsx'

const invalidates = staleAfter('debt', 'voucher')

const notes: Readonly<Record<DebtMove, string>> = {
  askWriteOff: '核销后不再催收，差额记为信用减值损失。须由管理员确认，确认以前不记账，也不参与抵扣和收回。',
  confirmWriteOff: '确认后立即记账（借 信用减值损失，贷 其他应收款），不能撤销。',
  refuseWriteOff: '欠款回到待收，可以继续抵扣和收回。',
  withdrawWriteOff: '欠款回到待收。',
}

interface DebtDialogProps {
  row: DebtRow
  move: DebtMove
  onClose: () => void
}

/** One dialog for every step. */
export function DebtDialog({ row, move, onClose }: DebtDialogProps) {
  const step = debtStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.debtNo}`}
      about={{ call: moveDebt, fixed: seen, url: actUrl(listUrl('DebtList', { text: row.debtNo }), move) }}
      note={notes[move]}
      facts={[...debtFacts(row), ['核销原因', row.reason, 'wide']]}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        move === 'confirmWriteOff'
          ? send(confirmDebtWriteOff, { ...seen, expectAmount: row.open })
          : send(moveDebt, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
