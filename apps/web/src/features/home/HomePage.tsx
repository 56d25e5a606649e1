// The first page: what waits for the person, in one order, with the act beside it; below, the last thirty days.
import { screenUrl } from '@yunshu/contract/screens/screens'
import { listToday, todayCountMax } from '@yunshu/contract/today'
import { hourOf } from '@yunshu/domain/figures/time'
import { todayGroups, type TodayGroup } from '@yunshu/domain/today/kindRow'
import { todayKinds } from '@yunshu/domain/today/today'
import { Button } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../lib/clock.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/States.tsx'
import { DaysSection } from './DaysSection.tsx'
import { FirstDay } from './FirstDay.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { TodayList } from './TodayList.tsx'
import './home.css'

const greeting = (hour: number): string =>
  hour < 6 ? '夜深了' : hour < 11 ? '早上好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好'
const countText = (count: number): string => (count >= todayCountMax ? `${todayCountMax - 1}+` : String(count))

const groupKeys = Object.keys(todayGroups) as TodayGroup[]
/** The parts of the list that can be looked at: all, a group, or what was put off. */
type Part = TodayGroup | 'all' | 'later'
const isPart = (text: string): text is Part => text === 'later' || groupKeys.some(key => key === text)

/** Screen `index`; the part that is looked at stands in the address as `part`. */
export default function HomePage() {
  const info = useSession(session => session.info)
  const canSeeWaybills = useCan('waybill.view')
  const [params, setParams] = useSearchParams()
  const said = params.get('part') ?? ''
  const part: Part = isPart(said) ? said : 'all'
  const shown = useCall(listToday, part === 'all' ? {} : part === 'later' ? { later: true } : { group: part }, {
    quiet: true,
    keepPrevious: true,
  })
  const [now] = useState(serverNow)
  const [settledPart, setSettledPart] = useState<Part>()
  if (settledPart !== part && !shown.isFetching) setSettledPart(part)
  const { data } = shown
  const total = data ? Object.values(data.counts).reduce((sum, count) => sum + count, 0) : 0
  const isEmpty = data?.items.length === 0 && data.failed.length === 0
  return (
    <div className="home">
      <header className="home-head">
        <div>
          <h1 data-tour="today">今日</h1>
          <p>
            {info?.name || info?.account}，{greeting(hourOf(now))}。
            {data &&
              (total === 0
                ? '没有等您办理的事'
                : `${countText(total)} 件事等您${data.late > 0 ? `，${data.late} 件逾期` : ''}`)}
          </p>
        </div>
        {canSeeWaybills && <TodayFigures />}
      </header>
      <FirstDay />
      {data && (total > 0 || data.later > 0) && (
        <Parts
          part={part}
          counts={data.counts}
          total={total}
          later={data.later}
          onChoose={next => setParams(next === 'all' ? {} : { part: next })}
        />
      )}
      {shown.error && !data ? (
        <ErrorState error={shown.error} retry={() => void shown.refetch()} />
      ) : data ? (
        <>
          {data.failed.length > 0 && (
            <p className="today-failed" role="alert">
              {data.failed.map(kind => todayKinds[kind].label).join('、')}暂时读不出来，其余不受影响。
              <button type="button" className="today-later" onClick={() => void shown.refetch()}>
                重试
              </button>
            </p>
          )}
          {isEmpty ? (
            <EmptyState text={part === 'later' ? '没有稍后处理的事' : '都办完了，有新的事会出现在这里'}>
              {canSeeWaybills && <Button href={screenUrl('WaybillList')}>看运单</Button>}
            </EmptyState>
          ) : (
            // a known answer stays in sight until the answer is there, in a list of its own: each list keeps its order
            <TodayList
              key={settledPart === part ? part : 'before'}
              items={data.items}
              now={now}
              isLater={part === 'later'}
            />
          )}
        </>
      ) : (
        <Skeleton lines={8} />
      )}
      {canSeeWaybills && <DaysSection />}
    </div>
  )
}

interface PartsProps {
  part: Part
  counts: Readonly<Record<string, number>>
  total: number
  later: number
  onChoose: (part: Part) => void
}

/** The parts of the list with their counts; a group without work is left out. */
function Parts({ part, counts, total, later, onChoose }: PartsProps) {
  const parts: readonly (readonly [Part, string, number])[] = [
    ['all', '全部', total],
    ...groupKeys.map(key => [key, todayGroups[key], counts[key] ?? 0] as const),
    ['later', '已稍后', later],
  ]
  return (
    <div className="today-parts" role="toolbar" aria-label="今日待办分类">
      {parts
        .filter(([key, , count]) => key === 'all' || key === part || count > 0)
        .map(([key, title, count]) => (
          <button key={key} type="button" aria-pressed={key === part} onClick={() => onChoose(key)}>
            {title} <span className="ys-count">{countText(count)}</span>
          </button>
        ))}
    </div>
  )
}
