// The payments on a waybill, by the sheets it is or was on.
import type { WaybillDetail, WaybillPayment } from '@yunshu/contract/waybill/details'
import { fen } from '@yunshu/domain/figures/money'
import { paymentStates, settlementStates } from '@yunshu/domain/settlement/settlement'
import { keyOf } from '../../db/keyOf.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { fuelOfWaybill } from '../fuel/waybillFuel.queries.ts'
import { partsOfWaybill } from '../part/waybillParts.queries.ts'
import { ownSheets } from '../../work/scope.ts'

/** The parts of a waybill, and the payments on them, as far as its reader may see settlement. */
export const moneyOf = async (ctx: Ctx, id: string): Promise<Pick<WaybillDetail, 'payments' | 'parts' | 'fuel'>> => ({
  payments: await paymentsOf(ctx, id),
  parts: await partsOfWaybill(ctx, id),
  fuel: await fuelOfWaybill(ctx, id),
})

/** The sheets a waybill is or was on in the actor's reach, with the payment of each once there is one; newest first. */
async function paymentsOf(ctx: Ctx, id: string): Promise<WaybillPayment[]> {
  if (!ctx.can('settlement.view')) return []
  const rows = await ctx.tx.rows(
    q
      .selectFrom('settlement_lines as l')
      .innerJoin('settlements as st', 'st.id', 'l.settlement_id')
      .leftJoin('payments as p', 'p.id', 'l.payment_id')
      .select([
        'st.settlement_num',
        'st.state',
        'l.pay_fen',
        'l.set_off_fen',
        'p.task_no',
        'p.state as pay_state',
        'p.payee',
        'p.reason',
        'p.done_at',
        'p.sent_at',
      ])
      .where('l.waybill_id', '=', id)
      .where(ownSheets(ctx.actor, 'st'))
      .orderBy('st.id', 'desc')
      .orderBy('p.id', 'desc'),
  )
  return rows.map(row => ({
    settlementNum: row.settlement_num,
    sheetState: keyOf(settlementStates.states, row.state),
    due: fen(row.pay_fen),
    setOff: fen(Math.max(0, row.set_off_fen)),
    ...(row.task_no === null ? {} : { taskNo: row.task_no }),
    ...(row.pay_state === null ? {} : { payState: keyOf(paymentStates.states, row.pay_state) }),
    ...(row.payee === null ? {} : { payee: row.payee }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...atOf(row.done_at ?? row.sent_at),
  }))
}

const atOf = (at: number | null): { at?: number } => (at === null ? {} : { at })
