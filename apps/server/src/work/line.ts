// A line before something of which there is little: so many at it, so many behind it, the rest are told to come again.
import { Problem, type PlainProblem } from '@yunshu/domain/problems/problems'

/** At most `together` works at a time, and at most `waiting` that wait for one to end. */
export interface LineLimits {
  readonly together: number
  readonly waiting: number
}

export interface Line {
  /** Runs the work when it is its turn; refuses with the problem of the line when too many wait. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
  /** True while nobody is at it. */
  readonly isIdle: () => boolean
}

/** Opens a line in which everybody is served in the order they came. */
export function openLine({ together, waiting: waitingMost }: LineLimits, problem: PlainProblem): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return {
    isIdle: () => running === 0,
    run: async work => {
      if (running < together) running++
      else {
        if (waiting.length >= waitingMost) throw new Problem(problem)
        await new Promise<void>(resolve => {
          waiting.push(resolve)
        })
      }
      try {
        return await work()
      } finally {
        // the place goes straight to the next in line
        const next = waiting.shift()
        if (next) next()
        else running--
      }
    },
  }
}
