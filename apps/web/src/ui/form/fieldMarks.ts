// Words that stand at fields of a form until somebody looked at them: where a value came from.
import { createContext } from 'react'

export interface FieldMark {
  readonly mark: string
  /** Somebody has to look; else it only says where the value came from. */
  readonly isDoubt?: boolean | undefined
}

/** By dotted path. */
export const FieldMarks = createContext<ReadonlyMap<string, FieldMark>>(new Map())
