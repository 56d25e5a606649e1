// Asks that come together go through the database together: a thousand reconnecting browsers cost a few queries, not
// thousands.

import { Problem } from '@yunshu/domain/problems/problems'

/** At most `max` asks in one round, at most `lanes` rounds at a time, and at most `waiting` asks that wait for one. */
interface Gathering {
  readonly max: number
  readonly lanes: number
  readonly waiting: number
}

/**
 * Answers single asks by `work` on many, which answers how to answer each. An ask that comes while a lane is free goes
 * at once, with those of the same moment; others wait and go together, and beyond those that may wait an ask is
 * `server.busy`. An error is everybody's of that round.
 */
export function gatherAsks<A, R>(
  { max, lanes, waiting: waitingMax }: Gathering,
  work: (asks: readonly A[]) => Promise<(ask: A) => R>,
): (ask: A) => Promise<R> {
  let waiting: { ask: A; resolve: (answer: R) => void; reject: (error: unknown) => void }[] = []
  let busy = 0

  const rounds = async (): Promise<void> => {
    while (waiting.length > 0) {
      const now = waiting.slice(0, max)
      waiting = waiting.slice(max)
      try {
        const answerOf = await work(now.map(({ ask }) => ask))
        for (const { ask, resolve } of now) resolve(answerOf(ask))
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    busy--
  }

  return ask =>
    new Promise((resolve, reject) => {
      if (waiting.length >= waitingMax) throw new Problem('server.busy')
      waiting.push({ ask, resolve, reject })
      if (busy >= lanes) return
      busy++
      setImmediate(() => {
        void rounds()
      })
    })
}
