// The memory of a list beside its rows: chosen rows, the row under the keyboard, and rows opened before.
import { createContext, use } from 'react'
import { create, type StoreApi, type UseBoundStore } from 'zustand'

interface ListMarks {
  readonly chosen: ReadonlySet<string>
  /** All rows under the filter are chosen, those not loaded too. */
  readonly isWhole: boolean
  /** The row the keys stand on, or that was pressed last. */
  readonly active: string | undefined
  /** The row ticked last: where a range begins. */
  readonly anchor: string | undefined
  readonly visited: ReadonlySet<string>
  /** The row the strip of acts stands in: pointed at, or walked on. */
  readonly hot: string | undefined
  /** The active row takes the focus when it is drawn. */
  readonly takesFocus: boolean
  /** Rows are walked on as one stop of the Tab key; cards have stops of their own. */
  readonly isWalked: boolean
  /** The active row is shown beside the list. */
  readonly isPeeking: boolean
  /** It always is: the list is an inbox in a wide window. */
  readonly isPinned: boolean
  /** A dialog about it is open: the next one waits. */
  readonly isHeld: boolean
  /** The row the person has just dealt with: that it leaves is no news. */
  readonly done: string | undefined
  /** Keys of acts rest: the next record was not looked at yet. */
  readonly isResting: boolean
}
export type ListState = UseBoundStore<StoreApi<ListMarks>>

const visitedMax = 500

/** A store of its own per list, so that a tick draws one cell anew and not the table. */
export function createListState(visitedKey: string): ListState {
  return create<ListMarks>(() => ({
    chosen: new Set(),
    isWhole: false,
    active: undefined,
    anchor: undefined,
    visited: new Set(readVisited(visitedKey)),
    hot: undefined,
    takesFocus: false,
    isWalked: false,
    isPeeking: false,
    isPinned: false,
    isHeld: false,
    done: undefined,
    isResting: false,
  }))
}

/** The state of the list a cell stands in. */
export const ListContext = createContext<ListState>(createListState(''))
export const useListState = <T>(pick: (marks: ListMarks) => T): T => use(ListContext)(pick)

/** Ticks or unticks rows. */
export function chooseRows(list: ListState, ids: readonly string[], isChosen: boolean): void {
  list.setState(({ chosen }) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isChosen) next.add(id)
      else next.delete(id)
    }
    const last = ids.at(-1)
    return {
      chosen: next,
      isWhole: false,
      ...(ids.length === 1 && isChosen && last !== undefined ? { anchor: last } : {}),
    }
  })
}

/** Walks to a row: it has the focus and the strip. */
export const walkTo = (list: ListState, id: string, takesFocus = true): void =>
  list.setState({ active: id, hot: id, takesFocus })

/** Unticks all: after refresh and another filter, people must not act on rows they cannot see. */
export const clearChosen = (list: ListState): void => list.setState({ chosen: new Set(), isWhole: false })

/** Chooses all rows under the filter. */
export const chooseWhole = (list: ListState): void => list.setState({ isWhole: true })

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
