// Presses on a waybill without a network that wait to be sent, or were refused.
import { useMemo } from 'react'
import { wordsOf, type QueuedAct } from '../../lib/queue/act.ts'
import { useQueued } from '../../lib/queue/own.ts'
import { Time } from '../../ui/Figures.tsx'

/** The acts of a waybill that wait in this browser. */
export function useQueuedOf(waybillId: string): readonly QueuedAct[] {
  const acts = useQueued(state => state.acts)
  return useMemo(() => acts.filter(({ input }) => input.id === waybillId), [acts, waybillId])
}

/** In a row of a list: something of this waybill waits to be sent, or was refused. */
export function QueuedMark({ id }: { id: string }) {
  const mark = useQueued(({ acts }) => {
    const own = acts.filter(({ input }) => input.id === id)
    return own.some(({ refused }) => refused !== undefined) ? '发送未成功' : own.length > 0 ? '待发送' : undefined
  })
  return mark && <b className="ys-queued">{mark}</b>
}

export function QueuedLines({ acts }: { acts: readonly QueuedAct[] }) {
  return (
    <>
      {acts.map(act => (
        <output key={act.id} className="ys-draft">
          {act.refused === undefined ? (
            <span>
              待发送：{wordsOf(act)}（<Time value={act.at} />）
            </span>
          ) : (
            <span className="ys-fault">
              {wordsOf(act)}未成功：{act.refused}。请在页面顶部“待发送”中处理
            </span>
          )}
        </output>
      ))}
    </>
  )
}
