// The filter of a list: status tabs, query form, and a chip for each condition.
import type { PagedCall } from '../../lib/useCall.ts'
import type { UrlFilter, UrlState } from '../../lib/urlState.ts'
import { Chips } from './Chips.tsx'
import { QueryForm, type QueryField } from './QueryForm.tsx'
import type { Said } from './sayFilter.ts'
import { StatusTabs } from './StatusTabs.tsx'
import type { Tabs } from './useCounts.ts'

interface ListFilterProps<C extends PagedCall> {
  call: C
  url: UrlState<C>
  query: readonly QueryField<C>[]
  tabs: Tabs<C> | undefined
  counts: Readonly<Record<string, number>> | undefined
  /** The conditions in words. */
  said: readonly Said[]
  panelId: string
  /** The same conditions are asked for once more. */
  onAgain: () => void
}

export function ListFilter<C extends PagedCall>(props: ListFilterProps<C>) {
  const { call, url, query, tabs, counts, said, panelId, onAgain } = props
  const { filter, setFilter, put, drop } = url
  const onQuery = (next: UrlFilter<C>): void => {
    const kept = tabs ? { ...next, [tabs.field]: filter[tabs.field] } : next
    setFilter(kept)
    if (JSON.stringify(kept) === JSON.stringify(filter)) onAgain()
  }
  const clear = (): void => onQuery({} as UrlFilter<C>)
  return (
    <>
      {tabs && (
        <StatusTabs
          machine={tabs.machine}
          {...(tabs.states ? { states: tabs.states } : {})}
          counts={counts}
          value={filter[tabs.field] as string | undefined}
          panelId={panelId}
          onChange={state => put(tabs.field, state)}
        />
      )}
      {query.length > 0 && <QueryForm call={call} fields={query} filter={filter} onQuery={onQuery} onReset={clear} />}
      <Chips said={said} onRemove={drop} onClear={clear} />
    </>
  )
}
