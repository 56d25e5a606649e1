// Rules for the row of tabs when pages are opened, closed, pinned and moved: pure functions over a list.
import type { RouteMatch } from '../routes.ts'

/** An open page (spec §3: name, params, query, meta). */
export interface TabEntry {
  /** Screen name and path params; two records are two tabs, two filters of one list are one. */
  readonly key: string
  readonly name: string
  readonly pathname: string
  readonly params: Readonly<Record<string, string>>
  /** Search part of the address, with its question mark, or empty. */
  readonly query: string
  readonly meta: { readonly title: string; readonly cache: boolean }
  /** The state a page passed with navigate(); not kept over a reload. */
  readonly state?: unknown
  readonly isPinned: boolean
  /** False for a tab restored after a reload until it first comes to the front: its page is not mounted before. */
  readonly wasShown: boolean
  /** Grows when the page is to be mounted anew. */
  readonly revision: number
}
export interface Row {
  readonly tabs: readonly TabEntry[]
  readonly activeKey: string | undefined
}

/** Key of the first tab, which always stays. */
export const indexKey = 'index'

/** Key of a page: route name and path params, never the search. */
export const tabKey = ({ route, params }: RouteMatch): string =>
  [route.name, ...Object.values(params).map(encodeURIComponent)].join('/')

/** Address of a tab. */
export const tabUrl = ({ pathname, query }: TabEntry): string => pathname + query

/** Ids of a tab's panel and of its handle in the strip. */
export const panelId = (key: string): string => `panel-${encodeURIComponent(key)}`
export const handleId = (key: string): string => `tab-${encodeURIComponent(key)}`

/** Opens a page: adds its tab behind the others, or gives the open one its new address, and activates it. */
export function openTab(
  row: Row,
  match: RouteMatch,
  at: { pathname: string; query: string; state?: unknown },
  activate = true,
): Row {
  const key = tabKey(match)
  const { route, params } = match
  const { pathname, query, state } = at
  const known = row.tabs.find(tab => tab.key === key)
  const activeKey = activate ? key : row.activeKey
  if (known) {
    const wasShown = known.wasShown || activate
    const isSame =
      known.query === query && known.pathname === pathname && known.state === state && known.wasShown === wasShown
    return {
      activeKey,
      tabs: isSame
        ? row.tabs
        : row.tabs.map(tab => (tab === known ? { ...tab, pathname, query, state, wasShown } : tab)),
    }
  }
  const tab: TabEntry = {
    key,
    name: route.name,
    pathname,
    params,
    query,
    state,
    meta: { title: route.title, cache: route.cache },
    isPinned: key === indexKey,
    wasShown: activate,
    revision: 0,
  }
  return { activeKey, tabs: key === indexKey ? [tab, ...row.tabs] : [...row.tabs, tab] }
}

/**
 * Closes some tabs, never pinned ones; a closed active tab hands over to the next one, or else the previous (SH-07).
 */
function without(row: Row, isClosed: (tab: TabEntry, at: number) => boolean): Row {
  const stays = (tab: TabEntry, at: number): boolean => tab.isPinned || !isClosed(tab, at)
  const tabs = row.tabs.filter(stays)
  const at = row.tabs.findIndex(tab => tab.key === row.activeKey)
  if (at < 0 || tabs.some(tab => tab.key === row.activeKey)) return { ...row, tabs }
  const next =
    row.tabs.slice(at + 1).find(tab => tabs.includes(tab)) ?? row.tabs.slice(0, at).findLast(tab => tabs.includes(tab))
  return { tabs, activeKey: next?.key }
}

const place = (row: Row, key: string): number => row.tabs.findIndex(tab => tab.key === key)

/** Closes one tab (SH-07). */
export const closeTab = (row: Row, key: string): Row => without(row, tab => tab.key === key)
/** Closes the tabs given. */
export const closeSome = (row: Row, keys: readonly string[]): Row => without(row, tab => keys.includes(tab.key))
/** Closes what stands left of a tab; the first one and pinned ones stay (SH-08). */
export const closeLeft = (row: Row, key: string): Row =>
  towards(
    without(row, (_, at) => at < place(row, key)),
    row,
    key,
  )
/** Closes what stands right of a tab (SH-08). */
export const closeRight = (row: Row, key: string): Row =>
  towards(
    without(row, (_, at) => at > place(row, key)),
    row,
    key,
  )
/** Closes all but one tab (SH-08). */
export const closeOthers = (row: Row, key: string): Row =>
  towards(
    without(row, tab => tab.key !== key),
    row,
    key,
  )
/** Closes everything that may be closed and returns to index (SH-08). */
export const closeAll = (row: Row): Row => ({ tabs: without(row, () => true).tabs, activeKey: indexKey })

// when the active tab fell, the tab the menu was opened on is where the person is looking
const towards = (next: Row, before: Row, key: string): Row =>
  next.activeKey === before.activeKey ? next : { ...next, activeKey: key }

/** Pins a tab behind the pinned ones, or lets it go to stand first of the others. The index tab cannot be let go. */
export function pinTab(row: Row, key: string, isPinned: boolean): Row {
  const tab = row.tabs.find(each => each.key === key)
  if (!tab || key === indexKey || tab.isPinned === isPinned) return row
  const others = row.tabs.filter(each => each !== tab)
  const count = others.filter(each => each.isPinned).length
  return { ...row, tabs: [...others.slice(0, count), { ...tab, isPinned }, ...others.slice(count)] }
}

/** Moves a tab to the place of another, pinned ones among pinned, the index tab never. */
export function moveTab(row: Row, key: string, overKey: string): Row {
  const from = place(row, key)
  const to = place(row, overKey)
  const tab = row.tabs[from]
  if (
    !tab ||
    to < 0 ||
    from === to ||
    key === indexKey ||
    overKey === indexKey ||
    tab.isPinned !== row.tabs[to]?.isPinned
  )
    return row
  return { ...row, tabs: row.tabs.toSpliced(from, 1).toSpliced(to, 0, tab) }
}

/** Has a tab's page mounted anew (SH-09). */
export const refreshTab = (row: Row, key: string): Row => ({
  ...row,
  tabs: row.tabs.map(tab => (tab.key === key ? { ...tab, revision: tab.revision + 1 } : tab)),
})

/** Names a tab after the record it shows. */
export const titleTab = (row: Row, key: string, title: string): Row => ({
  ...row,
  tabs: row.tabs.map(tab =>
    tab.key === key && tab.meta.title !== title ? { ...tab, meta: { ...tab.meta, title } } : tab,
  ),
})

/**
 * Title of the document (SH-16): product and title of the page's route, then the record the tab is named after. A tab's
 * name opens with the kind of the record, as the route's title does.
 */
export function documentTitle(product: string, routeTitle: string, tabTitle: string): string {
  const at = tabTitle.indexOf(' ')
  return `${product} - ${routeTitle}${at < 0 ? '' : tabTitle.slice(at)}`
}
