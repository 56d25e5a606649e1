// Test support: the statements this process sends to the database while something is done, and their plans under the same walls.
import { sql } from 'kysely'
import pg from 'pg'
import { q } from '../../apps/server/src/db/tx.ts'
import type { TestServer } from './testServer.ts'

/** A statement as it left, with its values and the reach its connection was given; without one it is the product's own. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
  readonly reach: string | undefined
}

const { prototype } = pg.Client
const reachPattern = /select set_config\('app\.reach'.*$/

const isNamed = (first: unknown): first is { readonly text: string; readonly values?: readonly unknown[] } =>
  typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string'

/** Does `work` and answers what was sent meanwhile, by whomever of this process. */
export async function sentMeanwhile(work: () => Promise<unknown>): Promise<Sent[]> {
  const before: unknown = Reflect.get(prototype, 'query')
  if (typeof before !== 'function') throw new Error('pg has another shape')
  const sent: Sent[] = []
  const reaches = new WeakMap<object, string>()
  Reflect.set(prototype, 'query', function (this: object, ...given: unknown[]): unknown {
    const [first, second] = given
    const text = isNamed(first) ? first.text : typeof first === 'string' ? first : ''
    const values = isNamed(first) ? (first.values ?? []) : Array.isArray(second) ? second : []
    const [reach] = reachPattern.exec(text) ?? []
    if (reach !== undefined) reaches.set(this, reach.replaceAll(', false)', ', true)'))
    sent.push({ text, values, reach: reaches.get(this) })
    return Reflect.apply(before, this, given)
  })
  try {
    await work()
  } finally {
    Reflect.set(prototype, 'query', before)
  }
  return sent
}

/**
 * The plan of a statement as it was sent. Tables of tests are small: with `isForced` one is read from its beginning to
 * its end only where no index answers.
 */
export function planOfSent(
  server: Pick<TestServer, 'db'>,
  { text, values, reach }: Sent,
  { isForced = true }: { readonly isForced?: boolean } = {},
): Promise<string[]> {
  return server.db(async tx => {
    if (reach !== undefined) await tx.run(sql.raw(reach).compile(q))
    if (isForced) await tx.run(sql`set local enable_seqscan = off`.compile(q))
    const rows = await tx.rows<{ 'QUERY PLAN': string }>({
      ...sql<{ 'QUERY PLAN': string }>`select 1`.compile(q),
      sql: `explain ${text}`,
      parameters: values,
    })
    return rows.map(row => row['QUERY PLAN'])
  })
}
