// Waybills and debts a sheet lets go when it comes to nothing, as a whole or for the payments that failed.
import { fen, sumFen } from '@yunshu/domain/figures/money'
import { Problem } from '@yunshu/domain/problems/problems'
import { isOfHouse } from '@yunshu/domain/settlement/settlement'
import type { Ctx } from '../../work/ctx.ts'
import { tellHappening } from '../../work/outbox.ts'
import { postReleased, postWithdrawn, type BookedSheet } from '../voucher/sheetBooks.commands.ts'
import { findFuelInvoice } from '../invoice/input.queries.ts'
import { openDebt, type DebtOf } from '../debt/open.commands.ts'
import { releaseDebts } from './debts.commands.ts'
import type { Payment } from './payment.queries.ts'
import { findFailedLines, findRoot, isChild } from './family.queries.ts'
import { giveLinesBack } from './failure.commands.ts'
import { findLines, payersWith, type Sheet, type SheetLine } from './settlement.queries.ts'
import { lockWaybills, releaseWaybills, settleWaybills, unsettleWaybills } from './waybillSettle.ts'

/**
 * Lets the waybills and debts of a sheet go that comes to nothing; the books take back what they took in. One that pays
 * again stands in no books: its lines go back to the sheet it was made of.
 */
export async function releaseSheet(ctx: Ctx, sheet: Sheet, isBooked: boolean): Promise<void> {
  if (isChild(sheet)) return giveLinesBack(ctx, sheet)
  const lines = await findLines(ctx, sheet.id)
  // those nothing had to be paid for were settled when the sheet was, before its money came back
  await unsettleWaybills(ctx, lines)
  if (isBooked) await assertFuelUnbilled(ctx, lines)
  await releaseWaybills(ctx, sheet, lines)
  await releaseDebts(ctx, sheet)
  await tellReleased(ctx, sheet)
  if (isBooked) await postWithdrawn(ctx, bookedSheet(sheet))
}

/**
 * Refuses to take back lines that handed fuel out while an invoice for that fuel is bound to their waybills: nobody has
 * the fuel then, and its tax would stay deducted. The waybills are held, as by whoever binds.
 */
export async function assertFuelUnbilled(ctx: Ctx, lines: readonly SheetLine[]): Promise<void> {
  await lockWaybills(ctx, [...new Set(lines.map(line => line.waybill_id))])
  const billed = await findFuelInvoice(
    ctx,
    lines.map(line => line.part_id),
  )
  if (billed) throw new Problem('input.fuelBack', billed)
}

/** A line that needs no money: set off whole, or of nothing. */
export const isWithoutMoney = (line: SheetLine): boolean => line.is_open && line.pay_fen === 0

/**
 * Lets what was not paid of a sheet go when it is closed: all of it where nothing was paid. Else the waybills of the
 * payments that did not arrive go, and the rest is settled.
 */
export async function releaseUnpaid(ctx: Ctx, sheet: Sheet, payments: readonly Payment[]): Promise<void> {
  const unpaid = payments.filter(({ state }) => state !== 'success')
  const lines = await findLines(ctx, sheet.id)
  const failed = new Set((await findFailedLines(ctx.tx, sheet.id)).map(line => line.part_id))
  const isUnpaid = (line: SheetLine): boolean => line.is_open && (line.payment_id === null || failed.has(line.part_id))
  const isWhole = !isChild(sheet) && unpaid.length === payments.length && lines.every(isUnpaid)
  if (isWhole) return releaseSheet(ctx, sheet, true)
  await settleWaybills(ctx, lines.filter(isWithoutMoney))
  await releasePayments(ctx, sheet, unpaid, failed)
  await tellReleased(ctx, sheet)
}

/**
 * Lets waybills of payments go whose parts are told, of which no money is out: the books take their freight back, and what was set off on
 * them the carrier owes again.
 */
export async function releasePayments(
  ctx: Ctx,
  sheet: Sheet,
  payments: readonly Payment[],
  parts: ReadonlySet<string>,
): Promise<void> {
  const lines = (await findLines(ctx, sheet.id)).filter(line => line.is_open && parts.has(line.part_id))
  const root = await findRoot(ctx, sheet)
  for (const payment of payments) {
    const mine = lines.filter(line => line.payment_id === payment.id)
    if (mine.length === 0) continue
    await assertFuelUnbilled(ctx, mine)
    const setOff = sumFen(mine.map(line => fen(line.set_off_fen)))
    await releaseWaybills(ctx, sheet, mine, root.id)
    await openDebt(ctx, 'RELEASED', { ...debtOf(sheet), paymentId: payment.id }, setOff)
    await postReleased(ctx, bookedSheet(root), {
      source: { type: 'payment', id: payment.id },
      parts: mine.map(line => ({ waybillId: line.waybill_id, partId: line.part_id })),
      setOff,
    })
  }
}

const tellReleased = (ctx: Ctx, sheet: Sheet): Promise<void> =>
  tellHappening(ctx, 'settlement.released', payersWith(sheet, 'settlement.make'), {
    settlementNum: sheet.settlement_num,
  })

/** The dealing a debt of a sheet comes of. */
export const debtOf = (sheet: Sheet): DebtOf => ({
  settlementId: sheet.id,
  shipperId: sheet.shipper_id,
  carrierId: sheet.carrier_id,
  branchId: sheet.branch_id,
})

/** A sheet as the books know it. */
export const bookedSheet = (sheet: Sheet): BookedSheet => ({
  id: sheet.id,
  settlementNum: sheet.settlement_num,
  shipperId: sheet.shipper_id,
  carrierId: sheet.carrier_id,
  branchId: sheet.branch_id,
  maker: { id: sheet.maker_id, name: sheet.maker_name },
  isFee: isOfHouse(sheet),
})
