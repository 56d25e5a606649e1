// Whether the first page of this window has been drawn: parts nobody misses in the first second are drawn after it.
import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { queryClient } from './queryClient.ts'

const useFlag = create<{ isSettled: boolean }>(() => ({ isSettled: false }))

/** The time between looks for the first answers, and the most time they are waited for, ms. */
const lookEveryMs = 40
const waitMostMs = 1500
/** The time answers need to get on the screen, and the most time an idle moment is waited for afterwards, ms. */
const paintMs = 100
const idleWaitMs = 500

/** True once the first page shows what it asked for; the draw it causes gives way to what people do meanwhile. */
export function useSettled(): boolean {
  return useDeferredValue(useFlag(({ isSettled }) => isSettled))
}

/** Somebody needs it at once: a question to ask, a press, a key. */
export function settleNow(): void {
  useFlag.setState({ isSettled: true })
}

let isWaiting = false

/** A page has come to the front: once its answers are drawn too, everything is settled for good. */
export function settleSoon(): void {
  if (isWaiting) return
  isWaiting = true
  for (const reach of ['pointerdown', 'keydown']) addEventListener(reach, settleNow, { capture: true, once: true })
  const end = Date.now() + waitMostMs
  const look = (): void => {
    if (queryClient.isFetching() > 0 && Date.now() < end) setTimeout(look, lookEveryMs)
    // the answer that came last is drawn before this
    else setTimeout(() => requestIdleCallback(settleNow, { timeout: idleWaitMs }), paintMs)
  }
  setTimeout(look, lookEveryMs)
}
