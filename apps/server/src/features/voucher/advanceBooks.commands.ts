// Postings of money before the trip: an approved sheet of advances, and an advance whose waybill came to nothing (E15, E15c),
// and came back after that (E15d).
import { fen, type Fen } from '@yunshu/domain/figures/money'
import * as postings from '@yunshu/domain/voucher/postings'
import type { Ctx } from '../../work/ctx.ts'
import type { BookedSheet } from './sheetBooks.commands.ts'
import { companyNames } from './books.queries.ts'
import { bookEntries } from './ledger.commands.ts'
import type { BookedPayment } from './paymentBooks.commands.ts'

/** A line of a sheet of advances. */
interface AdvanceLine {
  readonly waybill_id: string
  readonly part_id: string
  readonly due_fen: number
}

/** E15: an approved sheet of advances is owed to its carrier, and stands as paid before until the trip is settled. */
export async function postAdvance(ctx: Ctx, sheet: BookedSheet, lines: readonly AdvanceLine[]): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [sheet.carrierId])
    bookEntries(ctx, sheet.branchId, [
      {
        source: { type: 'settlement', id: sheet.id },
        event: 'E15',
        summary: `预付运费 ${sheet.settlementNum}`,
        lines: lines.flatMap(line =>
          postings.payAdvance({
            carrier: sheet.carrierId,
            waybillId: line.waybill_id,
            partId: line.part_id,
            amount: fen(line.due_fen),
          }),
        ),
        shipperId: sheet.shipperId,
        carrierId: sheet.carrierId,
        voucher: {
          kind: 'ACCOUNTING',
          counterparty: names(sheet.carrierId),
          settlementId: sheet.id,
          maker: sheet.maker,
        },
      },
    ])
  })
}

/** A paid advance of a waybill that came to nothing. */
interface LostAdvance {
  readonly id: string
  readonly waybillId: string
  readonly waybillNo: string
  readonly shipperId: string
  readonly carrierId: string
  readonly branchId: string
  readonly amount: Fen
}

/** E15c: the carrier owes what it had in advance. */
export async function postAdvanceOwed(ctx: Ctx, advance: LostAdvance): Promise<void> {
  const { carrierId: carrier, waybillId, id: partId, amount } = advance
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [carrier])
    bookEntries(ctx, advance.branchId, [
      {
        source: { type: 'waybill', id: waybillId },
        event: 'E15c',
        summary: `预付转承运商欠款 ${advance.waybillNo}`,
        lines: postings.oweAdvance({ carrier, waybillId, partId, amount }),
        shipperId: advance.shipperId,
        carrierId: carrier,
        voucher: { kind: 'DEDUCT', counterparty: names(carrier), waybillId },
      },
    ])
  })
}

/** A debt of an advance, by what became of it before its money came back. */
interface ReturnedAdvance {
  readonly id: string
  readonly debtNo: string
  readonly amount: Fen
  readonly open: Fen
  readonly paid: Fen
  readonly written: Fen
}

/** E15d: advances of a payment came back whose waybills had come to nothing, each booked under its debt. */
export async function postAdvancesReturned(
  ctx: Ctx,
  { shipperId, carrierId: carrier, branchId, settlementId }: BookedPayment,
  debts: readonly ReturnedAdvance[],
): Promise<void> {
  await ctx.tx.elevated(async () => {
    const names = await companyNames(ctx, [carrier])
    bookEntries(
      ctx,
      branchId,
      debts.map(({ id, debtNo, ...amounts }) => ({
        source: { type: 'debt' as const, id },
        event: 'E15d',
        summary: `预付退汇冲销欠款 ${debtNo}`,
        lines: postings.endAdvanceDebt({ carrier, ...amounts }),
        shipperId,
        carrierId: carrier,
        voucher: { kind: 'DEDUCT' as const, counterparty: names(carrier), settlementId },
      })),
    )
  })
}
