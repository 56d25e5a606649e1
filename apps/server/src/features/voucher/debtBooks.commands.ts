// Postings of debts: given up (E4f); the amounts that money pays are posted with the money (E4e).
import type { Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'

/** A debt as the books see it. */
interface BookedDebt {
  readonly id: string
  readonly debtNo: string
  readonly branchId: string
  readonly carrierId: string
  /** Money that left for a closed sheet: it stands on an account of its own. */
  readonly isDouble: boolean
  readonly amount: Fen
  readonly asker: { readonly id: string; readonly name: string }
}

/** E4f: what is open of a debt is a loss. */
export async function postDebtWrittenOff(ctx: Ctx, debt: BookedDebt): Promise<void> {
  const { id, debtNo, branchId, carrierId, isDouble, amount, asker } = debt
  const names = await companyNames(ctx, [carrierId])
  bookEntries(ctx, branchId, [
    {
      source: { type: 'debt', id },
      event: 'E4f',
      summary: `欠款核销 ${debtNo}`,
      carrierId,
      lines: postings.writeOffDebt({ carrier: carrierId, account: isDouble ? '1221.02' : '1221.01', amount }),
      voucher: { kind: 'DEDUCT', counterparty: names(carrierId), maker: asker },
    },
  ])
}
