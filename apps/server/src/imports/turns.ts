// Turns at something heavy: so many at a time for one company, the next is told to wait, so that nobody takes all for
// himself.
import { Problem, type PlainProblem } from '@yunshu/domain/problems/problems'

/** Makes a gate that lets `most` of one key through at a time and refuses the next with the problem. */
export function makeTurns(most: number, problem: PlainProblem): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, number>()
  return async (key, work) => {
    const count = running.get(key) ?? 0
    if (count >= most) throw new Problem(problem)
    running.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(key) ?? 1) - 1
      if (left === 0) running.delete(key)
      else running.set(key, left)
    }
  }
}
