// All invoices of the demo: those to shippers, what was taken back of them, and those of carriers.
import type { Haul } from './haul.ts'
import { makeInputInvoices } from './inputInvoices.ts'
import { makeInvoices, type Known } from './invoices.ts'
import { makeReds } from './reds.ts'

/** Rows, histories and events for the books; `start` is the first moment of the demo. */
export function makeAllInvoices(hauls: readonly Haul[], known: Known & { readonly start: number }) {
  const sales = makeInvoices(hauls, known)
  const reds = makeReds(sales.rows, known)
  // sold work shows the lack of its invoices by other ways (wholeChains.ts)
  const sparedIds = new Set(sales.rows.invoice_app_waybills.map(row => row.waybill_id))
  const inputs = makeInputInvoices(hauls, { ...known, sparedIds })
  return {
    apps: sales.apps,
    reds: reds.reds,
    rows: { ...sales.rows, ...inputs.rows },
    happenings: [...sales.happenings, ...reds.happenings, ...inputs.happenings],
  }
}
