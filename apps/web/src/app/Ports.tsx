// Lends messages, notifications and dialogs to code that is no component; loaded behind the first page.
import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { plugToaster } from '../lib/toast.ts'
import { plugDialogs } from './dialogs.ts'

/** Draws nothing by itself. */
export default function Ports() {
  return (
    <App component={false} message={{ maxCount: 3, top: 60 }} notification={{ placement: 'bottomRight', bottom: 20, maxCount: 6, stack: { threshold: 3 } }}>
      <Plug />
    </App>
  )
}

function Plug() {
  const antd = App.useApp()
  useLayoutEffect(() => {
    plugDialogs(antd)
    return plugToaster((kind, text, seconds) => { void antd.message[kind](text, seconds) })
  }, [antd])
  return null
}
