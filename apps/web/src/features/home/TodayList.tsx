// The list of today: work in bands of time, walked by keys, put off or done row by row.
import { bringBackToday, listToday, putOffToday, type TodayItem } from '@yunshu/contract/today'
import { todayBandOf, todayBands } from '@yunshu/domain/today/today'
import { useMemo, useRef, useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { useSend } from '../../lib/useCall.ts'
import { TodayRow } from './TodayRow.tsx'
import { TakenLines } from './TakenLines.tsx'
import { useHeldOrder } from './useHeldOrder.ts'
import { useTodayKeys } from './useTodayKeys.ts'

const keyOf = ({ kind, id }: TodayItem): string => `${kind} ${id}`
const stale = [listToday]

/** A row that was put off here, and whether it was brought back since. */
interface PutOff {
  readonly item: TodayItem
  readonly isBack: boolean
}

interface TodayListProps {
  items: readonly TodayItem[]
  now: number
  /** These were put off: they can be brought back. */
  isLater: boolean
}

export function TodayList({ items, now, isLater }: TodayListProps) {
  const place = useRef<HTMLDivElement>(null)
  // rows stay in sight after they were put off, so that it can be taken back, and then until the answer holds them again
  const [putOff, setPutOff] = useState<ReadonlyMap<string, PutOff>>(new Map())
  const all = useMemo(() => {
    const here = new Set(items.map(keyOf))
    return [...items, ...[...putOff].filter(([key]) => !here.has(key)).map(([, { item }]) => item)]
  }, [items, putOff])
  const { shown, fresh, takeIn } = useHeldOrder(all, keyOf)
  const later = useSend(putOffToday, {
    invalidates: stale,
    done: (_, { kind, id }) => {
      const item = items.find(each => each.kind === kind && each.id === id)
      if (item) setPutOff(old => new Map(old).set(keyOf(item), { item, isBack: false }))
    },
  })
  const back = useSend(bringBackToday, {
    invalidates: stale,
    done: (_, { kind, id }) => {
      setPutOff(
        old => new Map([...old].map(([key, row]) => [key, key === `${kind} ${id}` ? { ...row, isBack: true } : row])),
      )
      if (isLater) toast.success('已放回今日')
    },
  })
  const isBack = items.filter(item => putOff.get(keyOf(item))?.isBack)
  if (isBack.length > 0)
    setPutOff(old => new Map([...old].filter(([key]) => !isBack.some(item => keyOf(item) === key))))
  const isPutOff = (item: TodayItem): boolean => putOff.get(keyOf(item))?.isBack === false
  const onPutOff = ({ kind, id }: TodayItem): void => void later.run({ kind, id })
  const onBringBack = ({ kind, id }: TodayItem): void => void back.run({ kind, id })
  useTodayKeys(place, key => {
    const item = shown.find(each => keyOf(each) === key)
    if (item && !isLater && !isPutOff(item)) onPutOff(item)
  })
  return (
    <div ref={place} className="today-list">
      {!isLater && <TakenLines items={items} isPutOff={isPutOff} />}
      {fresh > 0 && (
        <button type="button" className="today-fresh" onClick={takeIn}>
          {fresh} 项新增
        </button>
      )}
      {todayBands.map((title, band) => {
        const inBand = shown.filter(({ deadline }) => todayBandOf(deadline, now) === band)
        if (inBand.length === 0) return null
        return (
          <section key={title} aria-labelledby={`today-band-${band}`}>
            <h2 id={`today-band-${band}`} data-band={band}>
              {title}
            </h2>
            <ul>
              {inBand.map(item => (
                <TodayRow
                  key={keyOf(item)}
                  item={item}
                  now={now}
                  isPutOff={isLater || isPutOff(item)}
                  onPutOff={() => onPutOff(item)}
                  onBringBack={() => onBringBack(item)}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
