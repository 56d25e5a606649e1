// Postings of adjustments: what was agreed on after a signature, as far as it is a cost.
import type { Fen } from '@yunshu/domain/figures/money'
import type { ChargeCode } from '@yunshu/domain/settlement/charges'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import type { SignedWaybill } from './books.commands.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import { costAccountOf } from './posting.queries.ts'

/** An amount agreed on after the signature. */
interface AdjustedWaybill extends Pick<SignedWaybill, 'id' | 'waybillNo' | 'carrierId' | 'branchId'> {
  readonly partId: string
  /** Its number among the adjustments of the waybill. */
  readonly n: number
  readonly amount: Fen
  readonly code: ChargeCode
}

/** E3 of an adjustment that raises the cost; one that lowers it is booked with its sheet (E5, E13c), as nothing is estimated. */
export async function postAdjusted(ctx: Ctx, w: AdjustedWaybill): Promise<void> {
  if (w.amount <= 0) return
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [w.carrierId])
    const account = await costAccountOf(ctx, w.branchId, w.code)
    bookEntries(ctx, w.branchId, [
      {
        source: { type: 'waybill', id: w.id },
        event: `E3 ${w.n + 1}`,
        summary: `调差暂估成本 ${w.waybillNo}`,
        lines: postings.estimateCost({
          carrier: w.carrierId,
          waybillId: w.id,
          partId: w.partId,
          amount: w.amount,
          costs: [{ account, weight: 1 }],
        }),
        carrierId: w.carrierId,
        voucher: { kind: 'TENTATIVE', counterparty: names(w.carrierId), waybillId: w.id },
      },
    ])
  })
}
