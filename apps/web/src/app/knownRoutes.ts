// The portal's table of addresses: what the browser knows beside what the server supplies.
import { screens } from '@yunshu/contract/screens/screens'
import { matchRoute, type RouteRow } from './routes.ts'

/** All screens the browser has, for any permits. */
export const knownRoutes: readonly RouteRow[] = Object.entries(screens).map(([name, { path, title, cache }]) => ({
  name,
  path,
  title,
  cache,
}))

/** The title of an address no page of the person answers: that of the page it would be, were it theirs. */
export const lostTitle = (pathname: string): string => matchRoute(knownRoutes, pathname)?.route.title ?? '页面不存在'
