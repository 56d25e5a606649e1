// The pages of all open tabs: each in its own <Activity> with its own router, location and error boundary.
import { Activity, memo, Suspense, useEffect, useMemo, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Route, Router, Routes } from 'react-router'
import { forgetDirty } from '../../lib/dirty.ts'
import { useSession } from '../../lib/session.ts'
import { settleSoon } from '../../lib/settled.ts'
import { type Tab, TabContext, useTab } from '../../lib/tab.ts'
import { Skeleton } from '../../ui/States.tsx'
import { settleTabs, tabLocation, tabNavigator } from '../navigation.ts'
import { pages } from '../pages.ts'
import { endProgress } from '../progress.ts'
import { listPlaceOf } from '../shell/menu.ts'
import { usePage, type Load } from '../script.ts'
import { askRefresh } from './asking.ts'
import { PageFault } from './PageFault.tsx'
import { closeTab, handleId, panelId, titleTab } from './rules.ts'
import { changeTabs, useTabs } from './store.ts'
import { useShown } from './shown.ts'
import { useReturningFocus } from './useReturningFocus.ts'

/** Says 临时菜单 instead of failing. */
function Placeholder() {
  const { key } = useTab()
  const name = key.split('/', 1)[0]
  const title = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.find(route => route.name === name)?.title)
  return (
    <div className="plain-page">
      <h2>临时菜单</h2>
      <p>{title ? `“${title}”` : '该页面'}尚未开放，敬请期待。</p>
    </div>
  )
}

/** All kept pages; a tab restored after a reload is mounted when it first comes to the front. */
export function TabPages() {
  const tabs = useShown(row => row.tabs)
  const activeKey = useShown(row => row.activeKey)
  const laidOut = useShown(row => row.laidOut)
  return tabs
    .filter(tab => tab.key === activeKey || (tab.meta.cache && tab.wasShown))
    .map(({ key, revision }) => (
      <div
        key={`${key} ${revision}`}
        className="slot"
        data-slot={key}
        data-back={key === activeKey ? undefined : ''}
        data-cold={laidOut.includes(key) ? undefined : ''}
      >
        <Activity mode={key === activeKey ? 'visible' : 'hidden'}>
          <Panel tabKey={key} isFresh={revision > 0} />
        </Activity>
      </div>
    ))
}

const Panel = memo(function Panel({ tabKey: key, isFresh }: { tabKey: string; isFresh: boolean }) {
  const tab = useMemo<Tab>(
    () => ({
      key,
      title: useTabs.getState().tabs.find(each => each.key === key)?.meta.title ?? '',
      isInFront: () => useTabs.getState().activeKey === key,
      close: () => settleTabs(row => closeTab(row, key)),
      setTitle: title => {
        changeTabs(row => titleTab(row, key, title))
      },
      refresh: () => {
        void askRefresh(key)
      },
      list: () => {
        const { pathname = '/', query = '' } = useTabs.getState().tabs.find(each => each.key === key) ?? {}
        return listPlaceOf(useSession.getState().jurisdiction?.accessMenus ?? [], pathname, query)
      },
    }),
    [key],
  )
  const panel = useReturningFocus()
  useState(() => {
    if (isFresh) forgetDirty([key])
  })
  return (
    <section
      ref={panel}
      className="panel"
      role="tabpanel"
      id={panelId(key)}
      aria-labelledby={handleId(key)}
      tabIndex={-1}
      data-tab={key}
    >
      <TabContext value={tab}>
        <TabPage tabKey={key} />
      </TabContext>
    </section>
  )
})

/** One page with the location of its tab, whatever the address bar shows meanwhile. */
function TabPage({ tabKey: key }: { tabKey: string }) {
  const entry = useShown(row => row.tabs.find(tab => tab.key === key))
  const [attempt, setAttempt] = useState(0)
  const navigator = useMemo(() => tabNavigator(key), [key])
  const { pathname = '/', query = '', state, name = '' } = entry ?? {}
  const at = useMemo(() => tabLocation(key, pathname, query, state), [key, pathname, query, state])
  const page = useMemo(() => {
    const load = pages.get(name)
    return load ? (
      <Screen key={`${name} ${attempt}`} load={load} attempt={attempt} />
    ) : (
      <>
        <Placeholder />
        <Arrived />
      </>
    )
  }, [name, attempt])
  const pattern = useSession(({ jurisdiction }) => jurisdiction?.accessRoutes.find(route => route.name === name)?.path)
  return (
    <ErrorBoundary
      resetKeys={[attempt]}
      fallbackRender={({ error }) => <PageFault error={error} retry={() => setAttempt(attempt + 1)} />}
      onError={error => {
        endProgress()
        console.error(`page ${name} failed`, error)
      }}
    >
      <Suspense
        fallback={
          <div className="panel-wait">
            <Skeleton lines={8} />
          </div>
        }
      >
        <Router location={at} navigator={navigator}>
          <Routes>
            <Route path={pattern ?? '*'} element={page} />
          </Routes>
        </Router>
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

/** The page of a screen once its script is there. */
function Screen({ load, attempt }: { load: Load; attempt: number }) {
  const page = usePage(load, { attempt })
  return page ? (
    <>
      {page}
      <Arrived />
    </>
  ) : (
    <div className="panel-wait">
      <Skeleton lines={8} />
    </div>
  )
}
