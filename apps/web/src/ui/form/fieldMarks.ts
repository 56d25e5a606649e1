// Words that stand at fields of a form until somebody looked at them: where a value came from.
import { createContext } from 'react'

/** By dotted path. */
export const FieldMarks = createContext<ReadonlyMap<string, string>>(new Map())
