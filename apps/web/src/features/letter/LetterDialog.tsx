// The steps of a whole letter: confirmed with the closing that was seen, withdrawn with a reason.
import { actUrl } from '@yunshu/contract/actLink'
import { moveLetter, type LetterRow } from '@yunshu/contract/letter/letter'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { letterStates, type WholeLetterMove } from '@yunshu/domain/letter'
import { periodText } from '@yunshu/domain/voucher/voucher'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

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

/** The reason stays when the server refuses. */
export function LetterDialog({ row, move, onClose }: LetterDialogProps) {
  const step = letterStates.moves[move]
  const title = `${step.label} ${row.letterNo}`
  const seen = { id: row.id, version: row.version }
  const { typed, type, draft } = useTyped(
    { call: moveLetter, fixed: seen, part: move, title, url: actUrl(screenUrl('LetterDetails', { id: row.id }), move) },
    { reason: '' },
  )
  const done = 'done' in step ? step.done : `已${step.label}`
  const sending = useSend(moveLetter, { quiet: true, invalidates, done: () => toast.success(done) })
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
          ...(move === 'confirm' ? { expectClosing: row.closing } : {}),
        })
      }
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['往来单位', row.partyName, 'wide'],
          ['月份', periodText(row.period)],
          ['分公司', row.branchName],
          ['期初净额(元)', <Money key="opening" value={row.opening} />],
          ['期末净额(元)', <Money key="closing" value={row.closing} strong />],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
