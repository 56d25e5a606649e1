// The way from a row of the page that makes sheets to the dialog that holds its part: columns are tables without state.
import { createContext } from 'react'
import type { Holding } from './HoldDialog.tsx'

interface Holds {
  readonly ask: (holding: Holding) => void
}

export const HoldContext = createContext<Holds>({
  ask: () => {
    throw new Error('a part is held on the page that makes sheets')
  },
})
