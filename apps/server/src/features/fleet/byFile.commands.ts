// Steps shared by imports of vehicles and drivers: twins within the file, and writing the good rows together.
import type { RowFault } from '@yunshu/domain/importing/cells'
import { Problem } from '@yunshu/domain/problems/problems'
import { logEvents } from '../../work/history.ts'
import { isTaken } from '../../db/pool.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { ImportRun, Row, Written } from '../../imports/importKind.ts'
import { newRecord, type FleetKind } from './fleet.queries.ts'

/** Records of one statement: a statement holds 65,535 values. */
const batch = 500

/** Rows whose value stands in the file before them. */
export function repeatedRows<V>(
  rows: readonly Row<V>[],
  key: (values: V) => string | undefined,
  field: string,
): RowFault[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ row, values }) => {
    const value = key(values)
    if (value === undefined) return []
    const before = first.get(value)
    if (before === undefined) first.set(value, row)
    return before === undefined ? [] : [{ row, field, reason: `与第${before}行重复` }]
  })
}

/** Rows in the order of the file. */
export const inOrder = <V>(...parts: readonly (readonly Row<V>[])[]): Row<V>[] =>
  parts.flat().toSorted((a, b) => a.row - b.row)

/** Faults, and the rows without any. */
export function separateFaultyRows<V>(
  rows: readonly Row<V>[],
  faults: readonly RowFault[],
): { faults: readonly RowFault[]; good: Row<V>[] } {
  const bad = new Set(faults.map(({ row }) => row))
  return { faults, good: rows.filter(({ row }) => !bad.has(row)) }
}

interface Writing<V, C> {
  /** A row as its columns. */
  columns: (values: V) => C
  insert: (records: (ReturnType<typeof newRecord> & C)[]) => Promise<unknown>
  /** The name people know one by. */
  label: (values: V) => string
}

/**
 * Registers the rows of a file. Refuses `import.taken` when somebody registered one of them since they were judged:
 * nothing is written, the next check says which.
 */
export async function registerAll<V, C>(
  ctx: Ctx,
  { entity, word }: FleetKind,
  rows: readonly Row<V>[],
  { progress }: ImportRun,
  { columns, insert, label }: Writing<V, C>,
): Promise<Written[]> {
  const made: Written[] = []
  for (let at = 0; at < rows.length; at += batch) {
    const part = rows
      .slice(at, at + batch)
      .map(({ row, values }) => ({ row, label: label(values), record: { ...newRecord(ctx), ...columns(values) } }))
    await insert(part.map(({ record }) => record)).catch((error: unknown) => {
      throw isTaken(error) ? new Problem('import.taken', { what: word }) : error
    })
    await logEvents(
      ctx,
      part.map(({ record }) => ({ entity, entityId: record.id, action: '导入登记' })),
    )
    made.push(...part.map(({ row, record: { id }, label: said }) => ({ row, id, label: said })))
    progress(made.length)
  }
  return made
}
