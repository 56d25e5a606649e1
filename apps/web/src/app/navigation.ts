// The address bar and the tabs in step: every navigation of the portal, from wherever, ends in arrive().
import { createPath, type Location, type Navigator, parsePath, type To } from 'react-router'
import { create } from 'zustand'
import { loadedConfig } from '../lib/config.ts'
import { useSession } from '../lib/session.ts'
import { keepLastPath } from './enter.ts'
import { publicPageAt } from './guard.ts'
import { lostTitle } from './knownRoutes.ts'
import { startProgress } from './progress.ts'
import { helperOf, matchRoute, type RouteRow } from './routes.ts'
import { askRefresh } from './tabs/asking.ts'
import { openTab, tabKey, tabUrl } from './tabs/rules.ts'
import { activeUrl, changeTabs, useTabs } from './tabs/store.ts'

/** The address in front that no page of the person answers; undefined while a tab is in front. */
export const useLost = create<{ pathname: string | undefined }>(() => ({ pathname: undefined }))

/** Pages the server supplied to the person. */
export const ownRoutes = (): readonly RouteRow[] => useSession.getState().jurisdiction?.accessRoutes ?? []

type How = 'push' | 'replace'

/** Goes to an address of the portal. */
export function visitUrl(url: string, how: How = 'push', state?: unknown): void {
  const { pathname = '/', search = '' } = parsePath(url)
  const record = { usr: state }
  if (how === 'replace' || url === activeUrl()) history.replaceState(record, '', url)
  else history.pushState(record, '', url)
  arrive(pathname, search, state)
}

/** Opens what the address bar says: at the start, and on Back and Forward. */
export function followAddressBar(): void {
  const state: unknown = history.state
  arrive(
    location.pathname,
    location.search,
    typeof state === 'object' && state !== null && 'usr' in state ? state.usr : undefined,
  )
}

function arrive(pathname: string, search: string, state: unknown): void {
  const helper = helperOf(pathname)
  if (helper?.kind === 'refresh') return refreshActive()
  if (helper) {
    visitUrl(helper.pathname + search, 'replace')
    // an address without a page, or without a right to it, says so like any other (PB-13)
    if (useLost.getState().pathname === undefined) refreshActive()
    return
  }
  if (pathname === '/' || pathname === '/main') return visitUrl('/index', 'replace')
  const name = publicPageAt(pathname)
  // signed in, so login sends back (GD-03); other public pages are not of the portal
  if (name === 'login' || name === 'blankLogin') return visitUrl(activeUrl(), 'replace')
  if (name !== undefined) return location.reload()
  const match = matchRoute(ownRoutes(), pathname)
  if (!match) {
    changeTabs(row => ({ ...row, activeKey: undefined }))
    useLost.setState({ pathname })
    document.title = `${loadedConfig().product} - ${lostTitle(pathname)}`
    return
  }
  if (useTabs.getState().activeKey !== tabKey(match)) startProgress()
  useLost.setState({ pathname: undefined })
  changeTabs(row => openTab(row, match, { pathname, query: search, state }))
  keepLastPath(pathname + search)
}

/** Mounts the page in front anew and shows its address again (SH-09). */
export function refreshActive(): void {
  const { activeKey } = useTabs.getState()
  history.replaceState(null, '', activeUrl())
  if (activeKey === undefined) return followAddressBar()
  void askRefresh(activeKey)
}

/** Applies a closing rule, then shows the address of whatever is in front now. */
export function settleTabs(rule: Parameters<typeof changeTabs>[0]): void {
  const before = useTabs.getState().activeKey
  const { tabs, activeKey } = changeTabs(rule)
  if (activeKey === before) return
  const next = tabs.find(tab => tab.key === activeKey)
  visitUrl(next ? tabUrl(next) : '/index', 'push', next?.state)
}

/** Brings an open tab to the front at the address it has. */
export function activateTab(key: string): void {
  const tab = useTabs.getState().tabs.find(each => each.key === key)
  if (tab) visitUrl(tabUrl(tab), 'push', tab.state)
}

/** The navigator for the pages of one tab; from a tab behind, it opens tabs but does not take the front. */
export function tabNavigator(key: string): Navigator {
  const go = (how: How) => (to: To, state?: unknown) => {
    const url = typeof to === 'string' ? to : createPath(to)
    if (useTabs.getState().activeKey === key) return visitUrl(url, how, state)
    const { pathname = '/', search = '' } = parsePath(url)
    const match = matchRoute(ownRoutes(), pathname)
    if (match) changeTabs(row => openTab(row, match, { pathname, query: search, state }, false))
  }
  return {
    createHref: to => (typeof to === 'string' ? to : createPath(to)),
    go: delta => {
      history.go(delta)
    },
    push: go('push'),
    replace: go('replace'),
  }
}

/** Location of a tab as its pages see it. */
export const tabLocation = (key: string, pathname: string, query: string, state: unknown): Location => ({
  pathname,
  search: query,
  hash: '',
  state,
  key,
})
