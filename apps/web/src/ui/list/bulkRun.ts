// Sends one write per row, a few at a time, and reports the result of each; writes not sent yet can be called off.

export type BulkState = 'waiting' | 'sending' | 'done' | 'refused' | 'stopped'

/** The result of one row. */
export interface BulkResult {
  readonly id: string
  readonly state: BulkState
  readonly reason?: string
}

/** Writes under way at once. */
const lanes = 4

interface BulkRun {
  readonly ids: readonly string[]
  readonly send: (id: string) => Promise<unknown>
  /** Hears of each change of one row. */
  readonly tell: (result: BulkResult) => void
  /** True once the rest is called off; writes under way end as they end. */
  readonly isStopped: () => boolean
}

/** Resolves once every row has an end; never rejects. */
export async function runBulk({ ids, send, tell, isStopped }: BulkRun): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
      if (isStopped()) {
        tell({ id, state: 'stopped' })
        continue
      }
      tell({ id, state: 'sending' })
      try {
        await send(id)
        tell({ id, state: 'done' })
      } catch (error) {
        tell({ id, state: 'refused', reason: error instanceof Error ? error.message : String(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, ids.length) }, lane))
}

/** The number of rows in each state. */
export function tallyResults(results: ReadonlyMap<string, BulkResult>): Readonly<Record<BulkState, number>> {
  const counts = { waiting: 0, sending: 0, done: 0, refused: 0, stopped: 0 }
  for (const { state } of results.values()) counts[state]++
  return counts
}
