// One piece of work: what, about what, until when, how much, and the way to do it.
import type { TodayItem } from '@yunshu/contract/today'
import { deadlineText } from '@yunshu/domain/today/deadline'
import { todayBandOf, todayKinds } from '@yunshu/domain/today/today'
import { freightMarks } from '@yunshu/domain/waybill/freightMark'
import { formatDateTime } from '@yunshu/domain/figures/time'
import { Money } from '../../ui/Figures.tsx'
import { shortCompany } from '../../ui/shortCompany.ts'
import { RouteText } from '../../ui/list/RouteText.tsx'

interface TodayRowProps {
  item: TodayItem
  now: number
  /** It was put off a moment ago. */
  isPutOff: boolean
  onPutOff: () => void
  onBringBack: () => void
}

export function TodayRow({ item, now, isPutOff, onPutOff, onBringBack }: TodayRowProps) {
  const { label, act, refuse } = todayKinds[item.kind]
  const name = `${label} ${item.no}`
  return (
    <li className="today-row" data-key={`${item.kind} ${item.id}`}>
      <div className="today-what">
        <p>
          <strong>{label}</strong> <span className="today-no">{item.no}</span>
          {item.beside !== undefined && <span className="today-beside">{item.beside}</span>}
        </p>
        <p className="today-about">
          {item.loadPlace !== undefined && item.unloadPlace !== undefined && (
            <RouteText loadPlace={item.loadPlace} unloadPlace={item.unloadPlace} />
          )}
          {item.about !== undefined && <span>{item.about}</span>}
          {item.whose !== undefined && <span title={item.whose}>{shortCompany(item.whose)}</span>}
        </p>
      </div>
      <Deadline deadline={item.deadline} now={now} />
      <span className="today-amount">
        {item.amount !== undefined && item.amount !== 0 && (
          <>
            {item.isEstimate && <span className="ys-weak">{freightMarks.estimated} </span>}
            <Money value={item.amount} />
          </>
        )}
      </span>
      <span className="today-acts">
        {isPutOff && <span className="ys-weak">已稍后，08:00 再提醒</span>}
        <button
          type="button"
          className="today-later"
          onClick={isPutOff ? onBringBack : onPutOff}
          aria-label={`${isPutOff ? '撤销稍后' : '稍后'}：${name}`}
        >
          {isPutOff ? '撤销' : '稍后'}
        </button>
        {!isPutOff && item.refusePath !== undefined && (
          <a className="today-later today-refuse" href={item.refusePath} aria-label={`${refuse ?? ''}：${name}`}>
            {refuse}
          </a>
        )}
        {!isPutOff && (
          <a className="today-act" href={item.path} aria-label={`${act}：${name}`}>
            {act}
          </a>
        )}
      </span>
    </li>
  )
}

function Deadline({ deadline, now }: { deadline: number | undefined; now: number }) {
  if (deadline === undefined) return <span className="today-deadline">不限时</span>
  return (
    <time
      className="today-deadline"
      data-band={todayBandOf(deadline, now)}
      dateTime={new Date(deadline).toISOString()}
      title={formatDateTime(deadline)}
    >
      {deadlineText(deadline, now)}
    </time>
  )
}
