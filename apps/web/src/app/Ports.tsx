// Lends messages, notifications and dialogs to code that is no component; drawn behind the first page.
import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { plugToaster } from '../lib/toast.ts'
import { useMobile } from '../lib/useMobile.ts'
import { ActionToast } from './ActionToast.tsx'
import { plugDialogs } from './dialogs.ts'

/** Below the header (48) and the tabs (34), px: a message covers neither. */
const belowTabs = 90
/** Above the foot of a page, px; on a phone above its bar and the next step of a record, which it never covers. */
const aboveFoot = 76,
  aboveBars = 124

/** Draws nothing by itself. */
export function Ports() {
  const isMobile = useMobile()
  return (
    <App
      component={false}
      message={{ maxCount: 3, top: belowTabs }}
      notification={{ placement: 'bottomRight', bottom: isMobile ? aboveBars : aboveFoot, stack: { threshold: 3 } }}
    >
      <Plug />
    </App>
  )
}

/** Messages with an action so far, for their keys. */
let offered = 0

function Plug() {
  const antd = App.useApp()
  useLayoutEffect(() => {
    const unplug = [
      plugDialogs(antd),
      plugToaster((kind, text, seconds, action) => {
        if (!action) return void antd.message[kind](text, seconds)
        offered += 1
        const key = `offer-${offered}`
        const end = (): void => antd.message.destroy(key)
        const content = <ActionToast text={text} action={action} seconds={seconds} onEnd={end} />
        void antd.message.open({ key, type: kind, duration: 0, content })
      }),
    ]
    return () => {
      for (const each of unplug) each()
    }
  }, [antd])
  return null
}
