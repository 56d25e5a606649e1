// A step with one abnormal position that needs words: how it was handled, why it is a false alarm, why it goes up.
import { evidenceText, moveAbnormal, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { abnormalKinds, episodeStates, type EpisodeMove } from '@yunshu/domain/track/abnormal'
import { StepDialog } from '../../ui/StepDialog.tsx'

const invalidates = staleAfter('abnormal')
export type AbnormalDialogMove = Extract<EpisodeMove, 'handle' | 'dismiss' | 'escalate'>

const notes: Readonly<Record<AbnormalDialogMove, string>> = {
  handle: '写下联系了谁、何时、结果如何；这条记录进入运单的操作记录。',
  dismiss: '记为误报后不再提醒；误报率显示在定位规则里。',
  escalate: '升级后由分公司与平台跟进。',
}

interface AbnormalDialogProps {
  row: AbnormalRow
  move: AbnormalDialogMove
  onClose: () => void
}

/** One dialog for every step. */
export function AbnormalDialog({ row, move, onClose }: AbnormalDialogProps) {
  const step = episodeStates.moves[move]
  const seen = { id: row.id, version: row.version }
  return (
    <StepDialog
      step={step}
      title={`${step.label} ${row.plate} ${abnormalKinds[row.kind].label}`}
      about={{
        call: moveAbnormal,
        fixed: seen,
        url: actUrl(listUrl('DriverLocationException', { text: row.plate }), move),
      }}
      note={notes[move]}
      facts={[
        ['运单号', row.waybillNo],
        ['情况', evidenceText(row), 'wide'],
      ]}
      invalidates={invalidates}
      onSend={(send, { reason }) => send(moveAbnormal, { ...seen, move, reason })}
      onClose={onClose}
    />
  )
}
