// The steps of a laying by hand: agreed to by another person, put back, and taken back by two.
import { moveReconLaying } from '@yunshu/contract/recon/laying'
import type { ReconItemRow } from '@yunshu/contract/recon/recon'
import { staleAfter } from '@yunshu/contract/topics'
import { reconLayingStates, type ReconLayingMove } from '@yunshu/domain/recon/reconLaying'
import { doneText } from '@yunshu/domain/states'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Money } from '../../ui/Figures.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('recon')
export type Laid = NonNullable<ReconItemRow['laying']>

const notes: Readonly<Record<ReconLayingMove, string>> = {
  confirm: '请核对两边的凭据。确认后这些差异对平。',
  putBack: '退回后这些差异照旧待处理。',
  askUndo: '由另一人确认后，这些流水重新成为差异。',
  confirmUndo: '确认后这些流水重新成为待处理的差异。',
  refuseUndo: '退回后仍为已对平。',
}

interface LayingDialogProps {
  laying: Laid
  move: ReconLayingMove
  onClose: () => void
}

/** The reason stays when the server refuses. */
export function LayingDialog({ laying, move, onClose }: LayingDialogProps) {
  const step = reconLayingStates.moves[move]
  const seen = { id: laying.id, version: laying.version, move }
  const { submit } = useSend(moveReconLaying, {
    quiet: true,
    invalidates,
    done: () => toast.success(doneText(step)),
  })
  const { typed, type, draft } = useTyped({ call: moveReconLaying, fixed: seen, title: step.label }, { reason: '' })
  const asks = 'ask' in step
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={step.label}
      draft={draft}
      okText={step.label}
      danger={'danger' in step}
      isReady={!asks || reason !== ''}
      isOffered={laying.moves.includes(move)}
      onClose={onClose}
      onSend={() => submit({ ...seen, ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['银行流水', `${laying.lines} 笔`],
          ['交易流水', `${laying.movements} 笔`],
          ['合计(元)', <Money key="amount" value={laying.amount} />],
          ['原因', laying.reason, 'wide'],
          ['申请人', laying.asker],
          ['确认人', laying.checker],
          ['撤销原因', laying.undoReason, 'wide'],
          ['撤销申请人', laying.undoAsker],
        ]}
      />
      {asks && <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />}
    </WriteDialog>
  )
}
