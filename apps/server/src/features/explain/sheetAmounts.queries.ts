// Amounts of settlement sheets and payments, added up anew from their lines.
import {
  explainLinePay,
  explainLineSetOff,
  explainPartFreight,
  explainPayment as addPayment,
  explainSheet,
  type SheetLineFigures,
} from '@yunshu/domain/amount/parts'
import { screenUrl } from '@yunshu/contract/screens/screens'
import type { ExplainedAmount } from '@yunshu/domain/amount/explanation'
import { fen } from '@yunshu/domain/figures/money'
import { waybillParts } from '@yunshu/domain/settlement/parts'
import { sql } from 'kysely'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { ownSheets } from '../../work/scope.ts'
import { findLines, sheetRows, type SheetLine } from '../settlement/settlement.queries.ts'
import type { Explained } from './explained.ts'
import { explainPart } from './waybillAmounts.queries.ts'

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

/** Amounts of a part of a signed waybill beside its cash. */
export type PartAmount = 'partFreight' | 'partSetOff' | 'partPay'

/** An amount of a part as the details of settlements list it; those its sheet makes of it are there once it is on one. */
export async function explainPartAmount(
  ctx: Ctx,
  { id, partId }: { readonly id: string; readonly partId?: string | undefined },
  of: PartAmount,
): Promise<Explained> {
  const { amount: cash } = await explainPart(ctx, id, partId)
  if (of !== 'partFreight') return explainPartLine(ctx, partId, cash, of)
  const part = await ctx.tx.one(
    q
      .selectFrom('waybill_parts')
      .select(['freight_fen', 'deducted_fen', 'penalty_fen', 'oil_fen', 'advanced_fen'])
      .where('id', '=', partId ?? null)
      .where('fixed_fen', 'is not', null),
  )
  const amount = explainPartFreight({
    cash,
    deducted: fen(part.deducted_fen),
    penalty: fen(part.penalty_fen),
    oil: fen(part.oil_fen),
    advanced: fen(part.advanced_fen),
  })
  return { amount, kept: fen(part.freight_fen) }
}

async function explainPartLine(
  ctx: Ctx,
  partId: string | undefined,
  cash: ExplainedAmount,
  of: Exclude<PartAmount, 'partFreight'>,
): Promise<Explained> {
  const line = await ctx.tx.one(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('settlements as st', 'st.id', 'l.settlement_id')
      .select(['l.set_off_fen', 'l.pay_fen', 'st.settlement_num', 'st.carried_in_fen', 'st.carried_out_fen'])
      .select([
        sql<number>`(select count(*)::int from settlement_lines o where o.settlement_id = st.id
          and o.part_id <> l.part_id and o.set_off_fen <> 0)`.as('others'),
        sql<number>`(select coalesce(sum(o.set_off_fen), 0) from settlement_lines o where o.settlement_id = st.id
          and o.part_id <> l.part_id)::bigint`.as('others_fen'),
      ])
      .where('l.part_id', '=', partId ?? null)
      .where('l.is_open', '=', true)
      .where(ownSheets(ctx.actor, 'st')),
  )
  const setOff = explainLineSetOff({
    sheetNo: line.settlement_num,
    link: screenUrl('SettlementNormal', { settlementNum: line.settlement_num }),
    carriedIn: fen(line.carried_in_fen),
    carriedOut: fen(line.carried_out_fen),
    others: { count: line.others, setOff: fen(line.others_fen) },
  })
  return of === 'partSetOff'
    ? { amount: setOff, kept: fen(line.set_off_fen) }
    : { amount: explainLinePay(cash, setOff), kept: fen(line.pay_fen) }
}
