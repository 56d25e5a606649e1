// Work on rows whose turn it is, one after the other.

/**
 * Does `work` for each row in turn, until the job is stopped. One that fails holds up no other; the failures are thrown
 * together at the end, in these words.
 */
export async function workEachDue<R>(
  rows: readonly R[],
  words: string,
  signal: AbortSignal | undefined,
  work: (row: R) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = []
  for (const row of rows) {
    if (signal?.aborted) return
    try {
      await work(row)
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${words}: ${faults.length}`)
}
