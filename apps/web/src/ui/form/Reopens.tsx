// The way a page opens the drawer of a form or a dialog again, for the word that its draft is kept.
import { createContext, use, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Opens the drawer or dialog a form stands in again. */
const ReopenContext = createContext<(() => void) | undefined>(undefined)

/** Stands around a drawer or dialog; `by` opens it for the same record. */
export const Reopens = ({ by, children }: { by: () => void; children: ReactNode }) => (
  <ReopenContext value={by}>{children}</ReopenContext>
)

/**
 * Opens what it stands in again: by the page around it, in its tab, which may be behind another by then, or by `url`,
 * the address of the act. Undefined where neither is known.
 */
export function useReopen(url?: string): (() => void) | undefined {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const open = use(ReopenContext)
  if (open)
    return () => {
      void navigate(pathname + search)
      open()
    }
  return url === undefined ? undefined : () => void navigate(url)
}
