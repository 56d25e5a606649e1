// Lines of an approved sheet taken off it, with their entries in the books, or paid to another account.
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postReleased } from '../voucher/sheetBooks.commands.ts'
import { sumsWith } from './change.queries.ts'
import { findRoot, isChild } from './family.queries.ts'
import { laySetOff } from './lines.commands.ts'
import type { Payee } from './linePayees.queries.ts'
import { assertFuelUnbilled, bookedSheet, debtOf } from './release.commands.ts'
import type { Sheet, SheetLine } from './settlement.queries.ts'
import { isAdvanceSheet, isFeeSheet, releaseWaybills } from './waybillSettle.ts'

/**
 * Takes lines off an approved sheet: their entries go back in red, their waybills can be settled anew. Amounts set off on
 * them fall on the lines that stay; the rest of these amounts is the debt the sheet leaves. A sheet that pays again has no
 * debts of its own: the carrier owes them.
 */
export async function takeLinesOff(
  ctx: Ctx,
  sheet: Sheet,
  { meant, rest }: { meant: readonly SheetLine[]; rest: readonly SheetLine[] },
): Promise<void> {
  const root = await findRoot(ctx, sheet)
  await assertFuelUnbilled(ctx, meant)
  await releaseWaybills(ctx, sheet, meant, root.id)
  await ctx.tx.run(
    q
      .deleteFrom('settlement_lines')
      .where('settlement_id', '=', sheet.id)
      .where(sql<boolean>`part_id = any(${meant.map(line => line.part_id)}::uuid[])`),
  )
  // sheets apart from the settlement of their waybills take no charges
  if (!isAdvanceSheet(rest) && !isFeeSheet(rest)) await keepCharges(ctx, root.id, rest)
  const sums = sumsWith(sheet, rest)
  const dueAts = rest.flatMap(line => line.due_at ?? [])
  await ctx.tx.run(
    q
      .updateTable('settlements')
      .set({ ...sums, line_count: rest.length, due_at: dueAts.length === 0 ? null : Math.min(...dueAts) })
      .where('id', '=', sheet.id),
  )
  const setOff = isChild(sheet) ? sumFen(meant.map(line => fen(line.set_off_fen))) : fen(0)
  if (isChild(sheet)) await openDebt(ctx, 'RELEASED', debtOf(sheet), setOff)
  else await laySetOff(ctx, sheet, rest)
  await postReleased(ctx, bookedSheet(root), {
    source: { type: 'sheetChange', id: v7() },
    parts: meant.map(line => ({ waybillId: line.waybill_id, partId: line.part_id })),
    setOff,
    carriedOut: isChild(sheet) || sums.carried_out_fen === sheet.carried_out_fen ? undefined : sums.carried_out_fen,
  })
}

/** Another part of a waybill stays on the sheet: its charges stay with it. */
async function keepCharges(ctx: Ctx, settlementId: string, rest: readonly SheetLine[]): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('charges')
      .set({ settlement_id: settlementId })
      .where(sql<boolean>`waybill_id = any(${[...new Set(rest.map(line => line.waybill_id))]}::uuid[])`)
      .where('side', '=', 'CARRIER')
      .where('settlement_id', 'is', null),
  )
}

/** Has lines paid to another account, which is kept with them; amounts stay. */
export async function payLinesTo(
  ctx: Ctx,
  sheet: Sheet,
  lines: readonly SheetLine[],
  { payeeId, account }: { payeeId: string | null; account: Payee },
): Promise<void> {
  await ctx.tx.run(
    q
      .updateTable('settlement_lines')
      .set({ payee_id: payeeId, payee: JSON.stringify(account) })
      .where('settlement_id', '=', sheet.id)
      .where(sql<boolean>`part_id = any(${lines.map(line => line.part_id)}::uuid[])`),
  )
}
