// Lends messages, notifications and dialogs to code that is no component; drawn behind the first page.
import { App } from 'antd'
import { useLayoutEffect } from 'react'
import { plugToaster } from '../lib/toast.ts'
import { plugDialogs } from './dialogs.ts'

/** Draws nothing by itself. */
export function Ports() {
  return (
    <App
      component={false}
      message={{ maxCount: 3, top: 60 }}
      notification={{ placement: 'bottomRight', bottom: 76, stack: { threshold: 3 } }}
    >
      <Plug />
    </App>
  )
}

function Plug() {
  const antd = App.useApp()
  useLayoutEffect(() => {
    const unplug = [
      plugDialogs(antd),
      plugToaster((kind, text, seconds) => {
        void antd.message[kind](text, seconds)
      }),
    ]
    return () => {
      for (const each of unplug) each()
    }
  }, [antd])
  return null
}
