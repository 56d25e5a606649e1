// The word of one side about an account of a letter: right, disputed with a reason, taken back, explained.
import { markLetterLines, type LetterDetail, type LetterLine } from '@yunshu/contract/letter/letter'
import { staleAfter } from '@yunshu/contract/topics'
import { lineActs, type LineAct } from '@yunshu/domain/statement'
import { flowAccounts } from '@yunshu/domain/voucher/chart'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

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

/** The reason stays when the server refuses. */
export function LetterMarkDialog({ letter, act, line, onClose }: LetterMarkDialogProps) {
  const seen = { id: letter.id, version: letter.version }
  const title = `${lineActs[act]} ${letter.letterNo}`
  const { typed, type, draft } = useTyped(
    { call: markLetterLines, fixed: seen, part: `${act} ${line.account}`, title },
    { reason: '' },
  )
  const sending = useSend(markLetterLines, {
    quiet: true,
    invalidates,
    done: () => toast.success(`已${lineActs[act]}`),
  })
  const asks = act === 'dispute' || act === 'explain'
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={lineActs[act]}
      isReady={!asks || reason !== ''}
      onClose={onClose}
      onSend={() => sending.submit({ ...seen, act, accounts: [line.account], ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[act]}</p>
      <Facts
        items={[
          ['账户', flowAccounts[line.account]],
          ['期末余额(元)', <Money key="closing" value={line.closing} strong />],
          ['异议', line.dispute, 'wide'],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
