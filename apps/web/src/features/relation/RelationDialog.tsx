// One move of a relation: what follows is said before, a reason is asked where one is wanted, and an end shows what is
// still open.
import {
  approveInvite,
  endRelationship,
  getRelation,
  rejectInvite,
  repeatInvite,
  resumeRelationship,
  withdrawInvite,
  type RelatedCompany,
} from '@yunshu/contract/relation/relation'
import { staleAfter } from '@yunshu/contract/topics'
import { relationStates } from '@yunshu/domain/relation'
import { doneText } from '@yunshu/domain/states'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { Skeleton } from '../../ui/States.tsx'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'
import { OpenWorkText } from './OpenWorkText.tsx'

export type RelationMove = 'approve' | 'reject' | 'withdraw' | 'repeat' | 'end' | 'resume'
const notes: Readonly<Record<RelationMove, string>> = {
  approve: '同意后双方建立合作，可互相发布、承接货源。',
  reject: '对方将看到拒绝原因，24 小时后可再次邀请。',
  withdraw: '撤回后对方不能再答复。',
  repeat: '对方将再次收到邀请；间隔不少于 24 小时，30 天内最多 3 次。',
  end: '解除后不能再向对方发布或承接货源，历史单据不受影响。',
  resume: '撤销后双方继续合作。',
}

const calls = {
  approve: approveInvite,
  reject: rejectInvite,
  withdraw: withdrawInvite,
  repeat: repeatInvite,
  end: endRelationship,
  resume: resumeRelationship,
} as const

interface RelationDialogProps {
  row: RelatedCompany
  move: RelationMove
  onClose: () => void
}

export function RelationDialog({ row, move, onClose }: RelationDialogProps) {
  const { shipperId = '', carrierId = '', version = 0 } = row.relation ?? {}
  const { label, danger = false, ask } = relationStates.moves[move]
  const title = `${label}：${row.name}`
  const { typed, type, draft } = useTyped(
    { call: calls[move], fixed: { shipperId, carrierId, version }, title },
    { words: '' },
  )
  const { words } = typed
  const setWords = (next: string): void => type({ words: next })
  const [isLater, setLater] = useState(false)
  const pair = { shipperId, carrierId }
  const { data } = useCall(getRelation, pair, { enabled: move === 'end', quiet: true })
  const options = {
    quiet: true,
    invalidates: staleAfter('relation'),
    done: () => toast.success(doneText(relationStates.moves[move])),
  }
  const approve = useSend(approveInvite, options),
    reject = useSend(rejectInvite, options),
    withdraw = useSend(withdrawInvite, options)
  const repeat = useSend(repeatInvite, options),
    end = useSend(endRelationship, options),
    resume = useSend(resumeRelationship, options)
  const text = words.trim()
  const sends: Readonly<Record<RelationMove, () => Promise<unknown>>> = {
    approve: () => approve.submit({ ...pair, version }),
    reject: () => reject.submit({ ...pair, version, reason: text }),
    withdraw: () => withdraw.submit({ ...pair, version }),
    repeat: () => repeat.submit({ ...pair, ...(text === '' ? {} : { message: text }) }),
    end: () => end.submit({ ...pair, version, reason: text, ...(isLater ? { atCompletion: true } : {}) }),
    resume: () => resume.submit({ ...pair, version }),
  }
  const isOpen = data !== undefined && Object.values(data.open).some(n => n > 0)
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={label}
      danger={danger}
      isReady={(ask === undefined || text !== '') && (move !== 'end' || (data !== undefined && (!isOpen || isLater)))}
      onSend={sends[move]}
      onClose={onClose}
      onReload={() => {
        void refreshStale(staleAfter('relation'))
        onClose()
      }}
    >
      <p>{notes[move]}</p>
      {move === 'end' &&
        (data === undefined ? (
          <Skeleton lines={1} />
        ) : (
          isOpen && (
            <>
              <OpenWorkText open={data.open} />
              <p>
                <Checkbox checked={isLater} onChange={({ target }) => setLater(target.checked)}>
                  完成后解除：未完业务照常进行，不再新增，全部完成后自动解除
                </Checkbox>
              </p>
            </>
          )
        ))}
      {ask !== undefined && <ReasonField value={words} onChange={setWords} placeholder="必填，对方可见" />}
      {move === 'repeat' && <ReasonField label="附言" value={words} onChange={setWords} placeholder="选填，对方可见" />}
    </WriteDialog>
  )
}
