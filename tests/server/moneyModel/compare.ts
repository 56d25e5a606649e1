// Two books against each other, fen by fen: those of the oracle and those a driver read from the product.
import type { Exception, Invoice, Part, Payment, Sheet, SheetLine, Turnover, Waybill } from './books.ts'

type Rows<T> = ReadonlyMap<string, T>

/** The part of the books that is compared: all of it a driver has to read. */
export interface Compared {
  readonly accounts: Rows<number>
  readonly byWaybill: Rows<number>
  readonly vouchers: Rows<Readonly<Turnover>>
  readonly waybills: Rows<Readonly<Pick<Waybill, 'id' | 'net' | 'penalties' | 'billed' | 'tax'>>>
  readonly parts: Rows<
    Readonly<Pick<Part, 'id' | 'state' | 'planned' | 'fixed' | 'issued' | 'setOff' | 'paid' | 'penalty'>>
  >
  readonly sheets: Rows<
    Readonly<Pick<Sheet, 'id' | 'state'>> & {
      readonly lines: readonly Readonly<Pick<SheetLine, 'part' | 'pay' | 'setOff' | 'result'>>[]
    }
  >
  readonly payments: Rows<Readonly<Pick<Payment, 'id' | 'state' | 'amount' | 'payee'>>>
  readonly items: Rows<{ readonly waybill: string; readonly open: number }>
  readonly debts: Rows<{ readonly id: string; readonly open: number }>
  readonly remittances: Rows<{ readonly id: string; readonly state: string }>
  readonly refunds: Rows<{ readonly id: string; readonly state: string }>
  readonly facts: Rows<{ readonly key: string; readonly verdict: string }>
  readonly exceptions: Rows<Readonly<Pick<Exception, 'id' | 'kind' | 'state'>>>
  readonly invoices: Rows<Readonly<Pick<Invoice, 'id' | 'tax'>>>
}

type Figures = Map<string, number | string>

/** Accounts whose balance by waybill the design gives a meaning (invariant 25). */
const ofWaybills = ['2202.99', '1123.03', '2221.09', '2221.07', '6401.01', '6401.04', '6001.01', '1122.01']

/** All figures and states two books must share, by name; figures of 0 are left out. */
function figuresOf(b: Compared): Figures {
  const figures: Figures = new Map()
  const put = (name: string, figure: number | string | undefined): void => {
    if (figure !== undefined && figure !== 0) figures.set(name, figure)
  }
  for (const [key, amount] of b.accounts) put(`account ${key}`, amount)
  for (const [key, amount] of b.byWaybill)
    if (ofWaybills.includes(key.split('|')[0] ?? '')) put(`waybill account ${key}`, amount)
  for (const w of b.waybills.values()) {
    put(`waybill ${w.id} net`, w.net)
    put(`waybill ${w.id} penalties`, w.penalties)
    put(`waybill ${w.id} billed`, w.billed)
    put(`waybill ${w.id} tax`, w.tax)
  }
  for (const { account, debit, credit } of [...b.vouchers].map(([account, sums]) => ({ account, ...sums }))) {
    put(`vouchers ${account} debit`, debit)
    put(`vouchers ${account} credit`, credit)
  }
  for (const part of b.parts.values()) {
    put(`part ${part.id} state`, part.state)
    for (const name of ['planned', 'fixed', 'issued', 'setOff', 'paid', 'penalty'] as const)
      put(`part ${part.id} ${name}`, part[name])
  }
  for (const sheet of b.sheets.values()) {
    put(`sheet ${sheet.id} state`, sheet.state)
    for (const { part, pay, setOff, result } of sheet.lines) {
      if (result === 'removed') continue
      put(`line ${sheet.id} ${part} pay`, pay)
      put(`line ${sheet.id} ${part} setOff`, setOff)
    }
  }
  for (const payment of b.payments.values()) {
    put(`payment ${payment.id} state`, payment.state)
    put(`payment ${payment.id} amount`, payment.amount)
    put(`payment ${payment.id} payee`, payment.payee)
  }
  for (const { waybill, open } of b.items.values()) put(`receivable ${waybill} open`, open)
  for (const { id, open } of b.debts.values()) put(`debt ${id} open`, open)
  for (const { id, state } of b.remittances.values()) put(`remittance ${id}`, state)
  for (const { id, state } of b.refunds.values()) put(`refund ${id}`, state)
  for (const { key, verdict } of b.facts.values()) put(`fact ${key}`, verdict)
  for (const { id, kind, state } of b.exceptions.values()) put(`exception ${id}`, `${kind} ${state}`)
  for (const { id, tax } of b.invoices.values()) put(`invoice ${id} tax`, tax)
  return figures
}

/** Differences, each as a line of text; empty when the books are the same to the fen. */
export function differingBooks(is: Compared, should: Compared): string[] {
  const [mine, theirs] = [figuresOf(is), figuresOf(should)]
  return [...new Set([...mine.keys(), ...theirs.keys()])]
    .filter(name => mine.get(name) !== theirs.get(name))
    .map(name => `${name}: ${mine.get(name) ?? 0}, should be ${theirs.get(name) ?? 0}`)
}
