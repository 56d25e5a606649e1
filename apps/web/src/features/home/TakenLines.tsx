// Lines on work that left the list since the last answer, because somebody else did it: who, and what was done.
import { getLastHand, type TodayItem } from '@yunshu/contract/today'
import { todayKinds } from '@yunshu/domain/today/today'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'

/** The most lines that stand at once. */
const most = 3

interface TakenLinesProps {
  items: readonly TodayItem[]
  isPutOff: (item: TodayItem) => boolean
}

/** The lines stand until the list changes again. */
export function TakenLines({ items, isPutOff }: TakenLinesProps) {
  const [before, setBefore] = useState(items)
  const [gone, setGone] = useState<readonly TodayItem[]>([])
  if (before !== items) {
    const isHere = (item: TodayItem): boolean => items.some(({ kind, id }) => kind === item.kind && id === item.id)
    setGone(before.filter(item => !isHere(item) && !isPutOff(item)).slice(0, most))
    setBefore(items)
  }
  return gone.map(item => <TakenLine key={`${item.kind} ${item.id}`} item={item} />)
}

function TakenLine({ item: { kind, id, no } }: { item: TodayItem }) {
  const { data } = useCall(getLastHand, { id }, { quiet: true })
  if (data?.by === undefined) return null
  return (
    <output className="today-taken">
      {todayKinds[kind].label} {no} 已由 {data.by} {data.action}
    </output>
  )
}
