// Waiting for what happens elsewhere: tests look until it is so, and never count on how long it takes.
import { setTimeout as sleep } from 'node:timers/promises'

/** For what hangs, not for what is slow. */
const hangsMs = 60_000

/** Looks again and again until `is` answers true; throws with `what` when it seems never to happen. */
export async function until(
  is: () => boolean | Promise<boolean>,
  what: string | (() => string) = 'what was waited for',
): Promise<void> {
  for (const end = performance.now() + hangsMs; !(await is()); await sleep(10))
    if (performance.now() > end) throw new Error(`it did not happen: ${typeof what === 'string' ? what : what()}`)
}
