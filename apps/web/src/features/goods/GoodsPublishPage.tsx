// Publishing goods: opens on the draft kept before, else on an empty form.
import { serverNow } from '../../lib/clock.ts'
import { useState } from 'react'
import { Skeleton } from '../../ui/States.tsx'
import { blankGoods } from './publishForm.ts'
import { PublishForm } from './PublishForm.tsx'
import { useKeptDraft } from './useKeptDraft.ts'
import './goods.css'

/** Screen GoodsPublish. */
export default function GoodsPublishPage() {
  const kept = useKeptDraft()
  // another number mounts the form anew
  const [round, setRound] = useState(0)
  if (kept.state === 'loading') return <div className="ys-page"><Skeleton lines={14} /></div>
  const clear = (): void => {
    kept.forget()
    setRound(round + 1)
  }
  return <PublishForm key={round} initial={kept.draft ?? blankGoods(serverNow())} isRestored={kept.draft !== undefined} savedAt={kept.savedAt} isKeepFailed={kept.isFailed ?? false} onKeep={kept.keep} onStop={kept.stop} onClear={clear} />
}
