// The steps of a way out of a deposit: agreed to, sent, not sent, sent back by the bank, set off and taken back.
import { actUrl } from '@yunshu/contract/actLink'
import {
  approveDepositBack,
  confirmDepositBack,
  moveDepositBack,
  payDepositBack,
  type DepositBackRow,
} from '@yunshu/contract/deposit/depositBack'
import { remittanceSerialMax } from '@yunshu/contract/remittance/remittance'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { depositBackStates, type DepositBackMove } from '@yunshu/domain/deposit'
import type { SendAny } from '../../lib/useCall.ts'
import { StepDialog, type StepSaid } from '../../ui/StepDialog.tsx'
import { depositBackFacts } from './depositFacts.tsx'

const invalidates = staleAfter('deposit', 'debt', 'voucher')
const notes: Readonly<Record<DepositBackMove, string>> = {
  approve: '请核对收款账户。同意后由另一人在银行退款；同意的人不能退款。',
  setOff: '同意后立即记账：先还所选欠款，多出的依次还该承运商在本分公司更早的欠款。',
  reject: '驳回后这部分押金可以重新申请。',
  withdraw: '撤回后这部分押金可以重新申请。',
  pay: '请先在银行把款退到下面的账户（点眼睛看完整账号），再填写流水号。确认后立即记账。',
  fail: '银行没有退成时登记。这部分押金恢复在押，可以重新申请。请先确认钱没有出账。',
  askBounce: '银行退款后又退回本账户时登记，由另一人复核。确认以前账不变。',
  bounce: '请与银行流水核对。确认后立即记账，这部分押金恢复在押。',
  keepPaid: '退回后这笔仍为已退还。',
  askUndo: '提交后由另一人确认；确认以前账不变。',
  undo: '确认后凭证以红字冲销，欠款恢复待收，押金恢复在押。',
  keepOffset: '退回后这笔仍为已抵欠款。',
}
const texts: Readonly<Partial<Record<DepositBackMove, string>>> = {
  pay: '退款的银行流水号',
  askBounce: '退汇的银行流水号',
}

/** Notes of the steps on a way out whose account its carrier removed or changed since. */
const changedNotes: Readonly<Partial<Record<DepositBackMove, string>>> = {
  approve: '承运商已删除或变更这个收款账户，不能同意；请驳回，由申请人按新账户重新申请。',
  pay: '承运商已删除或变更这个收款账户。钱还没有退的，请不要退，改为登记退款失败后按新账户重新申请；已经退到下面账户的，填写流水号如实入账。',
  fail: '承运商已删除或变更这个收款账户。请先确认钱没有出账：已经退出去的，请用“确认已退款”入账，不能再退一次。',
}

interface DepositBackDialogProps {
  row: DepositBackRow
  move: DepositBackMove
  onClose: () => void
}

/** Sends a step by the call that serves it. */
function sendStep(send: SendAny, row: DepositBackRow, move: DepositBackMove, { why, text: serial, onDay }: StepSaid) {
  const seen = { id: row.id, version: row.version }
  const expectAmount = row.amount
  switch (move) {
    case 'approve':
    case 'setOff':
      return send(approveDepositBack, { ...seen, move, expectAmount })
    case 'pay':
      return send(payDepositBack, { ...seen, expectAmount, serial, ...onDay })
    case 'bounce':
    case 'undo':
      return send(confirmDepositBack, { ...seen, move, expectAmount })
    case 'askBounce':
      return send(moveDepositBack, { ...seen, move, serial, ...why, ...onDay })
    default:
      return send(moveDepositBack, { ...seen, move, ...why })
  }
}

/** One dialog for every step. */
export function DepositBackDialog({ row, move, onClose }: DepositBackDialogProps) {
  const step = depositBackStates.moves[move]
  const label = texts[move]
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.backNo}`}
      about={{
        call: move === 'pay' ? payDepositBack : moveDepositBack,
        fixed: { id: row.id, version: row.version },
        url: actUrl(listUrl('DepositBackList', { text: row.backNo }), move),
      }}
      note={(row.isAccountChanged ? changedNotes[move] : undefined) ?? notes[move]}
      facts={depositBackFacts(row)}
      text={label === undefined ? undefined : { label, max: remittanceSerialMax }}
      day={label === undefined ? undefined : move === 'pay' ? '退款日期' : '退汇日期'}
      invalidates={invalidates}
      onSend={(send, said) => sendStep(send, row, move, said)}
      onClose={onClose}
    />
  )
}
