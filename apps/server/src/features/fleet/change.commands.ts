// Writing a change of a vehicle, driver or payee: what was verified goes back to verification when its papers change.
import { paperStates } from '@yunshu/domain/paper'
import { sql } from 'kysely'
import { logEvent, move, type Change } from '../../db/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../http/ctx.ts'
import { tellHouse, type Held } from './held.commands.ts'

/** How a field is called in the history and how its value reads. */
export type Words<F extends string> = Readonly<Record<F, readonly [label: string, print?: (value: never) => string]>>
type Printer = (value: never) => string

/** Field by field what a change is, in words; fields that stay are left out. */
export function changesOf<F extends string>(before: Readonly<Partial<Record<F, unknown>>>, after: Readonly<Partial<Record<F, unknown>>>, words: Words<F>): (Change & { key: F })[] {
  return (Object.keys(words) as F[]).flatMap((key) => {
    const [old, now] = [before[key] ?? undefined, after[key] ?? undefined]
    if (old === now) return []
    const [field, print] = words[key]
    return [{ key, field, old: inWords(old, print), new: inWords(now, print) }]
  })
}

function inWords(value: unknown, print: Printer | undefined): string {
  if (value === undefined || value === '') return '--'
  if (print) return print(value as never)
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : JSON.stringify(value)
}

interface Writing {
  set: Readonly<Record<string, unknown>>
  changes: readonly Change[]
  /** The papers prove something of what changed. */
  isPaper: boolean
  /** What the history calls it. */
  action?: string
  /** The refusal of a value somebody has already; gets the name of the index. */
  taken?: (index: string) => Error
}

/** Writes what changed and its line of history; a verified record whose papers changed waits for verification again. Nothing changed is nothing written. */
export async function writeChange(ctx: Ctx, held: Held, { set, changes, isPaper, action = '修改', taken }: Writing): Promise<{ id: string; version: number }> {
  const { kind, row, name } = held
  const { entity, table } = kind
  const diff = changes.map(({ field, old, new: now }) => ({ field, old, new: now }))
  ctx.touched(entity, row.id, diff)
  if (changes.length === 0) return { id: row.id, version: row.version }
  const write = async (): Promise<{ id: string; version: number }> => {
    if (isPaper && row.state === 'approved') {
      const { version } = await move(ctx, paperStates, row, 'submit', { table, column: 'paper', entity, set, diff })
      await tellHouse(ctx, held, `${name} 的证件已变更，请重新审核`)
      return { id: row.id, version }
    }
    const assignments = Object.entries({ ...set, updated_at: ctx.now }).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await ctx.tx.run(sql`update ${sql.table(table)} set ${sql.join(assignments)}, version = version + 1 where id = ${row.id}`.compile(q))
    await logEvent(ctx, { entity, entityId: row.id, action, diff })
    return { id: row.id, version: row.version + 1 }
  }
  return write().catch((error: unknown) => { throw taken && isTaken(error) ? taken(indexOf(error)) : error })
}

/** The unique index a refused write ran into. */
export const indexOf = (error: unknown): string => (error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '')
