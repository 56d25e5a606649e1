// The entries of invoices for fuel and tolls that the house bought itself and handed out to carriers.
import { subtractFen, type Fen } from '../figures/money.ts'
import type { SupplyClass } from '../invoice/inputClass.ts'
import { credit, debit, type JournalLine } from './ledger.ts'
import { entryOf } from './postings.ts'
import type { CostLine } from './shares.ts'

/** The event, the account of cost and the word of each class. */
export const supplyPostings = {
  FUEL: { event: 'E6c', account: '6401.02', word: '油费专票' },
  TOLL: { event: 'E10c', account: '6401.03', word: '通行费确认' },
} as const satisfies Readonly<Record<SupplyClass, unknown>>
/** The events by which fuel and tolls leave freight, and come back to it. */
export const supplyEvents: readonly string[] = Object.values(supplyPostings).flatMap(({ event }) => [
  event,
  `${event}r`,
])

/**
 * E6c, E10c: an invoice for fuel or tolls that is bound and deducted turns the freight they paid into cost of their own and
 * input tax. `out` are the accounts that freight stands on; together they are the amount, tax included.
 */
export function bookSupply(event: {
  readonly class: SupplyClass
  readonly waybillId?: string | undefined
  readonly amount: Fen
  readonly tax: Fen
  readonly out: readonly CostLine[]
}): JournalLine[] {
  const waybill = { waybillId: event.waybillId }
  return entryOf(
    debit(supplyPostings[event.class].account, subtractFen(event.amount, event.tax), waybill),
    debit('2221.01', event.tax, waybill),
    ...event.out.map(({ account, amount }) => credit(account, amount, waybill)),
  )
}
