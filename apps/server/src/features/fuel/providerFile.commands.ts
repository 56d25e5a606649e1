// A provider's file of an account: whole by its last row, and every line new.
import type { Fen } from '@yunshu/domain/figures/money'
import type { RowFault } from '@yunshu/domain/importing/cells'
import { sql } from 'kysely'
import { q } from '../../db/tx.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { ImportRun, Judgement, Row } from '../../imports/importKind.ts'
import type { Ctx } from '../../work/ctx.ts'
import { inOrder, separateFaultyRows } from '../fleet/byFile.commands.ts'
import { lockFiles, readAccount } from './account.queries.ts'
import { faultsOfSerials, faultsOfWhole, isTotal, serialOf } from './fileTotal.ts'

interface ProviderFile<V> {
  readonly kind: 'OIL' | 'ETC'
  /** The table its lines go to. */
  readonly table: 'fuel_uses' | 'toll_passes'
  /** Faults of a line in itself. */
  readonly faultsOfLine: (values: V, now: number) => readonly { readonly field: string; readonly reason: string }[]
}

/** A line, as far as it can be read. */
interface Part {
  readonly serial?: string | undefined
  readonly amount?: Fen | undefined
}

/** Judges the lines of a file against each other, against its last row and against those there are. */
export const judgeProviderFile =
  <V extends Part>({ kind, table, faultsOfLine }: ProviderFile<V>) =>
  async (ctx: Ctx, rows: readonly Row<V>[], run: ImportRun, parts: readonly Row<Part>[]): Promise<Judgement<V>> => {
    const account = await accountOfFile(ctx, kind, run.targetId)
    if (run.isWriting) await lockFiles(ctx, account.id)
    const all = inOrder<Part>(rows, parts)
    const whole = faultsOfWhole(all)
    if (whole.length > 0) return { faults: whole, good: [] }
    const known = await ctx.tx.rows(
      sql<{ serial: string }>`select serial_upper as serial from ${sql.table(table)}
        where account_id = ${account.id}::uuid
        and serial_upper = any(${all.flatMap(({ values }) => serialOf(values) ?? [])}::text[])`.compile(q),
    )
    return separateFaultyRows(rows, [
      ...rows.flatMap(({ row, values }): RowFault[] =>
        isTotal(values) ? [] : faultsOfLine(values, ctx.now).map(fault => ({ row, ...fault })),
      ),
      ...faultsOfSerials(all, new Set(known.map(({ serial }) => serial))),
    ])
  }

/** The account whose file it is; tolls have passages, all else is fuel that was used. */
export async function accountOfFile(ctx: Ctx, kind: 'OIL' | 'ETC', targetId: string | undefined) {
  const account = targetId === undefined ? undefined : await readAccount(ctx, targetId)
  if (account?.kind === kind) return account
  throw wrongField('targetId', kind === 'OIL' ? '请选择油品账户' : '请选择 ETC 账户')
}
