// A batch whose dialog was closed before its end: its result is said once it is over.
import { useEffect } from 'react'
import { toast } from '../../lib/toast.ts'
import { isUnderWay, resultText } from './batchChoice.ts'
import { useBatchProgress } from './useBatchProgress.ts'

/** Shows nothing of its own. */
export function BatchWatch({ id, onEnd }: { id: string; onEnd: () => void }) {
  const { data } = useBatchProgress(id)
  useEffect(() => {
    if (data === undefined || isUnderWay(data)) return
    if (data.undone > 0) toast.warning(`${resultText(data)}，原因见批量任务`)
    else toast.success(resultText(data))
    onEnd()
  }, [data, onEnd])
  return null
}
