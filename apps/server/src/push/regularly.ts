// Work that is done again and again, and at once when somebody knows that it is due.

/** Repeats `work` until stopped, never twice at once; a failure waits for the next time. */
export function regularly(everyMs: number, work: () => Promise<void>) {
  let running: Promise<void> | undefined
  let isDue = false
  const run = async (): Promise<void> => {
    do {
      isDue = false
      // the database is away: then nobody can write or revoke either
      await work().catch(() => {})
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
