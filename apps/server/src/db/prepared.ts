// Statements that readers keep prepared: those whose plan is good for all values.
import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

/**
 * A query whose plan does not depend on its values: its text has no filter that comes and goes, and PostgreSQL may keep
 * one plan for it. Where few rows or many match, by value, the planner has to see the value: such a query is not steady.
 */
export type Steady<O> = CompiledQuery<O> & { readonly isSteady: true }

interface Compilable<O> {
  compile(): CompiledQuery<O>
}

/** Says that a query is steady. */
export const steadyQuery = <O>(query: Compilable<O>): Steady<O> => ({ ...query.compile(), isSteady: true })

/**
 * A steady query that is built and compiled once, with samples of its values. `build` must use each value as it is
 * given, and two samples must not be equal: where a sample stands among the parameters, the value of a call goes.
 */
export function steadyOnce<A extends readonly unknown[], O>(
  build: (...values: A) => Compilable<O>,
  samples: NoInfer<A>,
): (...values: A) => Steady<O> {
  let made: { query: Steady<O>; places: number[] } | undefined
  return (...values) => {
    if (made === undefined) {
      const query = steadyQuery(build(...samples))
      const places = query.parameters.map(parameter => samples.indexOf(parameter))
      if (samples.some((_, i) => !places.includes(i))) throw new Error(`a value is not a parameter: ${query.sql}`)
      made = { query, places }
    }
    const { query, places } = made
    return { ...query, parameters: places.map((at, i) => (at < 0 ? query.parameters[i] : values[at])) }
  }
}

/** Uses of a statement on a connection before it is worth a name, and names one connection may hold: plans cost memory. */
const usesBefore = 2
const namesMax = 100

/** A connection's record of its statements: how often each was used, and those that have or had a name. */
interface Known {
  readonly uses: Map<string, number>
  readonly named: Set<string>
  /** Statements that are not named again on this connection. */
  readonly spent: Set<string>
  isPlain: boolean
}
const knownOf = new WeakMap<pg.ClientBase, Known>()

const names = new Map<string, string>()
/**
 * The name of a statement is the hash of its whole text: another process on a shared backend prepared the same under
 * it.
 */
function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `y${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}

function mayBeNamed(known: Known, text: string): boolean {
  if (known.isPlain || known.spent.has(text)) return false
  if (known.named.has(text)) return true
  const uses = known.uses.get(text) ?? 0
  known.uses.set(text, uses + 1)
  if (uses < usesBefore || known.named.size >= namesMax) return false
  known.uses.delete(text)
  known.named.add(text)
  return true
}

/**
 * 26000: the backend does not know the name; 42P05: it knows the name already. A pooler stands between, or the backend
 * dropped its names.
 */
const strangerCodes = new Set(['26000', '42P05'])
/** 0A000: the plan kept no longer fits the tables, after a migration. */
const outdatedCode = '0A000'

/**
 * Runs a steady query on a connection without a transaction, by name from its third use on. A name that no longer works
 * is given up and the query runs without: a failed statement outside a transaction has done nothing.
 */
export async function askSteady(
  client: pg.ClientBase,
  text: string,
  values: unknown[],
): Promise<pg.QueryResult<pg.QueryResultRow>> {
  let known = knownOf.get(client)
  if (known === undefined)
    knownOf.set(client, (known = { uses: new Map(), named: new Set(), spent: new Set(), isPlain: false }))
  if (!mayBeNamed(known, text)) return client.query(text, values)
  try {
    return await client.query({ name: nameOf(text), text, values })
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
    if (code === outdatedCode) known.spent.add(text)
    else if (strangerCodes.has(code)) known.isPlain = true
    else throw error
    return client.query(text, values)
  }
}
