// The way a page opens the drawer of a form again, for the word that its draft is kept.
import { createContext, type ReactNode } from 'react'

/** Opens the drawer a form stands in again. */
export const ReopenContext = createContext<(() => void) | undefined>(undefined)

/** Stands around a drawer; `by` opens it for the same record. */
export const Reopens = ({ by, children }: { by: () => void; children: ReactNode }) => (
  <ReopenContext value={by}>{children}</ReopenContext>
)
