// The number of presses that wait for the network, in the header; it opens their list.
import { useEffect } from 'react'
import { useQueued } from '../../lib/queue/own.ts'
import { shellPart } from '../script.ts'
import { useQueueOpen } from './queueOpen.ts'

const load = () => import('./QueuedDialog.tsx')
const QueuedDialog = shellPart(load, {
  onFault: () => useQueueOpen.setState({ isOpen: false }),
})

/** Nothing while nothing waits. */
export function QueuedButton() {
  const acts = useQueued(state => state.acts)
  const isOpen = useQueueOpen(state => state.isOpen)
  useEffect(() => {
    // there is no network to load it by when it is needed first
    load().catch(() => undefined)
  }, [])
  const refused = acts.filter(act => act.refused !== undefined).length
  return (
    <>
      {acts.length > 0 && (
        <button
          type="button"
          className="header-queued"
          data-refused={refused > 0}
          aria-label={`待发送 ${acts.length} 项${refused > 0 ? `，${refused} 项未成功` : ''}`}
          onClick={() => useQueueOpen.setState({ isOpen: true })}
        >
          待发送 {acts.length}
        </button>
      )}
      {isOpen && <QueuedDialog />}
    </>
  )
}
