// A batch that was started: how far it is, 停止, and at its end the result of each row with the way to try again.
import { listBatches, stopBatch, type BatchDetail } from '@yunshu/contract/batch'
import { screenUrl } from '@yunshu/contract/screens/screens'
import { Button, Progress } from 'antd'
import { useEffect } from 'react'
import { useSend } from '../../lib/useCall.ts'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { againOf, isUnderWay, resultText, undoneIds, unitOf, type BatchAsk } from './batchChoice.ts'
import { BatchItems } from './BatchItems.tsx'
import { useBatchProgress } from './useBatchProgress.ts'

interface BatchRunProps {
  id: string
  /** Hears whether it is still under way. */
  onRuns: (runs: boolean) => void
  onAgain: (ask: BatchAsk) => void
  onClose: () => void
}

export function BatchRun({ id, onRuns, onAgain, onClose }: BatchRunProps) {
  const { data, error, refetch } = useBatchProgress(id)
  const stop = useSend(stopBatch, { invalidates: [listBatches], done: () => void refetch() })
  const runs = data === undefined || isUnderWay(data)
  useEffect(() => onRuns(runs), [runs, onRuns])
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <Skeleton lines={6} />
  const undone = undoneIds(data)
  return (
    <div className="bt-confirm">
      <BatchHowFar batch={data} />
      {runs ? (
        <p className="ys-weak">可以关闭窗口，办理继续进行，结果在批量任务中查看。</p>
      ) : (
        undone.length > 0 && (
          <BatchItems act={data.act} items={data.items.filter(({ outcome }) => outcome !== 'done')} />
        )
      )}
      <footer className="bt-foot">
        <a className="ys-link bt-foot-link" href={screenUrl('BatchList')}>
          查看批量任务
        </a>
        {runs && (
          <Button loading={stop.isBusy} onClick={() => void stop.run({ id })}>
            停止
          </Button>
        )}
        {!runs && undone.length > 0 && (
          <Button onClick={() => onAgain(againOf(data))}>
            重试未办理的 {undone.length} {unitOf(data.act)}
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      </footer>
    </div>
  )
}

/** The bar and the sentence of how far a batch is. */
export function BatchHowFar({ batch }: { batch: BatchDetail }) {
  const { total, done, undone, fault, items } = batch
  const runs = isUnderWay(batch)
  // rows that were not done have their end too; they stand among the rows shown, but for the last of very long ones
  const refused = items.filter(({ outcome }) => outcome === 'failed' || outcome === 'skipped').length
  const ended = Math.min(total, done + (runs ? Math.max(0, refused - undone) : 0))
  return (
    <>
      {(runs || undone > 0) && (
        <Progress
          percent={total === 0 ? 0 : Math.floor((ended / total) * 100)}
          status={runs ? 'active' : undone > 0 ? 'exception' : 'success'}
          aria-label="办理进度"
        />
      )}
      <p className="bt-sum" aria-live="polite">
        {runs ? `正在办理 ${ended} / ${total}` : resultText(batch)}
      </p>
      {fault !== undefined && (
        <p className="ys-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
