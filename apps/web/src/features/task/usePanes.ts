// The lists of the page of tasks with their counts, and the one it opens on: where something waits.
import { listGoodsChanges } from '@yunshu/contract/goods/change'
import { listOffers } from '@yunshu/contract/goods/goods'
import { countTasks, type TaskPane } from '@yunshu/contract/task/task'
import { openTaskStates } from '@yunshu/domain/task/task'
import { useState } from 'react'
import { useCall } from '../../lib/useCall.ts'

/** Counts stop here; more reads 99+. */
const counted = 99
const page = { limit: counted + 1 } as const
const pageWaiting = { ...page, isWaiting: true } as const
const counts = { part: 'counts' } as const
/** Tasks come first, then the offers; changes lead only where nothing else waits. */
const order: readonly TaskPane[] = ['tasks', 'offers', 'changes']

/** 12, 99+; nothing where it is not known yet. */
export const paneCount = (count: number | undefined): string =>
  count === undefined ? '' : count > counted ? `${counted}+` : String(count)

/** The list that opens by itself: the first in which something waits; undefined while that is not known. */
export function paneToOpen(waiting: Readonly<Record<TaskPane, number | undefined>>): TaskPane | undefined {
  for (const pane of order) {
    const count = waiting[pane]
    if (count === undefined) return undefined
    if (count > 0) return pane
  }
  return 'tasks'
}

/** For a carrier; others have one list and ask for nothing. */
export function usePanes(enabled: boolean) {
  const how = { quiet: true, enabled }
  const tasks = useCall(countTasks, counts, how)
  const offers = useCall(listOffers, page, how)
  const changes = useCall(listGoodsChanges, pageWaiting, how)
  const waiting = {
    tasks: tasks.data && openTaskStates.reduce((sum, state) => sum + (tasks.data.state[state] ?? 0), 0),
    offers: offers.data?.rows.length,
    changes: changes.data?.rows.length,
  }
  const hasFault = tasks.error ?? offers.error ?? changes.error
  // an opened pane stays open while its work is done
  const [opened, setOpened] = useState<TaskPane>()
  const found = opened ?? (hasFault ? 'tasks' : paneToOpen(waiting))
  if (found !== opened) setOpened(found)
  return { waiting, opened }
}
