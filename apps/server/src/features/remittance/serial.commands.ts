// The bank's number of money that came or went: one movement of the bank is entered once, whatever record it is.
import { faultOfSerial, plainSerial } from '@yunshu/domain/fund'
import { Problem, problemText } from '@yunshu/domain/problems/problems'
import {
  depositsOfSerial,
  fundsOfSerial,
  isAnyOfSerial,
  paymentsOfSerial,
  returnsOfSerial,
} from '../../db/bankSerials.ts'
import { wrongField } from '../../http/fieldFault.ts'
import type { Ctx } from '../../work/ctx.ts'
import { lockSerial } from '../fund/fund.commands.ts'

/** The bank's number as it is kept. */
export function checkedSerial(text: string): string {
  const serial = plainSerial(text)
  const fault = faultOfSerial(serial)
  if (fault !== undefined) throw wrongField('serial', fault)
  return serial
}

/** The refusal of a number that was entered before. */
export const serialTaken = (serial: string): Problem =>
  new Problem('remittance.serial', { serial }, { fields: { serial: problemText('remittance.serial', { serial }) } })

/** Money that stands in a fund record as a shipper's own is not recorded a second time. */
export async function assertSerialFree(ctx: Ctx, branchId: string, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  if (await isAnyOfSerial(ctx.tx, [fundsOfSerial(place), depositsOfSerial(place)])) throw serialTaken(serial)
}

/** One number of the bank is one movement that left the branch, whatever it is recorded as: money sent back, or a payment. */
export async function assertNotSent(ctx: Ctx, branchId: string, serial: string): Promise<void> {
  await lockSerial(ctx, branchId, serial)
  const place = { branchId, serial }
  if (await isAnyOfSerial(ctx.tx, [returnsOfSerial(place), paymentsOfSerial(place)])) throw serialTaken(serial)
}
