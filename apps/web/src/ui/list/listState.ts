// The memory of a list beside its rows: chosen rows, the row under the keyboard, and rows opened before.
import { createContext, use } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

interface ListMarks {
  readonly chosen: ReadonlySet<string>
  /** The row the keys j and k stand on. */
  readonly active: string | undefined
  /** The row ticked last: where a range begins. */
  readonly anchor: string | undefined
  readonly visited: ReadonlySet<string>
}
export type ListState = UseBoundStore<StoreApi<ListMarks>>

const visitedMax = 500

/** A store of its own per list, so that a tick draws one cell anew and not the table. */
export function createListState(visitedKey: string): ListState {
  return create<ListMarks>(() => ({
    chosen: new Set(),
    active: undefined,
    anchor: undefined,
    visited: new Set(readVisited(visitedKey)),
  }))
}

/** The state of the list a cell stands in. */
export const ListContext = createContext<ListState>(createListState(''))
export const useListState = <T>(pick: (marks: ListMarks) => T): T => use(ListContext)(pick)

/** Ticks or unticks rows. */
export function choose(list: ListState, ids: readonly string[], isChosen: boolean): void {
  list.setState(({ chosen }) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    const last = ids.at(-1)
    return { chosen: next, ...(ids.length === 1 && isChosen && last !== undefined ? { anchor: last } : {}) }
  })
}

/** Unticks all: after refresh and another filter, people must not act on rows they cannot see. */
export const clearChosen = (list: ListState): void => list.setState({ chosen: new Set() })

/** Remembers that a row was opened, for this browser session. */
export function markVisited(list: ListState, visitedKey: string, id: string): void {
  const ids = [...readVisited(visitedKey).filter(each => each !== id), id].slice(-visitedMax)
  list.setState({ visited: new Set(ids), active: id })
  try {
    sessionStorage.setItem(visitedName(visitedKey), JSON.stringify(ids))
  } catch {
    /* blocked storage: the mark lasts until the page is loaded anew */
  }
}

const visitedName = (key: string): string => `yunshu.visited.${key}`

function readVisited(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(visitedName(key)) ?? '[]')
    return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}
