// Asking what became of something a partner has in hand, until it has ended.
import { useEffect, useState } from 'react'
import { Refusal } from '../../lib/errors.ts'

/** The answer so far: of `found`, `isTired` says that nothing more is asked though it has not ended. */
export type Asked<T> =
  | { readonly kind: 'waiting' | 'gone' }
  | { readonly kind: 'found'; readonly found: T; readonly isTired: boolean }
  | { readonly kind: 'failed'; readonly text: string }

/** Pauses between questions, seconds: after the last the page stops. */
const pausesS = [2, 4, 8, 16, 32, 60] as const

/** Asks at once and then with growing pauses until it is over; `ask` and `isOver` must stay the same functions. */
export function useAskedUntilOver<T>(
  ask: () => Promise<T>,
  isOver: (found: T) => boolean,
): { answer: Asked<T>; again: () => void } {
  const [answer, setAnswer] = useState<Asked<T>>({ kind: 'waiting' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const once = async (asked: number): Promise<void> => {
      try {
        const found = await ask()
        if (isLeft) return
        const pause = isOver(found) ? undefined : pausesS[asked]
        setAnswer({ kind: 'found', found, isTired: !isOver(found) && pause === undefined })
        if (pause !== undefined) timer = setTimeout(() => void once(asked + 1), pause * 1000)
      } catch (error) {
        if (isLeft) return
        if (error instanceof Refusal && error.http === 404) return setAnswer({ kind: 'gone' })
        setAnswer({ kind: 'failed', text: error instanceof Error ? error.message : '' })
      }
    }
    void once(0)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [ask, isOver, round])
  return { answer, again: () => setRound(round + 1) }
}
