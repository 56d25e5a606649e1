// The walk through the rows of a list from the record that is shown beside it.
import { createContext, use } from 'react'

interface PeekWalk {
  /** The person has dealt with this row: the next one comes, the one before it at the end of the list. */
  readonly next: () => void
}

/** Undefined where no list stands beside. */
export const PeekWalkContext = createContext<PeekWalk | undefined>(undefined)

export const usePeekWalk = (): PeekWalk | undefined => use(PeekWalkContext)
