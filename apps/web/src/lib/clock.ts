// The server's clock as the browser knows it: this machine's clock plus a correction the server gave; one tick for all
// who count down.
import { useSyncExternalStore } from 'react'

let offsetMs = 0

/** Now on the server's clock, in ms. */
export const serverNow = (): number => Date.now() + offsetMs

/** Takes over the server's time from an answer. */
export function correctClock(serverTimeMs: number): void {
  offsetMs = serverTimeMs - Date.now()
}

const tickMs = 1000
const listeners = new Set<() => void>()
let ticking: ReturnType<typeof setInterval> | undefined
let second = 0

const read = (): void => {
  second = Math.floor(serverNow() / tickMs) * tickMs
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (ticking === undefined) {
    read()
    ticking = setInterval(() => {
      read()
      for (const each of listeners) each()
    }, tickMs)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    ticking = undefined
  }
}

// a component drawn before the clock ticks still reads the present
const snapshot = (): number => {
  if (ticking === undefined) read()
  return second
}

/**
 * The present second on the server's clock, ms; a component that reads it is drawn each second while its tab is in
 * front.
 */
export const useSecond = (): number => useTick(tickMs)

/** The beginning of the present stretch of the server's clock, ms; a component that reads it is drawn once for each. */
export const useTick = (everyMs: number): number =>
  useSyncExternalStore(subscribe, () => Math.floor(snapshot() / everyMs) * everyMs)
