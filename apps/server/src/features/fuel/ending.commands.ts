// A waybill that comes to nothing: what was not used of its fuel goes back to the stock, what was used is a debt.
import { addFen, fen, subtractFen, type Fen } from '@yunshu/domain/figures/money'
import { fuelIssueStates } from '@yunshu/domain/fuel/fuel'
import type { Ctx } from '../../work/ctx.ts'
import { move } from '../../work/move.ts'
import { bookedIssue, takeBackUnused } from './issue.commands.ts'
import { lockIssuesOf, unusedOf } from './issue.queries.ts'
import { oweFuel } from './owed.commands.ts'
import { fillAccount } from './stock.commands.ts'

/** Ends the fuel and tolls of a waybill the caller holds, before its parts come to nothing. */
export async function endFuel(ctx: Ctx, { id }: { readonly id: string }): Promise<void> {
  // the one that cancels may be the carrier or the shipper, who see no stock of the house
  await ctx.tx.elevated(async () => {
    const back = new Map<string, Fen>()
    for (const issue of await lockIssuesOf(ctx, id)) {
      const left = unusedOf(issue)
      if (issue.state === 'issued' && left > 0) {
        await move(ctx, fuelIssueStates, issue, 'takeBack', {
          set: { recovered_fen: issue.recovered_fen + left, ended_at: ctx.now, ended_name: ctx.actor.name },
        })
        await takeBackUnused(ctx, issue)
        back.set(issue.account_id, addFen(back.get(issue.account_id) ?? fen(0), left))
      }
      // a passage that came after the signature is owed already
      if (issue.part_id === null) continue
      await oweFuel(
        ctx,
        bookedIssue(issue),
        issue.shipper_id,
        subtractFen(fen(issue.amount_fen), fen(issue.recovered_fen + left)),
      )
    }
    // stocks are the last rows anybody locks, several of them in one order
    for (const [accountId, amount] of [...back].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      await fillAccount(ctx, accountId, amount)
  })
}
