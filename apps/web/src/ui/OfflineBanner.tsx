// A line across the page while the browser has no network.
import { useSyncExternalStore } from 'react'
import './ui.css'

const subscribe = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** False while the browser says it has no network. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Says that the network is gone; nothing while it is there. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <div className="ys-offline" role="alert">
      网络已断开，恢复后可继续操作；已填写的内容不会丢失
    </div>
  )
}
