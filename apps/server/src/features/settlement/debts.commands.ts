// Debts of a carrier on its sheets: taken off the next one (CARRY_FORWARD), free again when that sheet comes to nothing, and
// ended by money that came back.
import { fen, printMoney, subtractFen, ZERO_FEN, type Fen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { sql, type Selectable } from 'kysely'
import { logEvents } from '../../work/history.ts'
import type { Debts } from '../../db/tables.gen.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import type { Debt } from './debts.queries.ts'

/** A debt that money of the bank ends: what was open of it, what had been paid, what had been given up. */
export interface EndedDebt {
  readonly id: string
  readonly debtNo: string
  readonly amount: Fen
  readonly open: Fen
  readonly paid: Fen
  readonly written: Fen
}

/**
 * Ends the debt of money that had been paid twice and came back: the newest of its payment, which opens one each time it
 * arrives twice. Refuses as `endDebt` does.
 */
export async function endDoubleDebt(ctx: Ctx, paymentId: string): Promise<EndedDebt> {
  const debt = await ctx.tx.one(
    q
      .selectFrom('debts')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .where('origin', '=', 'DOUBLE')
      .where('returned_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate(),
  )
  return endDebt(ctx, debt)
}

/** Ends the debts of a payment whose waybills had come to nothing: its advances came back. Refuses as `endDebt` does. */
export async function endAdvanceDebts(ctx: Ctx, paymentId: string): Promise<EndedDebt[]> {
  const debts = await ctx.tx.rows(
    q
      .selectFrom('debts')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .where('origin', '=', 'ADVANCE')
      .where('returned_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  )
  const ended: EndedDebt[] = []
  for (const debt of debts) ended.push(await endDebt(ctx, debt))
  return ended
}

/**
 * Ends a debt under lock, in whichever order it was taken off, collected or given up before its money came back. Refuses with
 * `payment.debtTaken` while a sheet that is not over takes it off, and while somebody asks to give it up.
 */
async function endDebt(ctx: Ctx, debt: Selectable<Debts>): Promise<EndedDebt> {
  if (debt.taken_by !== null) await assertTakenWhole(ctx, debt.taken_by)
  if (debt.state === 'asking') throw new Problem('debt.held', { debtNo: debt.debt_no, why: '正在申请核销' })
  const isOpen = debt.taken_by === null && debt.state === 'open'
  const open = isOpen ? fen(debt.open_fen) : ZERO_FEN
  const [amount, written] = [fen(debt.amount_fen), fen(debt.written_off_fen)]
  const paid = subtractFen(subtractFen(amount, written), open)
  if (isOpen)
    await ctx.tx.run(
      q
        .updateTable('debts')
        .set({ returned_at: ctx.now, ...changed(ctx) })
        .where('id', '=', debt.id),
    )
  return { id: debt.id, debtNo: debt.debt_no, amount, open, paid, written }
}

/** A sheet that takes a debt off has done so only once it is over; one that is not has to come to nothing first. */
async function assertTakenWhole(ctx: Ctx, settlementId: string): Promise<void> {
  const sheet = await ctx.tx.one(
    q.selectFrom('settlements').select(['settlement_num', 'state']).where('id', '=', settlementId),
  )
  if (sheet.state !== 'paid' && sheet.state !== 'closed')
    throw new Problem('payment.debtTaken', { settlementNum: sheet.settlement_num })
}

/**
 * Whether a debt of a payment that its money would end, paid twice or in advance of a waybill that ended, has been taken
 * off, collected or given up, in whole or in part.
 */
export async function isOwedTouched(ctx: Ctx, paymentId: string): Promise<boolean> {
  const row = await ctx.tx.first(
    q
      .selectFrom('debts')
      .select('id')
      .where('payment_id', '=', paymentId)
      .where(
        sql<boolean>`(origin = 'DOUBLE' and exists (select from settlement_lines l
          where l.payment_id = debts.payment_id and l.late = 'twice') or origin = 'ADVANCE' and exists (select from settlement_lines l
          join waybill_parts p on p.id = l.part_id
          where l.payment_id = debts.payment_id and l.is_open and p.state = 'dropped'))`,
      )
      .where('returned_at', 'is', null)
      .where(e => e.or([e('taken_by', 'is not', null), e('state', '<>', 'open'), e('collected_fen', '>', 0)])),
  )
  return row !== undefined
}

/** Has a new sheet take debts off; the history of each old sheet says where its debt went. The caller holds them. */
export async function takeDebts(
  ctx: Ctx,
  debts: readonly Debt[],
  sheet: { id: string; settlementNum: string },
): Promise<void> {
  if (debts.length === 0) return
  const ids = debts.map(({ id }) => id)
  await ctx.tx.run(
    q
      .updateTable('debts')
      .set({ taken_by: sheet.id, ...changed(ctx) })
      .where('id', 'in', ids),
  )
  await logDebts(ctx, debts, '欠款转入结算单', sheet.settlementNum)
}

/** Lets go what a sheet that is voided or closed had taken off: the next one takes it. */
export async function releaseDebts(ctx: Ctx, sheet: { id: string; settlement_num: string }): Promise<void> {
  const debts = await ctx.tx.rows(
    q
      .updateTable('debts')
      .set({ taken_by: null, ...changed(ctx) })
      .where('taken_by', '=', sheet.id)
      .returning(['id', 'settlement_id', 'open_fen']),
  )
  await logDebts(ctx, debts, '欠款退出结算单', sheet.settlement_num)
}

const changed = (ctx: Ctx) => ({ version: sql<number>`version + 1`, updated_at: ctx.now })

async function logDebts(ctx: Ctx, debts: readonly Debt[], action: string, settlementNum: string): Promise<void> {
  if (debts.length === 0) return
  await logEvents(
    ctx,
    debts.flatMap(debt => {
      const diff = [{ field: '欠款', old: '--', new: `${printMoney(fen(debt.open_fen))} 元，${settlementNum}` }]
      const own = { entity: 'debt' as const, entityId: debt.id, action, diff }
      // one of fuel that was used comes of no sheet
      return debt.settlement_id === null
        ? [own]
        : [{ entity: 'settlement' as const, entityId: debt.settlement_id, action, diff }, own]
    }),
  )
}
