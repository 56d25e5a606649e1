// The shell: header, menu, tabs and pages, and the listeners that live as long as it does.
import { useEffect, useState } from 'react'
import { isDirty } from '../../lib/dirty.ts'
import { keyOf } from '../../lib/keys.ts'
import { useSession } from '../../lib/session.ts'
import { askAgainOnline } from '../../lib/queryClient.ts'
import { followNetwork } from '../../lib/queue/own.ts'
import { isLeaving } from '../../lib/sessionEnd.ts'
import { settleSoon } from '../../lib/settled.ts'
import { useDocumentKeys } from '../../lib/useDocumentKeys.ts'
import { useMobile, useNarrow } from '../../lib/useMobile.ts'
import { OfflineBanner } from '../../ui/OfflineBanner.tsx'
import { Overlay } from '../../ui/Overlay.tsx'
import { Skeleton } from '../../ui/States.tsx'
import { closeHelp, openHelp, useHelpOpen } from '../help/open.ts'
import { useLost } from '../navigation.ts'
import { shellPart } from '../script.ts'
import { changePreferences, usePreferences } from '../preferences.ts'
import { usePushMessages } from '../pushMessages.tsx'
import { useReleaseNotice } from '../release.tsx'
import { closeSearch, openSearch, useSearchOpen } from '../search/open.ts'
import { focusTitle, panelInFront } from '../tabs/pageFocus.ts'
import { useShown } from '../tabs/shown.ts'
import { TabPages } from '../tabs/TabPages.tsx'
import { TabStrip } from '../tabs/TabStrip.tsx'
import { useTabs } from '../tabs/store.ts'
import { useDocumentTitle } from '../tabs/useDocumentTitle.ts'
import { ActingBanner } from './ActingBanner.tsx'
import { Header } from './Header.tsx'
import { LeftOpen } from './LeftOpen.tsx'
import { Lost } from './Lost.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import { TrackingBanner } from './TrackingBanner.tsx'

// a wide window never asks for these two
const MobileDrawer = shellPart(() => import('./MobileDrawer.tsx'))
const BottomBar = shellPart(() => import('./BottomBar.tsx'))
const SearchPanel = shellPart(() => import('../search/SearchPanel.tsx'), { onFault: closeSearch })
const HelpSheet = shellPart(() => import('../help/HelpSheet.tsx'), { onFault: closeHelp })
const closeSelector = (): void => useSession.getState().showSelector(undefined)
const EmployeeSelector = shellPart(() => import('../selectors/EmployeeSelector.tsx'), { onFault: closeSelector })
const BranchSelector = shellPart(() => import('../selectors/BranchSelector.tsx'), { onFault: closeSelector })

/** Everything around the pages. Before the permission info is there, its outline. */
export function Shell({ isReady }: { isReady: boolean }) {
  const isMobile = useMobile()
  const menus = useSession(session => session.jurisdiction?.accessMenus) ?? []
  const pathname = useShown(({ tabs, activeKey }) => tabs.find(tab => tab.key === activeKey)?.pathname) ?? ''
  const { isCollapsed, fold } = useFold()
  const transition = usePreferences(preferences => preferences.transition)
  const lost = useLost(state => state.pathname)
  const [hasDrawer, setDrawer] = useState(false)
  useEffect(() => {
    if (lost === undefined) return
    settleSoon()
    const page = panelInFront()
    // an address that was opened keeps the keyboard where browsers put it
    if (page && useTabs.getState().tabs.some(tab => tab.wasShown)) return focusTitle(page)
  }, [lost])
  useDocumentTitle()
  useKeysOfShell(isReady)
  useUnloadGuard()
  return (
    <div className="shell" data-mobile={isMobile} data-transition={transition}>
      {isReady && <SkipLinks hasMenu={!isMobile} />}
      <Header isMobile={isMobile} isReady={isReady} onMenu={() => setDrawer(true)} />
      <ActingBanner />
      <OfflineBanner />
      <TrackingBanner menus={menus} pathname={pathname} />
      <LeftOpen />
      {isReady && !isMobile && <TabStrip />}
      {!isReady && !isMobile && <div className="tabs" />}
      <div className="shell-body">
        {!isMobile && <SideMenu menus={menus} pathname={pathname} isCollapsed={isCollapsed} onFold={fold} />}
        <div className="shell-main">
          <main id="shell-pages" className="shell-pages">
            {isReady ? (
              <TabPages />
            ) : (
              <div className="panel-wait">
                <Skeleton lines={8} />
              </div>
            )}
            {lost !== undefined && <Lost pathname={lost} />}
          </main>
        </div>
      </div>
      {isMobile && isReady && <BottomBar pathname={pathname} />}
      {isMobile && <MobileDrawer isOpen={hasDrawer} pathname={pathname} close={() => setDrawer(false)} />}
      {isReady && <Live />}
      <Overlay />
      <Panels />
    </div>
  )
}

/** The fold of the side menu: kept for wide windows; a narrow one begins folded and forgets what was pressed in it. */
function useFold(): { readonly isCollapsed: boolean; readonly fold: (isCollapsed: boolean) => void } {
  const kept = usePreferences(preferences => preferences.collapsed)
  const isNarrow = useNarrow()
  const [isOpened, setOpened] = useState(false)
  return isNarrow
    ? { isCollapsed: !isOpened, fold: next => setOpened(!next) }
    : { isCollapsed: kept, fold: collapsed => changePreferences({ collapsed }) }
}

/** Listeners that run as long as somebody is signed in. */
function Live() {
  usePushMessages()
  useReleaseNotice()
  useEffect(() => followNetwork(), [])
  useEffect(() => askAgainOnline(), [])
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

/** s and Ctrl/⌘K open the search, ? the keys; Esc closes the search (SH-11). */
function useKeysOfShell(isReady: boolean): void {
  useDocumentKeys(event => {
    const key = keyOf(event, 'all')
    if (key === 'close') return closeSearch()
    if (key === 'search') openSearch()
    else if (key === 'help') openHelp()
    else return
    event.preventDefault()
  }, isReady)
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
