// The vehicles of the live map and their positions: told over the socket, asked for while it says nothing.
import type { LivePosition } from '@yunshu/contract/track/map'
import { getLive, listTracked } from '@yunshu/contract/track/map'
import type { LiveFrame, LiveView } from '@yunshu/contract/track/liveFrame'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow, useTick } from '../../lib/clock.ts'
import { connectLive, type LiveLine } from '../../lib/live.ts'
import { useCall } from '../../lib/useCall.ts'
import { useWhileSeen } from '../../lib/useWhileSeen.ts'
import { positionsAfterFrame, liveRows, type LiveRow } from './liveRows.ts'

const positionsEveryMs = 5000
const namesEveryMs = 60_000
/** A server that was behind is asked sooner whether it has caught up. */
const behindEveryMs = 20_000
/** States change by the clock alone; looking every ten seconds is often enough, and every five whether the socket speaks. */
const clockStepMs = 10_000,
  socketStepMs = 5000
/** A socket that said nothing for so long has nothing to say, ms: it tells of everything every ten seconds. */
const quietMs = 15_000

interface Told {
  readonly positions: ReadonlyMap<number, LivePosition>
  readonly at: number
}

/** Positions as the socket tells them; undefined before its first frame. The socket rests while the page is not seen. */
function useSocket(): { readonly told: Told | undefined; readonly look: (view: LiveView['view']) => void } {
  const [told, setTold] = useState<Told>()
  const line = useRef<LiveLine>(undefined)
  const view = useRef<LiveView['view']>(undefined)
  useEffect(() => {
    const onFrame = (frame: LiveFrame): void =>
      setTold(old => ({ positions: positionsAfterFrame(old?.positions, frame), at: serverNow() }))
    const opened = connectLive({ onFrame })
    line.current = opened
    if (view.current) opened.look(view.current)
    return () => {
      line.current = undefined
      opened.close()
      setTold(undefined)
    }
  }, [])
  const look = useCallback((next: LiveView['view']): void => {
    view.current = next
    line.current?.look(next)
  }, [])
  return { told, look }
}

/** Rows of the map; undefined until the first answer is there. */
export function useLive(): {
  readonly rows: readonly LiveRow[] | undefined
  readonly error: Error | null
  readonly isMore: boolean
  /** The moment after which nothing is on the map, while the server is behind. */
  readonly behindSince: number | undefined
  readonly again: () => void
  /** Says which part of the map is looked at. */
  readonly look: (view: LiveView['view']) => void
} {
  const tracked = useCall(listTracked, {}, { quiet: true })
  const { told, look } = useSocket()
  // no oftener: each look draws the page anew
  useTick(socketStepMs)
  const isTold = told !== undefined && serverNow() - told.at < quietMs
  const live = useCall(getLive, {}, { quiet: true, enabled: !isTold })
  useWhileSeen(() => void live.refetch(), isTold ? undefined : positionsEveryMs)
  useWhileSeen(() => void tracked.refetch(), tracked.data?.behindSince === undefined ? namesEveryMs : behindEveryMs)
  const now = Math.floor(serverNow() / clockStepMs) * clockStepMs
  const { data: names } = tracked
  const asked = live.data?.rows
  const positions = useMemo(
    () => (isTold ? told.positions : asked && new Map(asked.map(position => [position.no, position]))),
    [isTold, told, asked],
  )
  const rows = useMemo(
    () => (names && positions ? liveRows(names.rows, positions, now) : undefined),
    [names, positions, now],
  )
  return {
    rows,
    error: rows ? null : (tracked.error ?? live.error),
    isMore: names?.isMore ?? false,
    behindSince: names?.behindSince,
    again: () => {
      void tracked.refetch()
      void live.refetch()
    },
    look,
  }
}
