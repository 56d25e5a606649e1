// Posting of a fee that was paid for a waybill that came to nothing (E4g).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'

/** A paid fee of a voided waybill; the event names the part, for a waybill has a fee for each carrier above. */
interface LostFee {
  readonly id: string
  readonly waybillId: string
  readonly waybillNo: string
  readonly carrierId: string
  readonly branchId: string
  readonly amount: Fen
}

/** E4g: the carrier owes it. */
export async function postFeeOwed(ctx: Ctx, fee: LostFee): Promise<void> {
  const { carrierId: carrier, waybillId, id: partId, amount } = fee
  const names = await companyNames(ctx, [carrier])
  bookEntries(ctx, fee.branchId, [
    {
      source: { type: 'waybill', id: waybillId },
      event: `E4g ${partId}`,
      summary: `服务费转承运商欠款 ${fee.waybillNo}`,
      lines: postings.oweFee({ carrier, waybillId, partId, amount }),
      carrierId: carrier,
      voucher: { kind: 'DEDUCT', counterparty: names(carrier), waybillId },
    },
  ])
}
