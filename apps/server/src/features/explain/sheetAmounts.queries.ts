// Amounts of settlement sheets and payments, added up anew from their lines.
import { explainPayment as addPayment, explainSheet, type SheetLineFigures } from '@yunshu/domain/amount/parts'
import { fen } from '@yunshu/domain/figures/money'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownSheets } from '../../work/scope.ts'
import { findLines, sheetRows, type SheetLine } from '../settlement/settlement.queries.ts'
import type { Explained } from './explained.ts'

const figuresOf = (line: SheetLine): SheetLineFigures => ({
  waybillNo: line.waybill_no,
  part: keyOf(waybillParts, line.part),
  freight: fen(line.freight_fen),
  pay: fen(line.pay_fen),
})

/** The amount a sheet pays. */
export async function explainSettlement(ctx: Ctx, id: string): Promise<Explained> {
  const sheet = await ctx.tx.one(sheetRows.where('st.id', '=', id).where(ownSheets(ctx.actor, 'st')))
  const lines = await findLines(ctx, id)
  const amount = explainSheet(lines.map(figuresOf), {
    oil: fen(sheet.oil_fen),
    advanced: fen(sheet.advanced_fen),
    deducted: fen(sheet.deducted_fen),
    penalty: fen(sheet.penalty_fen),
    carriedIn: fen(sheet.carried_in_fen),
    carriedOut: fen(sheet.carried_out_fen),
  })
  return { amount, kept: fen(sheet.due_fen) }
}

/** The amount of a payment of a sheet in the caller's reach. */
export async function explainPayment(ctx: Ctx, id: string): Promise<Explained> {
  const payment = await ctx.tx.one(
    q
      .selectFrom('payments as p')
      .innerJoin('settlements as st', 'st.id', 'p.settlement_id')
      .select(['p.amount_fen', 'p.settlement_id'])
      .where('p.id', '=', id)
      .where(ownSheets(ctx.actor, 'st')),
  )
  const lines = await findLines(ctx, payment.settlement_id, { paymentId: id })
  return { amount: addPayment(lines.map(figuresOf)), kept: fen(payment.amount_fen) }
}
