// The steps of a whole letter: confirmed with the closing that was seen, withdrawn with a reason.
import { actUrl } from '@yunshu/contract/actLink'
import { moveLetter, type LetterRow } from '@yunshu/contract/letter/letter'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('letter')
const notes: Readonly<Record<WholeLetterMove, string>> = {
  confirm: '确认后表示双方对这个月的各账户余额没有异议，不能撤销。有不对的账户请先提异议。',
  withdraw: '撤回后可以为同一个月重新发送，新的一份按当时的账。',
}

interface LetterDialogProps {
  row: LetterRow
  move: WholeLetterMove
  onClose: () => void
}

/** One dialog for both steps. */
export function LetterDialog({ row, move, onClose }: LetterDialogProps) {
  const step = letterStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.letterNo}`}
      about={{
        call: moveLetter,
        fixed: seen,
        part: move,
        url: actUrl(screenUrl('LetterDetails', { id: row.id }), move),
      }}
      note={notes[move]}
      facts={[
        ['往来单位', row.partyName, 'wide'],
        ['月份', periodText(row.period)],
        ['分公司', row.branchName],
        ['期初净额(元)', <Money key="opening" value={row.opening} />],
        ['期末净额(元)', <Money key="closing" value={row.closing} strong />],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) =>
        send(moveLetter, { ...seen, move, ...why, ...(move === 'confirm' ? { expectClosing: row.closing } : {}) })
      }
      onClose={onClose}
    />
  )
}
