// An approved sheet taken into the books: an advance, or what was earned with fuel, advances and debts set off against it.
import { fen, subtractFen } from '@yunshu/domain/figures/money'
import type { Ctx } from '../../work/ctx.ts'
import { postAdvance } from '../voucher/advanceBooks.commands.ts'
import { postApproved } from '../voucher/books.commands.ts'
import { takeFuel } from '../voucher/fundBooks.commands.ts'
import { latePaidIn } from './debts.queries.ts'
import { booked } from './release.commands.ts'
import { findLines, type Sheet } from './settlement.queries.ts'
import { isAdvanceSheet } from './waybillSettle.ts'

/** Posts what an approved sheet makes payable; refuses where the stock has not the fuel it hands out. */
export async function bookApproved(ctx: Ctx, sheet: Sheet): Promise<void> {
  if (sheet.oil_fen !== 0) await takeFuel(ctx, sheet.branch_id, fen(sheet.oil_fen))
  const lines = await findLines(ctx, sheet.id)
  if (isAdvanceSheet(lines)) return postAdvance(ctx, booked(sheet), lines)
  await postApproved(
    ctx,
    booked(sheet),
    lines.map(line => ({
      waybillId: line.waybill_id,
      partId: line.part_id,
      payable: subtractFen(fen(line.freight_fen), fen(line.deducted_fen)),
      oil: fen(line.oil_fen),
      advanced: fen(line.advanced_fen),
    })),
    { in: fen(sheet.carried_in_fen), late: fen(await latePaidIn(ctx, sheet.id)), out: fen(sheet.carried_out_fen) },
  )
}
