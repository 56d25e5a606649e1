// The portal behind the gate: waits for the permission info, brings settings and tabs back, then draws the shell.
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { findLeftOpen } from '../lib/leftOpen.ts'
import { onSessionEnd } from '../lib/sessionEnd.ts'
import { AntdRoot } from './AntdRoot.tsx'
import { tellInDialog } from './dialogs.ts'
import { enterAgain, useEntry, type Entry } from './enter.ts'
import { followLinks } from './followLinks.ts'
import { followAddressBar, ownRoutes } from './navigation.ts'
import { loadPreferences, recallPreferences } from './preferences.ts'
import { followFront } from './shell/pageGroup.ts'
import { Shell } from './shell/Shell.tsx'
import { shellPart } from './script.ts'
import { StartFailure } from './StartFailure.tsx'
import { drawTabs } from './tabs/shown.ts'
import { restoreTabs } from './tabs/store.ts'
import './shell/shell.css'

const MustChange = shellPart(() => import('../features/account/MustChange.tsx'), {
  onFault: () => useEntry.setState({ state: 'failed' }),
})

/** Whether everything stands that must be there before the first page is drawn. */
const useOpened = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

function openWhenReady({ state, settings }: Entry): void {
  if (state !== 'ready' || useOpened.getState().isOpen) return
  loadPreferences(settings['preferences'])
  restoreTabs(settings['tabs'], ownRoutes())
  drawTabs()
  followAddressBar()
  followFront()
  addEventListener('popstate', followAddressBar)
  addEventListener('click', followLinks)
  findLeftOpen()
  useOpened.setState({ isOpen: true })
}
useEntry.subscribe(openWhenReady)
openWhenReady(useEntry.getState())

/** Everything that needs a session. */
export default function Portal() {
  const { state, must } = useEntry()
  const isOpen = useOpened(opened => opened.isOpen)
  useState(recallPreferences)
  useEffect(
    () => onSessionEnd(message => tellInDialog({ title: '请重新登录', content: message, okText: '重新登录' })),
    [],
  )
  return (
    <AntdRoot>
      {state === 'must' ? (
        <MustChange why={must ?? 'first'} done={enterAgain} />
      ) : state === 'failed' ? (
        <StartFailure retry={enterAgain} what="权限信息加载失败" />
      ) : (
        <Shell isReady={isOpen} />
      )}
    </AntdRoot>
  )
}
