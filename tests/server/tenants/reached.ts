// Test support: hears the statements a request sends, and tells by them whose records it could have found.
import { sql } from 'kysely'
import pg from 'pg'
import { q, type Tx } from '../../../apps/server/src/db/tx.ts'

/** A column by which records are found. */
export interface Column {
  readonly table: string
  readonly column: string
  /** The tables whose records have their ids in it. */
  readonly finds: readonly string[]
}

/**
 * Columns of ids, with the tables whose ids they hold: by their foreign keys, else by what stands in them; `homes` says
 * which table an id is of.
 */
export async function findColumns(tx: Tx, homes: ReadonlyMap<string, string>): Promise<Column[]> {
  const columns = await tx.rows(
    sql<{ table: string; column: string; many: boolean; refers: string[] | null }>`
      select c.relname as table, a.attname as column, a.atttypid = 'uuid[]'::regtype as many, (
        select array_agg(distinct k.confrelid::regclass::text) from pg_constraint k
        join pg_attribute r on r.attrelid = k.confrelid and r.attnum = k.confkey[array_position(k.conkey, a.attnum)]
        where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any(k.conkey) and r.attname = 'id') as refers
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.atttypid in ('uuid'::regtype, 'uuid[]'::regtype) and a.attnum > 0 and not a.attisdropped`.compile(q),
  )
  const found: Column[] = []
  for (const { table, column, many, refers } of columns) {
    let finds = column === 'id' ? [table, ...(refers ?? [])] : refers
    if (finds === null) {
      const one = many ? sql`unnest(${sql.ref(column)})` : sql.ref(column)
      const of = sql<{ id: string | null }>`select distinct ${one} as id from ${sql.table(table)}`
      const ids = await tx.rows(of.compile(q))
      finds = [...new Set(ids.flatMap(({ id }) => homes.get(id ?? '') ?? []))]
    }
    found.push({ table, column, finds })
  }
  return found
}

/** A listener to all connections of this process. */
export interface Listener {
  /**
   * Does the work and tells, by the statements sent meanwhile with `given` in them, whose records it looked among, and
   * whether one of them was dark: it names no column that could find any.
   */
  during<T>(
    given: string,
    work: () => Promise<T>,
  ): Promise<{ answer: T; reached: ReadonlySet<string>; isDark: boolean }>
  stop(): void
}

/** Rows that are only put down are not looked for. */
const plainInsert = /^\s*insert into \S+ \([^)]*\) values/i

/** Listens until it is stopped; `columns` say what a statement that names them can find. */
export function listen(columns: readonly Column[]): Listener {
  const heard = new Map<string, { readonly reached: Set<string>; isDark: boolean }>()
  const foundBy = new Map<string, ReadonlySet<string>>()
  const findsOf = (text: string): ReadonlySet<string> => {
    let finds = foundBy.get(text)
    if (finds === undefined) {
      const words = new Set(text.match(/\w+/g))
      const named = plainInsert.test(text)
        ? []
        : columns.filter(({ table, column }) => words.has(table) && words.has(column))
      finds = new Set(named.flatMap(column => column.finds))
      foundBy.set(text, finds)
    }
    return finds
  }
  const hear = (asked: unknown, values: unknown): void => {
    if (heard.size === 0) return
    const text: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'text') : asked
    const own: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'values') : values
    if (typeof text !== 'string') return
    const all = `${text} ${JSON.stringify(own)}`
    for (const [given, told] of heard) {
      if (!all.includes(given)) continue
      const finds = findsOf(text)
      if (finds.size === 0 && !plainInsert.test(text)) told.isDark = true
      for (const table of finds) told.reached.add(table)
    }
  }
  const { prototype } = pg.Client
  const query: unknown = Reflect.get(prototype, 'query')
  if (typeof query !== 'function') throw new Error('pg has another shape')
  Reflect.set(prototype, 'query', function (this: unknown, ...given: unknown[]): unknown {
    hear(given[0], given[1])
    return Reflect.apply(query, this, given)
  })
  return {
    during: async (given, work) => {
      const told = heard.get(given) ?? { reached: new Set<string>(), isDark: false }
      heard.set(given, told)
      try {
        const answer = await work()
        return { answer, ...told }
      } finally {
        heard.delete(given)
      }
    },
    stop: () => {
      Reflect.set(prototype, 'query', query)
    },
  }
}
