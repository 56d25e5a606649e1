// The bank's number of a payment made by hand: one movement of the bank is one payment, whatever else left the branch.
import { isAnyOfSerial, paymentsOfSerial, returnsOfSerial } from '../../db/bankSerials.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockSerial } from '../fund/fund.commands.ts'
import type { Payment } from './payment.queries.ts'

/** Refuses a number that stands in another record of money that left the branch. */
export async function assertSerialFresh(ctx: Ctx, { branch_id: branchId }: Payment, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  const isTaken = await ctx.tx.elevated(() => isAnyOfSerial(ctx.tx, [paymentsOfSerial(place), returnsOfSerial(place)]))
  if (isTaken) throw wrongField('bankSerial', `银行流水号${serial}已登记，请勿重复登记`)
}
