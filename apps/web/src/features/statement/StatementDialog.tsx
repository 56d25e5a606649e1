// The steps of a whole statement: sent, confirmed with the sums that were seen, withdrawn with a reason.
import { actUrl } from '@yunshu/contract/actLink'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { moveStatement, type StatementRow } from '@yunshu/contract/statement/statement'
import { staleAfter } from '@yunshu/contract/topics'
import { statementStates, type WholeMove } from '@yunshu/domain/statement'
import { StepDialog } from '../../ui/StepDialog.tsx'
import { headFacts, sumFacts } from './statementFacts.tsx'

const invalidates = staleAfter('statement')
const notes: Readonly<Record<WholeMove, string>> = {
  send: '发送后货主可以逐行核对、提异议或确认。',
  confirm: '确认后表示双方对本月余额没有异议，不能撤销。有不对的行请先提异议。',
  withdraw: '撤回后可以为同一个月重新生成对账单，新的一张按当时的账。',
}

interface StatementDialogProps {
  row: StatementRow
  move: WholeMove
  onClose: () => void
}

/** One dialog for every step. */
export function StatementDialog({ row, move, onClose }: StatementDialogProps) {
  const step = statementStates.moves[move]
  const seen = { id: row.id, version: row.version }
  const sums = move === 'confirm' ? { expectOwed: row.closingOwed, expectPrepaid: row.closingPrepaid } : {}
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.statementNo}`}
      about={{
        call: moveStatement,
        fixed: seen,
        part: move,
        url: actUrl(screenUrl('StatementDetails', { id: row.id }), move),
      }}
      note={notes[move]}
      facts={[...headFacts(row), ...sumFacts(row)]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(moveStatement, { ...seen, move, ...why, ...sums })}
      onClose={onClose}
    />
  )
}
