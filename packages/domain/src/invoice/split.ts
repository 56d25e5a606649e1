// Dividing waybills over invoices: by rate, by what they shall have in common, by the most lines and the largest total.
import { addFen, fen, splitTax, subtractFen, sumFen, ZERO_FEN, type Fen } from '../figures/money.ts'

/** A waybill that waits for its invoice; `tax` is what the books took for its revenue and is part of `gross`. */
export interface InvoiceItem {
  readonly waybillId: string
  readonly waybillNo: string
  readonly gross: Fen
  readonly tax: Fen
  /** The rate in basis points: one invoice has one. */
  readonly vatBp: number
  /** The fact that waybills of one invoice have in common, where that is wanted. */
  readonly group: string
  readonly signedAt: number
}

/** A line of an invoice: a waybill, or a piece of one that passes the limit. */
export interface InvoiceLine {
  readonly waybillId: string
  readonly gross: Fen
  readonly tax: Fen
}

export interface PlannedInvoice {
  readonly vatBp: number
  readonly group: string
  readonly gross: Fen
  readonly tax: Fen
  readonly lines: readonly InvoiceLine[]
}

export interface SplitRules {
  /** The largest total of one invoice, tax included. */
  readonly perInvoiceMax: Fen
  readonly linesMax: number
  /** Whether waybills of another group open another invoice. */
  readonly byGroup: boolean
  /** The rest of the seller's month; undefined where nobody limits it. */
  readonly quotaLeft: Fen | undefined
}

/**
 * Divides waybills over invoices, in the order of their signature within rate and group; those the month has no room
 * for are `waiting`, in the same form. Neither loses nor makes a fen: the lines of a waybill add up to its total and to
 * its tax, each within a fen of its own rounding.
 */
export function splitInvoices(
  items: readonly InvoiceItem[],
  rules: SplitRules,
): { invoices: PlannedInvoice[]; waiting: PlannedInvoice[] } {
  if (rules.perInvoiceMax <= 0 || rules.linesMax < 1) throw new RangeError('an invoice holds at least a line and a fen')
  const planned: Draft[] = []
  for (const item of inOrder(items, rules))
    for (const line of piecesOf(item, rules.perInvoiceMax)) put(planned, item, line, rules)
  const whole = planned.map(closed)
  if (rules.quotaLeft === undefined) return { invoices: whole, waiting: [] }
  const { quotaLeft } = rules
  let left = quotaLeft
  const invoices: PlannedInvoice[] = []
  const waiting: PlannedInvoice[] = []
  for (const invoice of whole)
    if (invoice.gross <= left) {
      left = subtractFen(left, invoice.gross)
      invoices.push(invoice)
    } else waiting.push(invoice)
  return { invoices, waiting }
}

interface Draft {
  readonly vatBp: number
  readonly group: string
  gross: Fen
  readonly lines: InvoiceLine[]
}

const closed = ({ vatBp, group, gross, lines }: Draft): PlannedInvoice => ({
  vatBp,
  group,
  gross,
  tax: sumFen(lines.map(({ tax }) => tax)),
  lines,
})

/** Rates by their first signature, groups within them likewise, then by signature and number. */
function inOrder(items: readonly InvoiceItem[], { byGroup }: SplitRules): InvoiceItem[] {
  const sorted = items.toSorted((a, b) => a.signedAt - b.signedAt || (a.waybillNo < b.waybillNo ? -1 : 1))
  const keyOf = (item: InvoiceItem): string => `${item.vatBp} ${byGroup ? item.group : ''}`
  const rates = [...new Set(sorted.map(({ vatBp }) => vatBp))]
  const keys = [...new Set(sorted.map(keyOf))]
  return sorted.toSorted(
    (a, b) => rates.indexOf(a.vatBp) - rates.indexOf(b.vatBp) || keys.indexOf(keyOf(a)) - keys.indexOf(keyOf(b)),
  )
}

/** A waybill as one line, or as pieces none of which passes the limit; their tax is the rounded share so far, less before. */
function piecesOf({ waybillId, gross, tax, vatBp }: InvoiceItem, max: Fen): InvoiceLine[] {
  if (gross <= max) return [{ waybillId, gross, tax }]
  const pieces: InvoiceLine[] = []
  let before = ZERO_FEN
  let taxBefore = ZERO_FEN
  while (before < gross) {
    const upTo = fen(Math.min(before + max, gross))
    const taxUpTo = upTo === gross ? tax : smallerOf(splitTax(upTo, vatBp).tax, tax)
    pieces.push({ waybillId, gross: subtractFen(upTo, before), tax: subtractFen(taxUpTo, taxBefore) })
    before = upTo
    taxBefore = taxUpTo
  }
  return pieces
}

const smallerOf = (a: Fen, b: Fen): Fen => (a < b ? a : b)

/** Puts a line on the last invoice where it fits there, else on a new one. */
function put(planned: Draft[], { vatBp, group }: InvoiceItem, line: InvoiceLine, rules: SplitRules): void {
  const last = planned.at(-1)
  const shared = rules.byGroup ? group : ''
  const fits =
    last !== undefined &&
    last.vatBp === vatBp &&
    last.group === shared &&
    last.lines.length < rules.linesMax &&
    addFen(last.gross, line.gross) <= rules.perInvoiceMax
  if (fits) {
    last.lines.push(line)
    last.gross = addFen(last.gross, line.gross)
  } else planned.push({ vatBp, group: shared, gross: line.gross, lines: [line] })
}
