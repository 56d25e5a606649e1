// The place a record is drawn in: a page of its own, or the panel beside a list.
import { createContext, use } from 'react'

export type RecordPlace = 'page' | 'peek'

/** Undefined outside records. The panel beside a list has its own way to the neighbours, and the page its own title. */
export const RecordPlaceContext = createContext<RecordPlace | undefined>(undefined)

export const useRecordPlace = (): RecordPlace | undefined => use(RecordPlaceContext)
