// Fuel and tolls that were used and that no signature counts: debts of the carrier.
import type { Fen } from '@yunshu/domain/figures/money'
import type { Ctx } from '../../work/ctx.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postFuelOwed, type BookedIssue } from '../voucher/fuelBooks.commands.ts'

/** An amount that was used for a waybill that is settled otherwise is a debt of its carrier; nothing where it is 0. */
export async function oweFuel(ctx: Ctx, issue: BookedIssue, shipperId: string, amount: Fen): Promise<void> {
  if (amount === 0) return
  const of = {
    settlementId: null,
    waybillId: issue.waybillId,
    shipperId,
    carrierId: issue.carrierId,
    branchId: issue.branchId,
  }
  await openDebt(ctx, 'FUEL', of, amount)
  await postFuelOwed(ctx, issue, amount)
}
