// Work that is done again and again, and at once when somebody knows that it is due.

import type { Faults } from './faults.ts'

/** Repeats `work` until stopped, never twice at once; a failure is told to `faults` and waits for the next time. */
export function runRegularly(everyMs: number, work: () => Promise<void>, faults: Faults) {
  let running: Promise<void> | undefined
  let isDue = false
  const run = async (): Promise<void> => {
    do {
      isDue = false
      await work().then(faults.clear, faults.add)
    } while (isDue)
    running = undefined
  }
  const timer = setInterval(() => {
    running ??= run()
  }, everyMs)
  return {
    /** Does it now; once more if it is under way, which may have looked too early. */
    now: (): void => {
      isDue = true
      running ??= run()
    },
    stop: async (): Promise<void> => {
      clearInterval(timer)
      isDue = false
      await running
    },
  }
}
