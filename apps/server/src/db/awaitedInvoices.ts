// Input invoices that are waited for, as a condition and an amount of a waybill's row: the list of them and the check of a close ask the same.
import { DAY_MS, startOfDay } from '@yunshu/domain/figures/time'
import { expectedDays } from '@yunshu/domain/invoice/expected'
import type { InputClass } from '@yunshu/domain/invoice/inputClass'
import { sql, type RawBuilder } from 'kysely'
import { paidWithoutInvoice, supplyWithoutInvoice } from './waybillCost.ts'

/** Waybills `w` of which something was paid, or handed out that the invoice of the class bears. */
const mayAwait: Readonly<Record<InputClass, RawBuilder<boolean>>> = {
  FREIGHT: sql<boolean>`(w.paid_fen + w.advanced_fen + w.set_off_fen > 0 or w.input_base = 'GROSS' and w.oil_fen > 0)`,
  FUEL: sql<boolean>`(w.input_base = 'CASH_ONLY' and w.oil_fen > 0)`,
  TOLL: sql<boolean>`(w.input_base = 'CASH_ONLY' and w.toll_fen > 0)`,
}

/** Waybills `w` an invoice of the class is looked for of: those signed in the days that are looked through. */
export const isAwaited = (of: InputClass, now: number): RawBuilder<boolean> =>
  sql<boolean>`(w.signed_at >= ${startOfDay(now) - expectedDays * DAY_MS}::bigint
    and w.state in ('signed', 'finished') and ${mayAwait[of]})`

/** The amount of the class that is on no invoice yet. Fen. */
export const awaitedOf: Readonly<Record<InputClass, RawBuilder<number>>> = {
  FREIGHT: paidWithoutInvoice('w'),
  FUEL: supplyWithoutInvoice('w', 'FUEL'),
  TOLL: supplyWithoutInvoice('w', 'TOLL'),
}
