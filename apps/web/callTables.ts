// Tables that name calls of all features, as browsers need them: by address. The calls themselves would bring the
// schemas of everything there is before the first row of any list.
import * as exported from '@yunshu/contract/exporting/exportLists'
import * as stale from '@yunshu/contract/stale'
import type { Plugin } from 'vite'

/** The files whose tables these are, with their exports. */
export const tables: Readonly<Record<string, object>> = {
  '/packages/contract/src/stale.ts': stale,
  '/packages/contract/src/exporting/exportLists.ts': exported,
}

const pathOf = (value: object): string | undefined =>
  'path' in value && typeof value.path === 'string' && 'input' in value ? value.path : undefined

/** A module with the same exports, in which each call is one object with nothing but its address. */
export function addressesOf(table: object): string {
  const paths = new Map<string, number>()
  const write = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(write).join()}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const path = pathOf(value)
    if (path === undefined)
      return `{${Object.entries(value)
        .map(([key, each]) => `${key}:${write(each)}`)
        .join()}}`
    if (!paths.has(path)) paths.set(path, paths.size)
    return `c[${paths.get(path)}]`
  }
  const written = Object.entries(table).map(([name, value]) => `export const ${name} = ${write(value)}`)
  return [`const c = ${JSON.stringify([...paths.keys()])}.map(path => ({ path }))`, ...written].join('\n')
}

/** Puts the addresses in the place of these tables when the portal is built. */
export const callTables: Plugin = {
  name: 'call-tables',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    const file = Object.keys(tables).find(each => id.endsWith(each))
    return file === undefined ? undefined : addressesOf(tables[file] ?? {})
  },
}
