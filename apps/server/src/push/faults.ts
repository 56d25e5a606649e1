// Faults of work that is tried again and again: logged once, until the work went well in between.
import { isDatabaseAway } from '../db/pool.ts'

/**
 * Tells faults of one kind of work to `log`. A database that is away is no fault: nobody can write or revoke then, and
 * the work goes on when it is back.
 */
export function createFaults(work: string, log: (line: string) => void) {
  let told: string | undefined
  return {
    add: (error: unknown): void => {
      if (isDatabaseAway(error)) return
      const fault = String(error)
      if (fault !== told) log(`${work}: ${error instanceof Error ? (error.stack ?? fault) : fault}`)
      told = fault
    },
    /** The work went well: the same fault is news again. */
    clear: (): void => {
      told = undefined
    },
  }
}
export type Faults = ReturnType<typeof createFaults>
