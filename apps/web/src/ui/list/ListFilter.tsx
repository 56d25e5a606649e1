// The conditions of a list under its bar: the panel that sets them while it is open, and a chip for each that is set.
import { useState } from 'react'
import type { PagedCall } from '../../lib/useCall.ts'
import type { UrlFilter, UrlState } from '../../lib/urlState.ts'
import { Chips } from './Chips.tsx'
import { QueryForm, type QueryField } from './QueryForm.tsx'
import type { Said } from './sayFilter.ts'
import type { ListSearch } from './SearchField.tsx'
import type { Tabs } from './useCounts.ts'

/** The fields of the panel: those the search does not say. */
export const panelFields = <C extends PagedCall>(
  query: readonly QueryField<C>[],
  search: ListSearch<C> | undefined,
): readonly QueryField<C>[] => {
  const [only, ...others] = search?.names.filter(name => name !== 'numbers') ?? []
  // a search that means one of several fields leaves them in the panel, where they can be asked for together
  const isSaid = (name: string): boolean => name === 'numbers' || (others.length === 0 && name === only)
  return search ? query.filter(field => !('name' in field) || !isSaid(field.name)) : query
}

interface ListFilterProps<C extends PagedCall> {
  call: C
  url: UrlState<C>
  fields: readonly QueryField<C>[]
  tabs: Tabs<C> | undefined
  /** The conditions in words. */
  said: readonly Said[]
  isOpen: boolean
  onClose: () => void
  /** The same conditions are asked for once more. */
  onAgain: () => void
  /** Saves the conditions as a view; absent where there is nothing new to save. */
  onKeep: (() => void) | undefined
}

export function ListFilter<C extends PagedCall>(props: ListFilterProps<C>) {
  const { call, url, fields, tabs, said, isOpen, onClose, onAgain, onKeep } = props
  const { filter, setFilter, drop } = url
  const onQuery = (next: UrlFilter<C>): void => {
    const kept = tabs ? { ...next, [tabs.field]: filter[tabs.field] } : next
    setFilter(kept)
    if (JSON.stringify(kept) === JSON.stringify(filter)) onAgain()
  }
  const clear = (): void => onQuery({} as UrlFilter<C>)
  return (
    <>
      {isOpen && fields.length > 0 && (
        <QueryForm
          call={call}
          fields={fields}
          filter={filter}
          onQuery={next => {
            onQuery(next)
            onClose()
          }}
          onReset={clear}
          onClose={onClose}
        />
      )}
      <Chips said={said} onRemove={drop} onClear={clear} onKeep={onKeep} />
    </>
  )
}

/** Whether the panel is open; a list that cannot be asked without conditions opens with it. */
export function useFilterPanel(isNeeded: boolean) {
  const [isOpen, setOpen] = useState(isNeeded)
  return { isOpen, close: () => setOpen(false), toggle: () => setOpen(!isOpen) }
}
