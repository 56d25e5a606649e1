// The plain shape of the books the money oracle keeps, and a driver reads from the product: what invariants look at.

/** Whole fen; debit is positive on accounts, red lines negative. */
export type Amount = number

export type PartName = 'pre' | 'oil' | 'etc' | 'arrive' | 'receipt' | 'fee' | 'adjust' | 'debt'
export type PartState = 'planned' | 'ready' | 'issued' | 'onSheet' | 'paid' | 'setOff' | 'returned' | 'dropped'

/** A part of a waybill: the unit of settlement. Its id is waybill/name/n. */
export interface Part {
  readonly id: string
  readonly waybill: string
  readonly name: PartName
  /** The one who is owed: the hauler, of a fee the releaser. */
  readonly carrier: string
  planned: Amount
  /** Undefined before the signature. With the sign of its kind: below zero for debt and some adjusts. */
  fixed: Amount | undefined
  issued: Amount
  setOff: Amount
  paid: Amount
  penalty: Amount
  /** Input tax expected of the carrier: not in the estimate, on 2221.09 as long as a sheet has booked the part. */
  tax: Amount
  /** The estimate that stands for it on 2202.99. */
  estimate: Amount
  /** Agreed cuts of the freight that its estimate knows nothing of yet. */
  cuts: Amount
  /** On 2202.01 already, without E3, E4a, E4b. */
  isBooked: boolean
  state: PartState
  due: number
  /** The sheet whose postings of this part stand (NORMAL, FEE); 'E15c' after the end of its waybill took it. */
  bookedOn: string | undefined
}

export interface Waybill {
  readonly id: string
  readonly branch: string
  readonly shipper: string
  readonly carrier: string
  /** The one its parts are paid to, when it is not the carrier itself. */
  payee: string
  readonly estimate: Amount
  readonly hasReceiptShare: boolean
  state: 'live' | 'moving' | 'signed' | 'finished' | 'cancelled' | 'void'
  /** Net after cuts (N), and agreed penalties (P). */
  net: Amount
  penalties: Amount
  /** Damage above the freight, booked with the first sheet (E13c). */
  claimAbove: Amount
  isAppealed: boolean
  /** Penalties that stand on 2241.02. */
  appealed: Amount
  /** Gross billed to the shipper, the tax in it, and the part of that tax an invoice has moved to 2221.05. */
  billed: Amount
  /** The part of the bill that compensation pays: it is not in the receivable (E13). */
  compensated: Amount
  tax: Amount
  invoiced: Amount
}

export interface SetOff {
  /** A debt, or a line below zero of the same sheet. */
  readonly from: 'debt' | 'line'
  readonly id: string
  amount: Amount
}

export interface SheetLine {
  readonly part: string
  readonly waybill: string
  /** Frozen when the sheet is submitted. */
  payee: string
  cost: Amount
  penalty: Amount
  issued: Amount
  tax: Amount
  setOffs: SetOff[]
  setOff: Amount
  pay: Amount
  /** Damage above the freight that this line booked (E13c). */
  claim: Amount
  isPosted: boolean
  /** `moved`: a live child pays it; `removed`: given back. */
  result: 'none' | 'paid' | 'failed' | 'moved' | 'removed'
}

export type SheetKind = 'NORMAL' | 'ADVANCE' | 'FEE' | 'FAILURE'
export type SheetState =
  | 'draft'
  | 'submitted'
  | 'rejected'
  | 'approved'
  | 'voiding'
  | 'paying'
  | 'partial'
  | 'paid'
  | 'closed'
  | 'void'

export interface Sheet {
  readonly id: string
  readonly kind: SheetKind
  /** The kind of the first sheet of a chain of children: tells which account is paid. */
  readonly rootKind: SheetKind
  readonly parent: string | undefined
  readonly branch: string
  /** Empty on sheets of fees. */
  readonly shipper: string
  readonly carrier: string
  readonly maker: string
  /** The one a stand-in made it for. */
  readonly makerFor: string | undefined
  submitter: string
  approver: string
  payer: string
  asker: string
  state: SheetState
  lines: SheetLine[]
}

export type PaymentState = 'created' | 'sent' | 'unknown' | 'success' | 'failed' | 'returned' | 'cancelled'
export type Purpose = 'FREIGHT' | 'ADVANCE' | 'FEE' | 'REFUND' | 'RECEIPT_BACK'

export interface PaymentLine {
  readonly part: string
  readonly amount: Amount
  /** The way its money left the books: exactly one per success of the channel (invariant 29). */
  out: 'E7b' | 'E7l' | 'E7d' | undefined
}

export interface Payment {
  readonly id: string
  readonly purpose: Purpose
  readonly branch: string
  /** Sheet, refund or remittance it was made for. */
  readonly source: string
  /** The party on 2202.02, and the account its E7a took it from. */
  readonly party: string
  readonly debits: string
  readonly payee: string
  readonly amount: Amount
  readonly lines: readonly PaymentLine[]
  /** Two people behind it. */
  readonly by: readonly [string, string]
  state: PaymentState
  /** The channel says it is at work again on a payment that had failed: its lines wait. */
  isAsked: boolean
  /** Of refunds and remittances sent back: a late success came in by E7d. */
  isDouble: boolean
  proposal: { readonly state: 'success' | 'failed'; readonly by: string } | undefined
}

export type FactKind = 'SUCCESS' | 'FAILED' | 'RETURNED' | 'PROCESSING' | 'NOT_FOUND'

export interface Fact {
  readonly key: string
  readonly order: string
  readonly kind: FactKind
  readonly verdict: 'APPLIED' | 'SAME' | 'EXCEPTION'
}

export type ExceptionKind = 'LATE_SUCCESS' | 'LATE_FAILURE' | 'RETURNED' | 'AMOUNT_DIFF' | 'UNKNOWN_ORDER' | 'NOT_FOUND'
export type Resolution = 'succeeded' | 'failed' | 'returned' | 'wrongMessage'

export interface Exception {
  readonly id: string
  readonly kind: ExceptionKind
  readonly order: string
  state: 'open' | 'proposed' | 'resolved'
  proposal: { readonly resolution: Resolution; readonly by: string } | undefined
  resolution: Resolution | undefined
}

/** A receivable of a signed waybill, and the prepaid money that matched it. */
export interface Item {
  readonly waybill: string
  readonly branch: string
  readonly shipper: string
  readonly due: number
  amount: Amount
  open: Amount
  /** Of prepaid money (E2b), of a remittance straight (E2c, E2e). */
  matches: { readonly from: 'prepaid' | 'remittance'; amount: Amount }[]
}

export interface Debt {
  readonly id: string
  readonly branch: string
  readonly debtor: string
  /** Undefined: every sheet of the branch may take it. */
  readonly shipper: string | undefined
  readonly account: '1221.01' | '1221.02'
  readonly origin: 'SHEET' | 'ADVANCE' | 'DOUBLE' | 'CLAIM' | 'FEE'
  /** The sheet it came from, which has to end before another takes it. */
  readonly sheet: string | undefined
  readonly payee: string
  amount: Amount
  open: Amount
  writeOff: string | undefined
}

export interface Remittance {
  readonly id: string
  readonly branch: string
  readonly amount: Amount
  readonly registrar: string | undefined
  state: 'registered' | 'unclaimed' | 'posted' | 'returning' | 'returned'
}

export interface Refund {
  readonly id: string
  readonly branch: string
  readonly shipper: string
  readonly amount: Amount
  readonly asker: string
  approver: string
  state: 'asked' | 'approved' | 'paying' | 'paid' | 'failed' | 'rejected'
}

export interface Invoice {
  readonly id: string
  readonly waybills: readonly string[]
  /** Less what allowances have taken back. */
  tax: Amount
  isRed: boolean
}

export interface Turnover {
  debit: Amount
  credit: Amount
}

export interface Books {
  /** branch|account|party → debit less credit. */
  readonly accounts: ReadonlyMap<string, Amount>
  /** account|waybill → debit less credit, of lines that carry a waybill. */
  readonly byWaybill: ReadonlyMap<string, Amount>
  /** By account, of the books and of the vouchers. */
  readonly turnover: ReadonlyMap<string, Turnover>
  readonly vouchers: ReadonlyMap<string, Turnover>
  readonly waybills: ReadonlyMap<string, Waybill>
  readonly parts: ReadonlyMap<string, Part>
  readonly sheets: ReadonlyMap<string, Sheet>
  readonly payments: ReadonlyMap<string, Payment>
  readonly facts: ReadonlyMap<string, Fact>
  readonly exceptions: ReadonlyMap<string, Exception>
  readonly items: ReadonlyMap<string, Item>
  readonly debts: ReadonlyMap<string, Debt>
  readonly remittances: ReadonlyMap<string, Remittance>
  readonly refunds: ReadonlyMap<string, Refund>
  readonly invoices: ReadonlyMap<string, Invoice>
}
