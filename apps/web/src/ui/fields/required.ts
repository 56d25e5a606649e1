// Whether the field an input stands in must be filled: then a select offers no button that empties it.
import { createContext } from 'react'

/** Given by Field and QueryForm. */
export const RequiredContext = createContext(false)
