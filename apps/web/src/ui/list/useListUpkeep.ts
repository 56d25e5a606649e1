// The upkeep of a list: forgets rows chosen under another filter, starts at the top again, asks for living rows.
import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { refreshCalls } from '../../lib/queryClient.ts'
import { toast } from '../../lib/toast.ts'
import { keptPages } from '../../lib/useCall.ts'
import { useWhileSeen } from '../../lib/useWhileSeen.ts'
import type { GridHandle } from './Grid.tsx'
import { clearChosen, type createListState } from './listState.ts'

interface Upkeep {
  readonly list: ReturnType<typeof createListState>
  readonly listKey: string
  /** The whole filter; keeps its identity while it is the same. */
  readonly filter: unknown
  readonly grid: RefObject<GridHandle | null>
  readonly pageCount: number
  /** Some row shown changes by itself. */
  readonly hasLife: boolean
}

/** The time between requests of a list whose rows change by themselves, ms. */
const aliveMs = 2000

export function useListUpkeep({ list, listKey, filter, grid, pageCount, hasLife }: Upkeep): void {
  const chosenUnder = useRef(filter)
  useEffect(() => {
    // people must not act on rows they can no longer see; coming back to the tab is no other filter
    if (chosenUnder.current !== filter && list.getState().chosen.size > 0) {
      clearChosen(list)
      toast.info('条件变了，已取消选择')
    }
    chosenUnder.current = filter
  }, [list, filter])
  const pagesBefore = useRef(pageCount)
  useEffect(() => {
    // a long list that was asked anew has started over
    if (pagesBefore.current > keptPages && pageCount === 1) grid.current?.scrollToTop()
    pagesBefore.current = pageCount
  }, [grid, pageCount])
  const again = useCallback(() => void refreshCalls([listKey]), [listKey])
  useWhileSeen(again, hasLife ? aliveMs : undefined)
}
