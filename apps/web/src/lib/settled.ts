// Whether the first page of this window has been drawn: what nobody misses in the first second is drawn after it.
import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { queryClient } from './queryClient.ts'

const useFlag = create<{ isSettled: boolean }>(() => ({ isSettled: false }))

/** How often the first answers are looked for, and how long they are waited for, ms. */
const lookEveryMs = 40
const waitMostMs = 3000

/** True once the first page shows what it asked for; the draw it causes gives way to what people do meanwhile. */
export function useSettled(): boolean {
  return useDeferredValue(useFlag(({ isSettled }) => isSettled))
}

let isWaiting = false

/** A page has come to the front: once its answers are drawn too, everything is settled for good. */
export function settleSoon(): void {
  if (isWaiting) return
  isWaiting = true
  const end = Date.now() + waitMostMs
  const look = (): void => {
    if (queryClient.isFetching() > 0 && Date.now() < end) setTimeout(look, lookEveryMs)
    // the answer that came last is drawn before this
    else requestIdleCallback(() => useFlag.setState({ isSettled: true }), { timeout: lookEveryMs * 2 })
  }
  setTimeout(look, lookEveryMs)
}
