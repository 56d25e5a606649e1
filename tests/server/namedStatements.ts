// Statements of the tests' servers have names, so that PostgreSQL reads and plans each of them once for a connection: a
// test sends the same few statements again and again, and reading and planning them is most of the database's work.
import { createHash } from 'node:crypto'
import pg from 'pg'

/** More than a file has; one that builds ever new statements sends the rest of them as they are. */
const most = 2000

const { prototype } = pg.Client
const query: unknown = Reflect.get(prototype, 'query')
const names = new Map<string, string>()
let servers = 0

/** The name of a statement; undefined where there are too many. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size === most) return known
  // of its content: a connection that outlives its file knows no other by it
  const name = `test_${createHash('sha256').update(text).digest('base64url')}`
  names.set(text, name)
  return name
}

/** Sends a statement with values under its name. */
function named(this: unknown, ...given: unknown[]): unknown {
  if (typeof query !== 'function') throw new Error('pg has another shape')
  const [text, values] = given
  const name = typeof text === 'string' && Array.isArray(values) && given.length === 2 ? nameOf(text) : undefined
  return Reflect.apply(query, this, name === undefined ? given : [{ text, values, name }])
}

/** Names the statements of all connections of this process until the answered act, which ends it for one server. */
export function nameStatements(): () => void {
  if (servers++ === 0) Reflect.set(prototype, 'query', named)
  let isEnded = false
  return () => {
    if (isEnded) return
    isEnded = true
    if (--servers > 0) return
    Reflect.set(prototype, 'query', query)
    names.clear()
  }
}
