// A step with one abnormal position that needs words: how it was handled, why it is a false alarm, why it goes up.
import { moveAbnormal, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import { actUrl } from '@yunshu/contract/actLink'
import { listUrl } from '@yunshu/contract/screens/screens'
import { staleAfter } from '@yunshu/contract/topics'
import { abnormalKinds, episodeStates, type EpisodeMove } from '@yunshu/domain/track/abnormal'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

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

/** The words stay when the server refuses. */
export function AbnormalDialog({ row, move, onClose }: AbnormalDialogProps) {
  const step = episodeStates.moves[move]
  const { label } = step
  const done = 'done' in step ? step.done : `已${label}`
  const seen = { id: row.id, version: row.version }
  const title = `${label} ${row.plate} ${abnormalKinds[row.kind].label}`
  const { submit } = useSend(moveAbnormal, { quiet: true, invalidates, done: () => toast.success(done) })
  const { typed, type, draft } = useTyped(
    {
      call: moveAbnormal,
      fixed: seen,
      title,
      url: actUrl(listUrl('DriverLocationException', { text: row.plate }), move),
    },
    { reason: '' },
  )
  const reason = typed.reason.trim()
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={'danger' in step}
      isReady={reason !== ''}
      onClose={onClose}
      onSend={() => submit({ ...seen, move, reason })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      <Facts
        items={[
          ['运单号', row.waybillNo],
          ['情况', row.evidence, 'wide'],
        ]}
      />
      <ReasonField value={typed.reason} onChange={next => type({ reason: next })} />
    </WriteDialog>
  )
}
