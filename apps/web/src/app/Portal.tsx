// The portal behind the gate: waits for the permission info, brings settings and tabs back, then draws the shell.
import { getSettings } from '@yunshu/contract/session'
import { useLayoutEffect, useState } from 'react'
import { queryClient } from '../lib/queryClient.ts'
import { onSessionEnd } from '../lib/session.ts'
import { AntdRoot } from './AntdRoot.tsx'
import { tell } from './dialogs.ts'
import { enterAgain, useEntry } from './enter.ts'
import { follow, ownRoutes } from './navigation.ts'
import { loadPreferences, recallPreferences } from './preferences.ts'
import { Shell } from './shell/Shell.tsx'
import { StartFailure } from './StartFailure.tsx'
import { restoreTabs } from './tabs/store.ts'
import './shell/shell.css'

let isOpen = false

/** Once per page load: everything that must stand before the first page is drawn. */
function open(settings: Readonly<Partial<Record<string, string>>>): void {
  if (isOpen) return
  isOpen = true
  queryClient.setQueryData([getSettings.path], settings)
  loadPreferences(settings['preferences'])
  restoreTabs(settings['tabs'], ownRoutes())
  follow()
  addEventListener('popstate', follow)
}

recallPreferences()
onSessionEnd((message) => tell({ title: '请重新登录', content: message, okText: '重新登录' }))

/** Everything that needs a session. */
export default function Portal() {
  const { state, settings } = useEntry()
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => {
    if (state !== 'ready') return
    open(settings)
    setReady(true)
  }, [state, settings])
  return (
    <AntdRoot>
      {state === 'failed' ? <StartFailure retry={enterAgain} what="权限信息加载失败" /> : <Shell isReady={isReady} />}
    </AntdRoot>
  )
}
