// The walk from the drawer of a row to those beside it.
import { createContext } from 'react'

export interface DrawerWalk {
  /** The place of the row among those of the list, as it is said. */
  readonly place: string
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

/** Undefined where the row stands in no list: it was opened by a link, or the filter leaves it out. */
export const DrawerWalkContext = createContext<DrawerWalk | undefined>(undefined)
