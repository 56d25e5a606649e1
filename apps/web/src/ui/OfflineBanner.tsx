// A line across the page while the browser has no network.
import { useOnline } from '../lib/useOnline.ts'
import './ui.css'

/** Says that the network is gone; nothing while it is there. */
export function OfflineBanner() {
  return useOnline() ? null : (
    <div className="ys-offline" role="alert">
      网络已断开，恢复后可继续操作；已填写的内容不会丢失
    </div>
  )
}
