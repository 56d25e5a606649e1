// A kind of import as one value: its columns, its permit, the judgement of rows and the writing of the right ones.
import type { ImportKey } from '@yunshu/contract/importing'
import {
  faultsBesides,
  decodeRows,
  type ImportColumns,
  type PartOf,
  type RawRow,
  type RowFault,
  type ValuesOf,
} from '@yunshu/domain/importing/cells'
import type { Permit } from '@yunshu/domain/permits/permits'
import type { Ctx } from '../work/ctx.ts'

/** A row that is right in itself. */
export interface Row<V> {
  readonly row: number
  readonly values: V
}
/** The record made of a row. */
export interface Written {
  readonly row: number
  readonly id: string
  readonly label: string
}

/**
 * One run of an import: its target, whether it writes (rows are then read under lock), and the listener to its
 * progress.
 */
export interface ImportRun {
  readonly targetId: string | undefined
  readonly isWriting: boolean
  readonly progress: (rows: number) => void
}
export interface Judgement<G> {
  readonly faults: readonly RowFault[]
  readonly good: readonly Row<G>[]
}

interface Spec<C extends ImportColumns, G> {
  readonly key: ImportKey
  readonly permit: Permit
  readonly columns: C
  /** Rows with the same value here belong to one record: all of them are written or none. */
  readonly together?: keyof C & string
  /** Refuses who may not import into the target, or a target that takes nothing now. */
  readonly open?: (ctx: Ctx, targetId: string | undefined) => Promise<void>
  /**
   * Judges rows that are right in themselves: against each other and against what is there. Called for the dry run and
   * again, under lock, before writing.
   * Of rows some cells of which cannot be read it tells what the others show (`parts`), so that a row is mended in one
   * go; these are never good.
   */
  readonly check: (
    ctx: Ctx,
    rows: readonly Row<ValuesOf<C>>[],
    run: ImportRun,
    parts: readonly Row<PartOf<ValuesOf<C>>>[],
  ) => Promise<Judgement<G>>
  /** Writes rows `check` found good in this same transaction. */
  readonly write: (ctx: Ctx, rows: readonly Row<G>[], run: ImportRun) => Promise<readonly Written[]>
}

/** A kind as the machinery of imports knows it; the types of its rows stay inside. */
export interface ImportKind {
  readonly key: ImportKey
  readonly permit: Permit
  readonly columns: ImportColumns
  readonly open: (ctx: Ctx, targetId: string | undefined) => Promise<void>
  /** Every fault of the rows, by row; and how to write those of the given numbers, none of which may be faulty. */
  readonly judge: (
    ctx: Ctx,
    rows: readonly RawRow[],
    run: ImportRun,
  ) => Promise<{ faults: readonly RowFault[]; write: (only: ReadonlySet<number>) => Promise<readonly Written[]> }>
}

/** Declares what can be imported. */
export function importKind<const C extends ImportColumns, G>({
  key,
  permit,
  columns,
  together,
  open,
  check,
  write,
}: Spec<C, G>): ImportKind {
  return {
    key,
    permit,
    columns,
    open: open ?? (async () => {}),
    judge: async (ctx, rows, run) => {
      const { right, parts, unread } = decodeRows(columns, rows)
      const judged = await check(ctx, right, run, parts)
      const own = [...unread, ...faultsBesides(unread, judged.faults)]
      const faults =
        together === undefined ? own : [...own, ...spread(rows, own, together, columns[together]?.title ?? '')]
      const isBad = new Set(faults.map(({ row }) => row))
      return {
        faults: faults.toSorted((a, b) => a.row - b.row),
        write: only =>
          write(
            ctx,
            judged.good.filter(({ row }) => only.has(row) && !isBad.has(row)),
            run,
          ),
      }
    },
  }
}

/** A fault of one row is one of all that belong to it. */
function spread(rows: readonly RawRow[], faults: readonly RowFault[], together: string, title: string): RowFault[] {
  const isBad = new Set(faults.map(({ row }) => row))
  const firstBad = new Map<string, number>()
  for (const { row, cells } of rows) {
    const one = cells[together]
    if (one !== undefined && isBad.has(row) && !firstBad.has(one)) firstBad.set(one, row)
  }
  return rows.flatMap(({ row, cells }) => {
    const bad = isBad.has(row) ? undefined : firstBad.get(cells[together] ?? '')
    return bad === undefined ? [] : [{ row, reason: `同一${title}的第${bad}行有错误` }]
  })
}
