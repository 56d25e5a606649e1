// The steps of a refund: agreed to, rejected, taken back, sent.
import { actUrl } from '@yunshu/contract/actLink'
import { moveRefund, payRefund, type RefundRow } from '@yunshu/contract/refund/refund'
import { remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { refundStates, type RefundMove } from '@yunshu/domain/refund'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { refundFacts } from './refundFacts.tsx'

const invalidates = staleAfter('refund', 'voucher', 'credit')

const notes: Readonly<Record<RefundMove, string>> = {
  approve: '请核对余额和收款账户。同意后由另一人在银行退款。',
  pay: '请先在银行把款退到下面的账户（点眼睛看完整账号），再填写流水号。确认后立即记账，不能修改或撤回。',
  reject: '驳回后这笔款恢复为货主的预收，并立即冲抵它到期的应收。',
  withdraw: '撤回后这笔款恢复为预收，并立即冲抵到期的应收。',
}

interface RefundDialogProps {
  row: RefundRow
  move: RefundMove
  onClose: () => void
}

/** One dialog for every step. */
export function RefundDialog({ row, move, onClose }: RefundDialogProps) {
  const step = refundStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.refundNo}`}
      about={{
        call: move === 'pay' ? payRefund : moveRefund,
        fixed: seen,
        url: actUrl(listUrl('RefundList', { text: row.refundNo }), move),
      }}
      note={notes[move]}
      facts={refundFacts(row)}
      text={move === 'pay' ? { label: '退款的银行流水号', max: remittanceSerialMax } : undefined}
      day={move === 'pay' ? '退款日期' : undefined}
      invalidates={invalidates}
      onSend={(send, { why, text: serial, onDay }) =>
        move === 'pay'
          ? send(payRefund, { ...seen, expectAmount: row.amount, serial, ...onDay })
          : send(moveRefund, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
