// Test support: records of other companies to ask for, what must not be in any answer, and marks of what others hold.
import { sql } from 'kysely'
import { q } from '../../../apps/server/src/db/tx.ts'
import type { TestServer } from '../testServer.ts'
import type { Outsider } from './outsiders.ts'
import { findColumns, type Column } from './reached.ts'

/** Records of other companies: some of each table to ask for, and everything that must not be in any answer. */
export interface Victims {
  readonly ids: readonly Victim[]
  readonly numbers: readonly Victim[]
  readonly secrets: ReadonlySet<string>
  /** Number of the first transaction after they were read. */
  readonly read: string
  /** Ids of the people there were. */
  readonly people: readonly string[]
  /** The columns that find these records, by the tables they stand in. */
  readonly columns: readonly Column[]
}

/** A record of another company, by its id or by a number of its: the `at`-th of `of` of its table. */
export interface Victim {
  readonly table: string
  readonly id: string
  readonly at: number
  readonly of: number
}

/** Tables whose rows are nobody's own: known to partners and to whoever looks for one, or no record of a company. */
export const common = new Set(['companies', 'migrations', 'agreement_templates', 'pay_templates'])
/** Business numbers and personal facts, by table and column. */
const numbered = [
  ['waybills', 'waybill_no'],
  ['tasks', 'task_no'],
  ['settlements', 'settlement_num'],
  ['payments', 'task_no'],
  ['vehicles', 'plate'],
  ['drivers', 'id_no'],
  ['company_accounts', 'account_no'],
  ['users', 'mobile'],
  ['vouchers', 'voucher_no'],
] as const
const perTable = 4

/** Reads what the demo holds; goods offered to everybody are nobody's secret. */
export async function findVictims(server: TestServer): Promise<Victims> {
  return server.db(async tx => {
    const read = <R>(text: string): Promise<R[]> => tx.rows<R>(sql<R>`${sql.raw(text)}`.compile(q))
    const tables = (
      await read<{ name: string; has_state: boolean }>(
        `select table_name as name, bool_or(column_name = 'state') as has_state from information_schema.columns where table_schema = 'public' group by 1 having bool_or(column_name = 'id' and data_type = 'uuid') order by 1`,
      )
    ).filter(({ name }) => name !== 'migrations')
    const open = `(select id from goods where publish_to = 'PUBLIC')`
    const ids: Victim[] = []
    const [now] = await read<{ next: string }>(`select pg_snapshot_xmax(pg_current_snapshot())::text as next`)
    const people = await read<{ id: string }>('select id from users')
    const secrets = new Set<string>()
    const homes = new Map<string, string>()
    for (const { name, has_state } of tables) {
      // positions of branch managers are the same for every branch
      const isSecret =
        name === 'roles'
          ? `where company_id is distinct from (select id from companies where kind = 'HEAD' and role_flags & 1 <> 0)`
          : name === 'goods'
            ? `where id not in ${open}`
            : name === 'events'
              ? `where entity_id not in ${open}`
              : // rules of posting for all branches are every branch's own
                name === 'posting_versions'
                ? 'where branch_id is not null'
                : ''
      const all = await read<{ id: string; state: string }>(
        `select id, ${has_state ? 'state' : `''`} as state from ${name} ${isSecret} order by md5(id::text)`,
      )
      for (const { id } of all) homes.set(id, name)
      if (!common.has(name)) for (const { id } of all) secrets.add(id)
      const states = [...new Set(all.map(({ state }) => state))]
      const some =
        states.length > 1
          ? states.flatMap(state => all.filter(row => row.state === state).slice(0, 1))
          : all.slice(0, perTable)
      ids.push(...some.map(({ id }, at) => ({ table: name, id, at, of: some.length })))
    }
    const numbers: Victim[] = []
    for (const [table, column] of numbered) {
      const values = (
        await read<{ value: string }>(
          `select ${column}::text as value from ${table} where ${column} is not null order by md5(${column}::text)`,
        )
      ).map(({ value }) => value)
      for (const value of values) secrets.add(value)
      numbers.push(...values.slice(0, 2).map((id, at, { length: of }) => ({ table: `${table}.${column}`, id, at, of })))
    }
    const columns = [
      ...(await findColumns(tx, homes)),
      ...numbered.map(([table, column]) => ({ table, column, finds: [`${table}.${column}`] })),
    ]
    return { ids, numbers, secrets, read: now?.next ?? '', people: people.map(({ id }) => id), columns }
  })
}

/** Tables that change by themselves, and those whose rows are nobody's own. */
const unwatched = new Set(['outbox', 'sessions', 'messages', 'audit_log', 'sim_orders', ...common])

/**
 * A mark of what others hold, by table, so that any change of it shows: the number of rows nobody has written since
 * the victims were read, not even with the values they had. People are compared by what they are: signing in writes
 * them.
 */
export async function markOf(server: TestServer, { ids, read, people }: Victims): Promise<Record<string, string>> {
  const tables = [...new Set(ids.map(({ table }) => table))].filter(table => !unwatched.has(table))
  return server.db(async tx => {
    const marks: Record<string, string> = {}
    for (const table of tables) {
      const found =
        table === 'users'
          ? sql<{
              mark: string
            }>`select md5(string_agg((to_jsonb(t) - 'push_seq' - 'last_login_at')::text, ',' order by t.id)) as mark
              from users t where id = any(${people}::uuid[])`
          : sql<{
              mark: string
            }>`select count(*)::text as mark from ${sql.table(table)}
              where xmin::text::bigint < ${read}::bigint ${sql.raw(
                // goods offered to everybody are taken by everybody
                table === 'goods' ? `and publish_to <> 'PUBLIC'` : '',
              )}`
      marks[table] = (await tx.rows(found.compile(q)))[0]?.mark ?? ''
    }
    return marks
  })
}

/** Lines of history that these people left on records of others. */
export async function traces(server: TestServer, who: readonly Outsider[], victims: Victims): Promise<string[]> {
  return server.db(async tx => {
    const people = await tx.rows(
      q
        .selectFrom('users')
        .select(['id', 'account'])
        .where('account', 'in', [...who]),
    )
    // by ids: the wall of histories asks a function for each line that is left
    const rows = await tx.rows(
      q
        .selectFrom('events')
        .select(['user_id', 'action', 'entity', 'entity_id'])
        .where(
          'user_id',
          'in',
          people.map(({ id }) => id),
        ),
    )
    const accounts = new Map(people.map(({ id, account }) => [id, account]))
    return rows
      .filter(({ entity_id }) => victims.secrets.has(entity_id))
      .map(
        ({ user_id, action, entity, entity_id }) => `${accounts.get(user_id ?? '')} ${action} ${entity} ${entity_id}`,
      )
  })
}
