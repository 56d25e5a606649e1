// Whether the browser has a network, for the offline banner.
import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** False while the browser says it has no network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
