// The word of one side about an account of a letter: right, disputed with a reason, taken back, explained.
import { markLetterLines, type LetterDetail, type LetterLine } from '@yunshu/contract/letter/letter'
import { staleAfter } from '@yunshu/contract/topics'
import { lineActs, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { Money } from '../../ui/Figures.tsx'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('letter')
const notes: Readonly<Record<LineAct, string>> = {
  check: '表示这个账户的余额与贵司的账一致。',
  dispute: '请写明哪里不对、应为多少，平台会说明，或者改正后撤回重发。',
  drop: '撤销后这个账户回到未核对。',
  explain: '说明后由对方再次核对；账确有错的，请改正后撤回重发。',
}

interface LetterMarkDialogProps {
  letter: LetterDetail
  act: LineAct
  line: LetterLine
  onClose: () => void
}

/** One dialog for every word. */
export function LetterMarkDialog({ letter, act, line, onClose }: LetterMarkDialogProps) {
  const seen = { id: letter.id, version: letter.version }
  const step = lineActs[act]
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${letter.letterNo}`}
      about={{ call: markLetterLines, fixed: seen, part: `${act} ${line.account}` }}
      note={notes[act]}
      facts={[
        ['账户', flowAccounts[line.account]],
        ['期末余额(元)', <Money key="closing" value={line.closing} strong />],
        ['异议', line.dispute, 'wide'],
      ]}
      invalidates={invalidates}
      onSend={(send, { why }) => send(markLetterLines, { ...seen, act, accounts: [line.account], ...why })}
      onClose={onClose}
    />
  )
}
