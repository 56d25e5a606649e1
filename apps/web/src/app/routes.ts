// Addresses and their rows: how a path finds the row it belongs to. The table itself is no part of the login page.
import { helperRoutes } from '@yunshu/contract/publicScreens'

/** A page with its address (no leading slash, `:name` parts), as accessRoutes sends it. */
export interface RouteRow {
  readonly name: string
  readonly path: string
  readonly title: string
  readonly cache: boolean
}
export interface RouteMatch {
  readonly route: RouteRow
  readonly params: Readonly<Record<string, string>>
}

const segmentsOf = (path: string): string[] => path.split('/').filter(segment => segment !== '')

function matchSegments(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of pattern.entries()) {
    const text = decode(given[at] ?? '')
    if (text === undefined) return undefined
    if (part.startsWith(':')) params[part.slice(1)] = text
    else if (part !== text) return undefined
  }
  return params
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The row a pathname belongs to, fixed words before `:name` parts; undefined when none. */
export function matchRoute(routes: readonly RouteRow[], pathname: string): RouteMatch | undefined {
  const given = segmentsOf(pathname)
  let best: RouteMatch | undefined
  for (const route of routes) {
    const params = matchSegments(segmentsOf(route.path), given)
    if (params && (!best || Object.keys(params).length < Object.keys(best.params).length)) best = { route, params }
  }
  return best
}

/** Hidden helper routes (SH-09): `refresh`, and `redirect/…` with the address to open after it. */
export function helperOf(pathname: string): { kind: 'refresh' } | { kind: 'redirect'; pathname: string } | undefined {
  const [first, ...rest] = segmentsOf(pathname)
  if (first === helperRoutes.refresh && rest.length === 0) return { kind: 'refresh' }
  if (first === helperRoutes.redirect && rest.length > 0) return { kind: 'redirect', pathname: '/' + rest.join('/') }
  return undefined
}
