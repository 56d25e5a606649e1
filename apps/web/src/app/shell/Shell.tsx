// The shell: header, menu, tabs and pages, and the listeners that live as long as it does.
import { useEffect, useState } from 'react'
import { useHotkeys } from 'react-hotkeys-hook'
import { isDirty } from '../../lib/dirty.ts'
import { useSession } from '../../lib/session.ts'
import { isLeaving } from '../../lib/sessionEnd.ts'
import { settleSoon } from '../../lib/settled.ts'
import { useMobile } from '../../lib/useMobile.ts'
import { OfflineBanner } from '../../ui/OfflineBanner.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { closeHelp, openHelp, useHelpOpen } from '../help/open.ts'
import { useLost, visit } from '../navigation.ts'
import { NotFound } from '../NotFound.tsx'
import { part } from '../script.ts'
import { usePreferences } from '../preferences.ts'
import { usePushMessages } from '../pushMessages.tsx'
import { useReleaseNotice } from '../release.tsx'
import { matchRoute, knownRoutes } from '../routes.ts'
import { closeSearch, openSearch, useSearchOpen } from '../search/open.ts'
import { TabPages } from '../tabs/TabPages.tsx'
import { TabStrip } from '../tabs/TabStrip.tsx'
import { useTabs } from '../tabs/store.ts'
import { useDocumentTitle } from '../tabs/useDocumentTitle.ts'
import { ActingBanner } from './ActingBanner.tsx'
import { Header } from './Header.tsx'
import { SideMenu } from './SideMenu.tsx'

// a wide window never asks for these two
const TabSwitcher = part(() => import('../tabs/TabSwitcher.tsx'), {
  fallback: () => <div className="switcher switcher-wait" />,
})
const MobileDrawer = part(() => import('./MobileDrawer.tsx'))
const SearchPanel = part(() => import('../search/SearchPanel.tsx'), { onFault: closeSearch })
const HelpSheet = part(() => import('../help/HelpSheet.tsx'), { onFault: closeHelp })
const closeSelector = (): void => useSession.getState().showSelector(undefined)
const EmployeeSelector = part(() => import('../selectors/EmployeeSelector.tsx'), { onFault: closeSelector })
const BranchSelector = part(() => import('../selectors/BranchSelector.tsx'), { onFault: closeSelector })

/** Everything around the pages. Before the permission info is there, its outline. */
export function Shell({ isReady }: { isReady: boolean }) {
  const isMobile = useMobile()
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? []
  const pathname = useTabs(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.pathname) ?? ''
  const isCollapsed = usePreferences(preferences => preferences.collapsed)
  const transition = usePreferences(preferences => preferences.transition)
  const lost = useLost(state => state.pathname)
  const [hasDrawer, setDrawer] = useState(false)
  useEffect(() => {
    if (lost !== undefined) settleSoon()
  }, [lost])
  useDocumentTitle()
  useHotkeysOfShell(isReady)
  useUnloadGuard()
  return (
    <div className="shell" data-mobile={isMobile} data-transition={transition}>
      <Header pathname={pathname} isMobile={isMobile} onMenu={() => setDrawer(true)} />
      <ActingBanner />
      <OfflineBanner />
      <div className="shell-body">
        {!isMobile && <SideMenu menus={menus} pathname={pathname} isCollapsed={isCollapsed} />}
        <div className="shell-main">
          {isReady && (isMobile ? <TabSwitcher /> : <TabStrip />)}
          <main className="shell-pages">
            {isReady ? (
              <TabPages />
            ) : (
              <div className="panel-wait">
                <Skeleton lines={8} />
              </div>
            )}
            {lost !== undefined && (matchRoute(knownRoutes, lost) ? <NoAccess /> : <NotFound />)}
          </main>
        </div>
      </div>
      {isMobile && <MobileDrawer isOpen={hasDrawer} pathname={pathname} close={() => setDrawer(false)} />}
      {isReady && <Live />}
      <Overlay />
      <Panels />
    </div>
  )
}

/** Listeners that run as long as somebody is signed in. */
function Live() {
  usePushMessages()
  useReleaseNotice()
  return null
}

function Panels() {
  const hasSearch = useSearchOpen(state => state.isOpen)
  const hasHelp = useHelpOpen(state => state.isOpen)
  const { showEmployeeSelector, showBranchSelector } = useSession()
  return (
    <>
      {hasSearch && <SearchPanel />}
      {hasHelp && <HelpSheet />}
      {showEmployeeSelector && <EmployeeSelector />}
      {showBranchSelector && <BranchSelector />}
    </>
  )
}

function NoAccess() {
  return (
    <div className="plain-page">
      <h1>没有访问权限</h1>
      <p>您的账号不能打开这个页面。如需使用，请联系企业管理员在“职位设置”中开通。</p>
      <div className="actions">
        <button type="button" className="plain-button primary" onClick={() => visit('/index')}>
          返回首页
        </button>
      </div>
    </div>
  )
}

/** s and Ctrl/⌘K open the search, ? the help; single keys never while typing (SH-11). */
function useHotkeysOfShell(isReady: boolean): void {
  const singleKeys = usePreferences(preferences => preferences.singleKeys)
  const typing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229
  useHotkeys('s', openSearch, { enabled: isReady && singleKeys, preventDefault: true, ignoreEventWhen: typing })
  useHotkeys('mod+k', openSearch, {
    enabled: isReady,
    preventDefault: true,
    enableOnFormTags: true,
    enableOnContentEditable: true,
    ignoreEventWhen: typing,
  })
  useHotkeys('?, shift+?', openHelp, { useKey: true, enabled: isReady && singleKeys, ignoreEventWhen: typing })
  useHotkeys('esc', closeSearch, { enableOnFormTags: true, ignoreEventWhen: typing })
}

/** The browser asks before it closes or reloads over unsaved input. */
function useUnloadGuard(): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isLeaving()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}
