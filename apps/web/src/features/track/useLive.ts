// The vehicles of the live map and their positions, asked anew while the page is seen.
import { getLive, listTracked } from '@yunshu/contract/track/map'
import { useMemo } from 'react'
import { serverNow, useSecond } from '../../lib/clock.ts'
import { useCall } from '../../lib/useCall.ts'
import { useWhileSeen } from '../../lib/useWhileSeen.ts'
import { liveRows, type LiveRow } from './liveRows.ts'

const positionsEveryMs = 5000
const namesEveryMs = 60_000
/** States change by the clock alone; looking every ten seconds is often enough. */
const clockStepMs = 10_000

/** Rows of the map; undefined until the first answer is there. */
export function useLive(): {
  readonly rows: readonly LiveRow[] | undefined
  readonly error: Error | null
  readonly isMore: boolean
  readonly again: () => void
} {
  const tracked = useCall(listTracked, {}, { quiet: true })
  const live = useCall(getLive, {}, { quiet: true })
  useWhileSeen(() => void live.refetch(), positionsEveryMs)
  useWhileSeen(() => void tracked.refetch(), namesEveryMs)
  useSecond()
  const now = Math.floor(serverNow() / clockStepMs) * clockStepMs
  const { data: names } = tracked
  const { data: positions } = live
  const rows = useMemo(
    () => (names && positions ? liveRows(names.rows, positions.rows, now) : undefined),
    [names, positions, now],
  )
  return {
    rows,
    error: rows ? null : (tracked.error ?? live.error),
    isMore: names?.isMore ?? false,
    again: () => {
      void tracked.refetch()
      void live.refetch()
    },
  }
}
