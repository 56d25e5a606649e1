// Writing a change of a vehicle, driver or payee: the certificates that prove what changed go back to verification,
// alone.
import {
  afterChange,
  countedOf,
  provenBy,
  standOf,
  type KeptCertificate,
  type KeptPapers,
} from '@yunshu/domain/fleet/certificates'
import { paperStates, type PaperState } from '@yunshu/domain/fleet/paper'
import { sql } from 'kysely'
import { logEvent } from '../../work/history.ts'
import { move } from '../../work/move.ts'
import { isTaken } from '../../db/pool.ts'
import { q } from '../../db/tx.ts'
import type { Change, Ctx } from '../../work/ctx.ts'
import { documentsOf, type FleetKind, type Held, type HeldFacts } from './fleet.queries.ts'
import { tellFleetVerifiers, wordsOfHeld } from './held.commands.ts'

/** The name of a field in the history, and the way its value is printed. */
export type Words<F extends string> = Readonly<Record<F, readonly [label: string, print?: (value: never) => string]>>
type Printer = (value: never) => string

/** Field by field what a change is, in words; fields that stay are left out. */
export function changesOf<F extends string>(
  before: Readonly<Partial<Record<F, unknown>>>,
  after: Readonly<Partial<Record<F, unknown>>>,
  words: Words<F>,
): (Change & { key: F })[] {
  return (Object.keys(words) as F[]).flatMap(key => {
    const [old, now] = [before[key] ?? undefined, after[key] ?? undefined]
    if (old === now) return []
    const [field, print] = words[key]
    return [{ key, field, old: inWords(old, print), new: inWords(now, print) }]
  })
}

function inWords(value: unknown, print: Printer | undefined): string {
  if (value === undefined || value === '') return '--'
  // the printer stands beside the key its value was read by; the compiler cannot pair the two
  if (print) return print(value as never)
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value : JSON.stringify(value)
}

interface Writing {
  set: Readonly<Record<string, unknown>>
  changes: readonly Change[]
  /** The changed fields and kinds of document, by their names on the wire: certificates that prove them wait again. */
  changed: readonly string[]
  /** The record after the change; as it was unless told. */
  after?: Pick<HeldFacts, 'facts' | 'needed'>
  /** The name of the action in the history. */
  action?: string
  /** The refusal of a value somebody has already; gets the name of the index. */
  taken?: (index: string) => Error
}

/**
 * Writes the changed columns and their line of history. Certificates that prove changed facts wait for verification
 * again, the others stay as they are. Without a change nothing is written.
 */
export async function writeChange(
  ctx: Ctx,
  held: HeldFacts,
  { set, changes, changed, after = held, action = '修改', taken }: Writing,
): Promise<{ id: string; version: number }> {
  const { kind, row } = held
  const diff = changes.map(({ field, old, new: now }) => ({ field, old, new: now }))
  ctx.touched(kind.entity, row.id, diff)
  if (changes.length === 0) return { id: row.id, version: row.version }
  const proven = provenBy(kind.catalogue, changed)
  const write = async (): Promise<{ id: string; version: number }> => {
    const documents = [...(await documentsOf(ctx, kind, row.id)), ...changed]
    const before = {
      ...row.papers,
      ...standOf(
        countedOf(
          kind.catalogue,
          held.facts,
          held.needed,
          documents.filter(each => !changed.includes(each)),
        ),
        row,
      ),
    }
    const stand = afterChange(
      before,
      countedOf(kind.catalogue, after.facts, after.needed, documents),
      proven,
      row.state,
    )
    const again = Object.keys(stand).filter(key => stand[key]?.state === 'pending' && before[key]?.state !== 'pending')
    const version = await writePapers(ctx, held, stand, {
      action,
      diff: [...diff, ...certificateChanges(kind, before, stand)],
      set,
      to: again.length > 0 && row.state === 'approved' ? 'pending' : row.state,
    })
    if (again.length > 0)
      await tellFleetVerifiers(ctx, held, `${kind.entity}.changed`, {
        ...wordsOfHeld(held),
        papers: again.map(key => kind.catalogue[key]?.label).join('、'),
      })
    return { id: row.id, version }
  }
  return write().catch((error: unknown) => {
    throw taken && isTaken(error) ? taken(indexOf(error)) : error
  })
}

const label = (one: KeptCertificate | undefined): string => paperStates.states[one?.state ?? paperStates.start].label

/** Certificates whose state changed, in words. */
export function certificateChanges({ catalogue }: FleetKind, before: KeptPapers, after: KeptPapers): Change[] {
  return Object.keys(after).flatMap(key =>
    label(before[key]) === label(after[key])
      ? []
      : [{ field: catalogue[key]?.label ?? key, old: label(before[key]), new: label(after[key]) }],
  )
}

const moveTo = { approved: 'approve', rejected: 'reject', pending: 'submit', unsubmitted: 'reopen' } as const
interface Papers {
  action: string
  to: PaperState
  reason?: string | undefined
  diff: Change[]
  set?: Readonly<Record<string, unknown>>
}

/** Writes how the certificates stand and what they come to, with a line of history; answers the new version. */
export async function writePapers(
  ctx: Ctx,
  { kind: { entity, papers }, row }: Held,
  stand: KeptPapers,
  { action, to, reason, diff, set = {} }: Papers,
): Promise<number> {
  const columns = { ...set, papers: JSON.stringify(stand) }
  if (to !== row.state) return (await move(ctx, papers, row, moveTo[to], { reason, set: columns, diff })).version
  const assignments = Object.entries({ ...columns, updated_at: ctx.now }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  await ctx.tx.run(
    sql`update ${sql.table(papers.table)} set ${sql.join(assignments)}, version = version + 1
      where id = ${row.id}`.compile(q),
  )
  await logEvent(ctx, { entity, entityId: row.id, action, reason, diff })
  return row.version + 1
}

/** The unique index a refused write ran into. */
export const indexOf = (error: unknown): string =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
