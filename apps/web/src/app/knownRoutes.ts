// The portal's table of addresses: what the browser knows beside what the server supplies.
import { screens } from '@yunshu/contract/screens/screens'
import type { RouteRow } from './routes.ts'

/** All screens the browser has, for any permits. */
export const knownRoutes: readonly RouteRow[] = Object.entries(screens).map(([name, { path, title, cache }]) => ({
  name,
  path,
  title,
  cache,
}))
