// The pages of all open tabs: each in its own <Activity> with its own router, location and error boundary.
import { Activity, lazy, memo, Suspense, useEffect, useMemo, useState, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Router, Routes } from 'react-router'
import { forgetDirty } from '../../lib/dirty.ts'
import { useSession } from '../../lib/session.ts'
import { settleSoon } from '../../lib/settled.ts'
import { TabContext, type Tab } from '../../lib/tab.ts'
import { Skeleton } from '../../ui/States.tsx'
import { settleTabs, tabLocation, tabNavigator } from '../navigation.ts'
import { loadPage, pages } from '../pages.ts'
import { endProgress } from '../progress.ts'
import { askRefresh } from './asking.ts'
import { PageFault } from './PageFault.tsx'
import { Placeholder } from './Placeholder.tsx'
import { closeTab, handleId, panelId, titleTab } from './rules.ts'
import { changeTabs, useTabs } from './store.ts'
import { useReturningFocus } from './useReturningFocus.ts'

/** All kept pages; a tab restored after a reload is mounted when it first comes to the front. */
export function TabPages() {
  const tabs = useTabs((row) => row.tabs)
  const activeKey = useTabs((row) => row.activeKey)
  return tabs.filter((tab) => tab.key === activeKey || (tab.meta.cache && tab.wasShown)).map(({ key, revision }) => (
    <Activity key={`${key} ${revision}`} mode={key === activeKey ? 'visible' : 'hidden'}>
      <Panel tabKey={key} isFresh={revision > 0} />
    </Activity>
  ))
}

const Panel = memo(function Panel({ tabKey: key, isFresh }: { tabKey: string; isFresh: boolean }) {
  const tab = useMemo<Tab>(() => ({
    key,
    title: useTabs.getState().tabs.find((each) => each.key === key)?.meta.title ?? '',
    isInFront: () => useTabs.getState().activeKey === key,
    close: () => settleTabs((row) => closeTab(row, key)),
    setTitle: (title) => { changeTabs((row) => titleTab(row, key, title)) },
    refresh: () => { void askRefresh(key) },
  }), [key])
  const panel = useReturningFocus()
  useState(() => { if (isFresh) forgetDirty([key]) })
  return (
    <section ref={panel} className="panel" role="tabpanel" id={panelId(key)} aria-labelledby={handleId(key)} tabIndex={-1} data-tab={key}>
      <TabContext value={tab}><TabPage tabKey={key} /></TabContext>
    </section>
  )
})

/** One page with the location of its tab, whatever the address bar shows meanwhile. */
function TabPage({ tabKey: key }: { tabKey: string }) {
  const entry = useTabs((row) => row.tabs.find((tab) => tab.key === key))
  const [attempt, setAttempt] = useState(0)
  const navigator = useMemo(() => tabNavigator(key), [key])
  const { pathname = '/', query = '', state, name = '' } = entry ?? {}
  const at = useMemo(() => tabLocation(key, pathname, query, state), [key, pathname, query, state])
  const page = useMemo(() => pageElement(name, attempt), [name, attempt])
  const pattern = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.find((route) => route.name === name)?.path)
  return (
    <ErrorBoundary resetKeys={[attempt]} fallbackRender={({ error }) => <PageFault error={error} retry={() => setAttempt(attempt + 1)} />} onError={(error) => { endProgress(); console.error(`page ${name} failed`, error) }}>
      <Suspense fallback={<div className="panel-wait"><Skeleton lines={8} /></div>}>
        <Router location={at} navigator={navigator}><Routes><Route path={pattern ?? '*'} element={page} /></Routes></Router>
        <Arrived />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Runs when a page has come to the front: the progress bar is done. */
function Arrived() {
  useEffect(() => {
    endProgress()
    settleSoon()
  }, [])
  return null
}

const lazies = new Map<string, LazyExoticComponent<ComponentType>>()

function pageElement(name: string, attempt: number): ReactNode {
  const load = pages.get(name)
  if (!load) return <Placeholder />
  const id = `${name} ${attempt}`
  let Page = lazies.get(id)
  if (!Page) lazies.set(id, Page = lazy(() => loadPage(load, attempt).catch((error: unknown) => {
    // the next tab that wants this page asks anew
    lazies.delete(id)
    throw error
  })))
  return <Page />
}
