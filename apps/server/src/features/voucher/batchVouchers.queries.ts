// Vouchers made by hand as a batch chooses them for auditing or posting, each with the reason that stands against it.
import { recordsOfAct } from '@yunshu/domain/batch'
import { fen, printMoney } from '@yunshu/domain/figures/money'
import { faultWords, problemText } from '@yunshu/domain/problems/problems'
import { balanceOfLines, faultOfManualMove, manualLines } from '@yunshu/domain/voucher/manual'
import { voucherStates } from '@yunshu/domain/voucher/voucher'
import type { RawBuilder } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import { faultOfState, type ChosenRecord } from '../../work/chosenRecord.ts'
import type { Ctx } from '../../work/ctx.ts'
import { allOf, ownVouchers } from '../../work/scope.ts'
import { draftLinesOf, manualOn, type Manual } from './manual.queries.ts'

const moveOf = { auditVoucher: 'audit', postVoucher: 'post' } as const
type VoucherAct = keyof typeof moveOf

/** Vouchers in reach that meet a condition on `vouchers as v`, as they stand in this moment: at most `most`, newest first. */
export async function findChosenVouchers(
  ctx: Ctx,
  act: VoucherAct,
  where: RawBuilder<boolean>,
  most: number,
): Promise<ChosenRecord[]> {
  const rows = await ctx.tx.rows(
    q
      .selectFrom('vouchers as v')
      .innerJoin('companies as b', 'b.id', 'v.branch_id')
      .selectAll('v')
      .select('b.name as branch_name')
      .where(allOf([where, ownVouchers(ctx.actor, 'v')]))
      .orderBy('v.id', 'desc')
      .limit(most),
  )
  return rows.map(row => ({
    id: row.id,
    number: row.voucher_no,
    name: row.summary,
    version: row.version,
    branchId: row.branch_id,
    amount: fen(row.amount_fen),
    fault: faultOf(ctx, act, { ...row, state: keyOf(voucherStates.states, row.state) }),
  }))
}

/** The fault that stands against the act now; it is asked again, and the lines are looked at, when the row is run. */
function faultOf(ctx: Ctx, act: VoucherAct, row: Manual): string | undefined {
  const move = moveOf[act]
  const on = manualOn(ctx, row)
  const lines = draftLinesOf(row)
  const { debit, credit, difference } = balanceOfLines(lines)
  const fault = faultOfManualMove(move, on)
  // a voucher of the product has no such step in any state
  if (!on.isManual && fault) return faultWords(fault)
  const state = faultOfState(voucherStates, { from: recordsOfAct[act], state: row.state, move })
  if (state !== undefined) return state
  if (fault) return faultWords(fault)
  return lines.length < manualLines.least || difference !== 0
    ? problemText('voucher.unbalanced', { debit: printMoney(debit), credit: printMoney(credit) })
    : undefined
}
