// An approved sheet taken into the books: an advance, or what was earned with fuel, advances and debts set off against it.
import { fen, subtractFen, sumFen, ZERO_FEN } from '@yunshu/domain/figures/money'
import { treatDeduction } from '@yunshu/domain/settlement/treatment'
import type { Ctx } from '../../work/ctx.ts'
import { stockRiders } from '../part/parts.queries.ts'
import { postAdvance } from '../voucher/advanceBooks.commands.ts'
import { postApproved } from '../voucher/sheetBooks.commands.ts'
import { takeFuel } from '../voucher/fundBooks.commands.ts'
import { latePaidIn } from './debts.queries.ts'
import { bookedSheet } from './release.commands.ts'
import type { Sheet, SheetLine } from './settlement.queries.ts'
import { isAdvanceSheet } from './waybillSettle.ts'

/** Posts what an approved sheet makes payable; refuses where the stock has not the fuel it hands out. */
export async function bookApproved(ctx: Ctx, sheet: Sheet, lines: readonly SheetLine[]): Promise<void> {
  const given = await stockRiders(
    ctx,
    lines.map(line => line.part_id),
  )
  // fuel of cards and coupons left the stock before the trip
  const fromStock = (line: { part_id: string }) => given.get(line.part_id) ?? { oil: ZERO_FEN, etc: ZERO_FEN }
  const due = subtractFen(fen(sheet.oil_fen), sumFen(lines.map(line => fromStock(line).oil)))
  if (due > 0) await takeFuel(ctx, sheet.branch_id, due)
  if (isAdvanceSheet(lines)) return postAdvance(ctx, bookedSheet(sheet), lines)
  await postApproved(
    ctx,
    bookedSheet(sheet),
    lines.map(line => ({
      waybillId: line.waybill_id,
      partId: line.part_id,
      treated: treatDeduction({
        freight: fen(line.freight_fen),
        deducted: fen(line.deducted_fen),
        penalty: fen(line.penalty_fen),
      }),
      oil: subtractFen(fen(line.oil_fen), fromStock(line).oil),
      cardOil: fromStock(line).oil,
      tolls: fromStock(line).etc,
      advanced: subtractFen(fen(line.advanced_fen), fromStock(line).etc),
    })),
    { in: fen(sheet.carried_in_fen), late: fen(await latePaidIn(ctx, sheet.id)), out: fen(sheet.carried_out_fen) },
  )
}
