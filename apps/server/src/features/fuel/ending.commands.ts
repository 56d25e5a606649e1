// A waybill that comes to nothing: what was not used of its fuel goes back to the stock, what was used is a debt.
import { fen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { fuelIssueStates } from '@yunshu/domain/fuel'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { openDebt } from '../debt/open.commands.ts'
import { postFuelOwed } from '../voucher/fuelBooks.commands.ts'
import { bookedIssue, takeBackUnused } from './issue.commands.ts'
import { lockIssuesOf, unusedOf, type FuelIssue } from './issue.queries.ts'

/** Ends the fuel and tolls of a waybill the caller holds, before its parts come to nothing. */
export async function endFuel(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  // who cancels may be the carrier or the shipper, who see no stock of the house
  await ctx.tx.elevated(async () => {
    for (const issue of await lockIssuesOf(ctx, id)) {
      const left = unusedOf(issue)
      if (issue.state === 'issued' && left > 0) {
        await move(ctx, fuelIssueStates, issue, 'takeBack', {
          set: { recovered_fen: issue.recovered_fen + left, ended_at: ctx.now, ended_name: ctx.actor.name },
        })
        await takeBackUnused(ctx, issue)
      }
      await owe(ctx, issue, subtractFen(fen(issue.amount_fen), fen(issue.recovered_fen + left)))
    }
  })
}

/** An amount that was used for a waybill that is settled otherwise is a debt of its carrier; nothing where it is 0. */
export async function owe(ctx: Ctx, issue: FuelIssue & { shipper_id: string }, amount: Fen): Promise<void> {
  if (amount === 0) return
  const of = {
    settlementId: null,
    waybillId: issue.waybill_id,
    shipperId: issue.shipper_id,
    carrierId: issue.carrier_id,
    branchId: issue.branch_id,
  }
  await openDebt(ctx, 'FUEL', of, amount)
  await postFuelOwed(ctx, bookedIssue(issue), amount)
}
