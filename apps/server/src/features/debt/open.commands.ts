// Opening a debt, and what counts as owed: the words other features use of the ledger of debts.
import { debtOrigins, debtStates, type DebtOrigin } from '@yunshu/domain/debt'
import { printMoney, type Fen } from '@yunshu/domain/figures/money'
import { v7 } from 'uuid'
import { takeNumber } from '../../db/numbers.ts'
import { q } from '../../db/tx.ts'
import type { Ctx } from '../../work/ctx.ts'
import { logEvent } from '../../work/history.ts'

/** The dealing a debt comes of: a carrier with a shipper in the books of a branch, and the sheet. */
export interface DebtOf {
  /** None where the debt comes of a waybill alone. */
  readonly settlementId: string | null
  readonly waybillId?: string | undefined
  readonly paymentId?: string | null | undefined
  readonly shipperId: string
  readonly carrierId: string
  readonly branchId: string
}

/** Opens a debt of a carrier. The entry that debits 1221 is posted by the caller. */
export async function openDebt(ctx: Ctx, origin: DebtOrigin, of: DebtOf, amount: Fen): Promise<void> {
  if (amount === 0) return
  const debtNo = await takeNumber(ctx.tx, 'QK', 'debt_number', ctx.now)
  const id = v7()
  await ctx.tx.run(
    q.insertInto('debts').values({
      id,
      debt_no: debtNo,
      origin,
      settlement_id: of.settlementId,
      waybill_id: of.waybillId ?? null,
      payment_id: of.paymentId ?? null,
      shipper_id: of.shipperId,
      carrier_id: of.carrierId,
      branch_id: of.branchId,
      amount_fen: amount,
      created_at: ctx.now,
      updated_at: ctx.now,
    }),
  )
  await logEvent(ctx, {
    entity: 'debt',
    entityId: id,
    action: '发生欠款',
    to: debtStates.start,
    diff: [{ field: debtOrigins[origin], old: '--', new: `${printMoney(amount)} 元` }],
  })
}
