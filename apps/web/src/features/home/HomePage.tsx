// The first page: who is here, what waits for them today, and where their work begins.
import { getHome } from '@yunshu/contract/home'
import { menuGroups } from '@yunshu/contract/screens'
import { dayInWords, hourOf } from '@yunshu/domain/figures/time'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useCan } from '../../lib/can.ts'
import { useSession } from '../../lib/session.ts'
import { useCall } from '../../lib/useCall.ts'
import { countText } from '../../ui/list/StatusTabs.tsx'
import { ErrorState, Skeleton } from '../../ui/States.tsx'
import { DaysSection } from './DaysSection.tsx'
import './home.css'

const greeting = (hour: number): string =>
  hour < 6 ? '夜深了' : hour < 11 ? '早上好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好'

/** Screen `index`. */
export default function HomePage() {
  const info = useSession(session => session.info)
  const { data, error, refetch } = useCall(getHome, {}, { quiet: true })
  const canSeeWaybills = useCan('waybill.view')
  const [now] = useState(serverNow)
  const cards = data?.cards ?? []
  const waiting = cards.filter(({ count }) => count > 0).length
  return (
    <div className="home">
      <header className="home-head">
        <h1>
          {greeting(hourOf(now))}，{info?.name || info?.account}
        </h1>
        <p>
          {dayInWords(now)}
          {data && <span>　{waiting > 0 ? `有 ${waiting} 类事项待处理` : '今天没有待处理的事项'}</span>}
        </p>
      </header>
      <section aria-labelledby="home-waiting">
        <h2 id="home-waiting">待办事项</h2>
        {error ? (
          <ErrorState
            error={error}
            retry={() => {
              void refetch()
            }}
          />
        ) : data ? (
          <Cards cards={cards} />
        ) : (
          <Skeleton lines={3} />
        )}
      </section>
      {canSeeWaybills && <DaysSection />}
      <Starts />
    </div>
  )
}

interface Card {
  key: string
  title: string
  count: number
  path: string
  tone: string
}

function Cards({ cards }: { cards: readonly Card[] }) {
  if (cards.length === 0) return <p className="home-none">暂无待办事项。</p>
  return (
    <ul className="home-cards">
      {cards.map(({ key, title, count, path, tone }) => (
        <li key={key}>
          <a href={path} data-tone={count > 0 ? tone : 'idle'} data-empty={count === 0}>
            <span className="home-title">{title}</span>
            <strong>{countText(count)}</strong>
          </a>
        </li>
      ))}
    </ul>
  )
}

// a group of one page is that page in the menu; here it is named as the group
const groupTitle = (icon: string | undefined): string | undefined =>
  Object.entries(menuGroups).find(([key]) => key === icon)?.[1]

/** The pages of the person's menu, grouped as in the menu. */
function Starts() {
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? []
  const groups = menus
    .map(({ title, path, icon, children }) => ({
      title: groupTitle(icon) ?? title,
      pages: children ?? (path === '' ? [] : [{ title, path }]),
    }))
    .map(group => ({
      ...group,
      pages: group.pages.filter(({ path }) => path !== '' && !/^https?:/.test(path) && !path.endsWith('index')),
    }))
    .filter(({ pages }) => pages.length > 0)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby="home-starts">
      <h2 id="home-starts">常用入口</h2>
      <div className="home-starts">
        {groups.map(({ title, pages }) => (
          <div key={title}>
            <h3>{title}</h3>
            <ul>
              {pages.map(page => {
                const url = page.path.startsWith('/') ? page.path : `/${page.path}`
                return (
                  <li key={page.path}>
                    <a href={url}>{page.title}</a>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
