// The one bar of a list: states with counts, what is done with chosen rows, search, filter, order, views, the rest, and
// the primary act.
import { CloseOutlined, SearchOutlined } from '@ant-design/icons'
import { useState, type ReactNode } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import type { UrlState } from '../../lib/urlState.ts'
import { useNarrow } from '../../lib/useMobile.ts'
import { SearchField, type ListSearch } from './SearchField.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import type { Tabs } from './useCounts.ts'

interface ListBarProps<C extends PagedCall> {
  call: C
  url: UrlState<C>
  tabs: Tabs<C> | undefined
  counts: Readonly<Record<string, number>> | undefined
  /** Of these, rows whose next step another person has to take. */
  own?: Readonly<Record<string, number>> | undefined
  search: ListSearch<C> | undefined
  panelId: string
  /** Left of the states: a choice of lists. */
  head: ReactNode
  /** The acts on chosen rows; they cover states and search. */
  bulk: ReactNode
  tools: ReactNode
  /** Words of the trade that are explained: behind the states; on phones above the cards. */
  extra?: ReactNode
  primary: ReactNode
  /** The same conditions are asked for once more. */
  onAgain: () => void
  isMobile: boolean
}

export function ListBar<C extends PagedCall>(props: ListBarProps<C>) {
  const { call, url, tabs, counts, own, search, panelId, head, bulk, tools, extra, primary, onAgain, isMobile } = props
  const [isSearching, setSearching] = useState(false)
  // the search takes the place of the states while it is used; where nothing else stands in the bar it has the room
  const isNarrow = useNarrow()
  const isFolded = tabs === undefined ? isMobile && Boolean(head) : isNarrow
  const terms = extra && !isMobile && <span className="ys-bar-extra">{extra}</span>
  const { filter, patch, put } = url
  return (
    <div className="ys-bar">
      <div className="ys-bar-main">
        {head}
        {!tabs && terms}
        {isFolded && isSearching ? null : tabs ? (
          <StatusTabs
            machine={tabs.machine}
            {...(tabs.states ? { states: tabs.states } : {})}
            counts={counts}
            own={own}
            allUnder={tabs.allUnder}
            value={filter[tabs.field] as string | undefined}
            panelId={panelId}
            onChange={state => put(tabs.field, state)}
          />
        ) : (
          <span className="ys-bar-room" />
        )}
        {tabs && terms}
        {search && (!isFolded || isSearching) && (
          <SearchField
            call={call}
            search={search}
            filter={filter}
            onSearch={part => {
              const isSame = Object.entries(part).every(
                ([name, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(filter, name)),
              )
              setSearching(false)
              if (isSame) onAgain()
              else patch(part as Parameters<typeof patch>[0])
            }}
          />
        )}
        {bulk}
      </div>
      <div className="ys-bar-tools">
        {isFolded && search && (
          <button
            type="button"
            className="ys-bar-button"
            aria-label={isSearching ? '关闭搜索' : '搜索本列表'}
            onClick={() => setSearching(!isSearching)}
          >
            {isSearching ? <CloseOutlined aria-hidden /> : <SearchOutlined aria-hidden />}
          </button>
        )}
        {tools}
        {primary && !isMobile && <div className="ys-bar-primary">{primary}</div>}
      </div>
    </div>
  )
}
