// Test support: asking a server that may be too busy to answer.
import { setTimeout as sleep } from 'node:timers/promises'

/** Asks as a client does: a server too busy to answer (503) is asked again. */
export async function untilServed<A extends { readonly http: number }>(ask: () => Promise<A>): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.http !== 503) return answer
    await sleep(100)
  }
}
