// The steps of a whole statement: sent, confirmed with the sums that were seen, withdrawn with a reason.
import { actUrl } from '@yunshu/contract/actLink'
import { moveStatement, type StatementRow } from '@yunshu/contract/statement/statement'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { statementStates, type WholeMove } from '@yunshu/domain/statement'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
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

/** The reason stays when the server refuses. */
export function StatementDialog({ row, move, onClose }: StatementDialogProps) {
  const step = statementStates.moves[move]
  const title = `${step.label} ${row.statementNo}`
  const seen = { id: row.id, version: row.version }
  const { typed, type, draft } = useTyped(
    {
      call: moveStatement,
      fixed: seen,
      part: move,
      title,
      url: actUrl(screenUrl('StatementDetails', { id: row.id }), move),
    },
    { reason: '' },
  )
  const done = 'done' in step ? step.done : `已${step.label}`
  const sending = useSend(moveStatement, { quiet: true, invalidates, done: () => toast.success(done) })
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() =>
        sending.submit({
          ...seen,
          move,
          ...(asks ? { reason } : {}),
          ...(move === 'confirm' ? { expectOwed: row.closingOwed, expectPrepaid: row.closingPrepaid } : {}),
        })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts items={[...headFacts(row), ...sumFacts(row)]} />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
