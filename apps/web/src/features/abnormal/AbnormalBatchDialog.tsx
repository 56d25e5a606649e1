// The same step with several abnormal positions: how many it can be taken with, which it leaves and why, and then the step.
import { judgeAbnormals, moveAbnormals, type AbnormalRow } from '@yunshu/contract/abnormal/abnormal'
import type { Output } from '@yunshu/contract/call'
import { staleAfter } from '@yunshu/contract/topics'
import { abnormalBatchMost, abnormalKinds, episodeStates, type AbnormalBatchMove } from '@yunshu/domain/track/abnormal'
import { refreshStale } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { useCall, useSend } from '../../lib/useCall.ts'
import { useTyped } from '../../ui/form/useTyped.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { ReasonField, WriteDialog } from '../../ui/WriteDialog.tsx'

const invalidates = staleAfter('abnormal')

export interface AbnormalBatch {
  readonly move: AbnormalBatchMove
  readonly rows: readonly AbnormalRow[]
}

export function AbnormalBatchDialog({ move, rows, onClose }: AbnormalBatch & { onClose: () => void }) {
  const { label } = episodeStates.moves[move]
  const title = `批量${label}`
  const fixed = { ids: rows.slice(0, abnormalBatchMost).map(({ id }) => id), move }
  const asks = move === 'handle'
  const { data, error, refetch } = useCall(judgeAbnormals, fixed, { quiet: true })
  const { typed, type, draft } = useTyped({ call: moveAbnormals, fixed, title }, { reason: '' })
  const { submit } = useSend(moveAbnormals, {
    quiet: true,
    invalidates,
    done: ({ done, left }) =>
      left === 0
        ? toast.success(`已${label} ${done} 条`)
        : toast.warning(`已${label} ${done} 条，${left} 条未${label}`),
  })
  const reason = typed.reason.trim()
  const ready = data?.ready ?? 0
  return (
    <WriteDialog
      title={title}
      draft={draft}
      okText={ready > 0 ? `${label} ${ready} 条` : label}
      isReady={ready > 0 && (!asks || reason !== '')}
      onClose={onClose}
      onSend={() => submit({ ...fixed, ...(asks ? { reason } : {}) })}
      onReload={() => {
        void refreshStale(invalidates)
        onClose()
      }}
    >
      {rows.length > abnormalBatchMost && (
        <p>
          一次最多{label} {abnormalBatchMost} 条，这次是前 {abnormalBatchMost} 条。
        </p>
      )}
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data ? (
        <Judged label={label} {...data} />
      ) : (
        <Skeleton lines={2} />
      )}
      {asks && (!data || ready > 0) && (
        <ReasonField
          label="处理记录"
          value={typed.reason}
          placeholder="必填，联系了谁、何时、结果如何；将写入每一条的操作记录"
          onChange={next => type({ reason: next })}
        />
      )}
    </WriteDialog>
  )
}

function Judged({ label, ready, left }: Output<typeof judgeAbnormals> & { label: string }) {
  return (
    <>
      <p>
        {ready === 0
          ? `所选都不能${label}。`
          : `将${label} ${ready} 条${left.length > 0 ? `，跳过 ${left.length} 条` : ''}。`}
      </p>
      {left.length > 0 && (
        <ul className="ys-results" aria-label={`不能${label}的`}>
          {left.map(({ id, plate, kind, why }) => (
            <li key={id} data-state="unfit">
              <span>
                {plate} {abnormalKinds[kind].label}
              </span>
              <strong>跳过</strong>
              <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
