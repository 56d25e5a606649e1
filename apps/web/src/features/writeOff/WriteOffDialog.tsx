// The steps of a write-off: another person's word, the asker's way back, and taking a booked one back.
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { confirmWriteOff, moveWriteOff, type WriteOffRow } from '@yunshu/contract/writeOff/writeOff'
import { writeOffStates, type WriteOffMove } from '@yunshu/domain/writeOff'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { writeOffFacts } from './writeOffFacts.tsx'

const invalidates = staleAfter('writeOff', 'voucher')
const notes: Readonly<Record<WriteOffMove, string>> = {
  confirm: '确认后立即记账：借坏账损失，贷应收账款，不冲减收入；未计提的税额先计提销项。以后收到钱的，由两个人冲销。',
  reject: '驳回后不能恢复，须重新申请。应收不变。',
  withdraw: '撤回后不能恢复，可以重新申请。应收不变。',
  askUndo: '提交后由另一人确认；确认以前仍为已核销。',
  undo: '确认后以红字冲销在当天，应收恢复，可以照常认领来款；已计提的税额不退回。',
  keep: '退回后仍为已核销。',
}

interface WriteOffDialogProps {
  row: WriteOffRow
  move: WriteOffMove
  onClose: () => void
}

/** One dialog for every step. */
export function WriteOffDialog({ row, move, onClose }: WriteOffDialogProps) {
  const step = writeOffStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.writeOffNo}`}
      about={{
        call: move === 'confirm' || move === 'undo' ? confirmWriteOff : moveWriteOff,
        fixed: seen,
        url: actUrl(listUrl('WriteOffList', { text: row.writeOffNo }), move),
      }}
      note={notes[move]}
      facts={writeOffFacts(row)}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        move === 'confirm' || move === 'undo'
          ? send(confirmWriteOff, { ...seen, move, expectAmount: move === 'undo' ? row.standing : row.amount })
          : send(moveWriteOff, { ...seen, move, ...why })
      }
      onClose={onClose}
    />
  )
}
