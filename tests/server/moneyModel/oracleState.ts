// State of the money oracle: commands, answers, the journal of a step and the arithmetic of fen.
import type {
  Amount,
  Books,
  Debt,
  Exception,
  Fact,
  FactKind,
  Invoice,
  Item,
  Part,
  Payment,
  Refund,
  Remittance,
  Resolution,
  Sheet,
  Turnover,
  Waybill,
} from './books.ts'

export type PlanShares = Readonly<Record<'pre' | 'oil' | 'etc' | 'arrive' | 'receipt', number>>
export type DeductionCode = 'LOSS' | 'DAMAGE' | 'ROUND' | 'LATE' | 'FINE'
export type ClaimTarget =
  | { readonly to: 'prepaid'; readonly shipper: string; readonly amount: Amount }
  | { readonly to: 'item'; readonly waybill: string; readonly amount: Amount; readonly tail?: boolean }
  | { readonly to: 'debt'; readonly debt: string; readonly amount: Amount }

type OfWaybill = { waybill: string }
type OfSheet = { sheet: string; by: string }
type Signature = {
  waybill: string
  at: number
  shipperFreight: Amount
  carrierFreight: Amount
  deductions: readonly { readonly code: DeductionCode; readonly amount: Amount }[]
  /** Damage, and fines passed on, on the shipper's account. */
  compensation: Amount
  receiptWanted: boolean
  isAppealed: boolean
  fees: readonly { readonly releaser: string; readonly amount: Amount }[]
}

/** All commands, as data: a driver sends the same to the product. `by` and `second` are people. */
export interface Commands {
  // waybills
  makeWaybill: {
    id: string
    branch: string
    shipper: string
    carrier: string
    payee: string
    estimate: Amount
    plan: PlanShares
  }
  depart: OfWaybill
  setPayee: { waybill: string; payee: string }
  issue: { waybill: string; part: 'oil' | 'etc'; amount: Amount }
  recover: { waybill: string; part: 'oil' | 'etc'; amount: Amount }
  sign: Signature
  confirmReceipt: OfWaybill
  adjust: { waybill: string; amount: Amount }
  latePenalty: { waybill: string; amount: Amount }
  appealWon: OfWaybill
  appealLost: OfWaybill
  cancelWaybill: OfWaybill
  voidWaybill: OfWaybill
  // sheets
  makeSheet: {
    id: string
    kind: 'NORMAL' | 'ADVANCE' | 'FEE'
    parts: readonly string[]
    by: string
    actingFor?: string | undefined
  }
  submit: OfSheet
  takeBack: OfSheet
  reject: OfSheet
  approve: OfSheet
  pay: OfSheet
  removeLine: { sheet: string; part: string; by: string; second: string }
  makeFailure: { sheet: string; id: string; by: string }
  close: { sheet: string; by: string; second: string }
  voidSheet: OfSheet
  askVoid: OfSheet
  confirmVoid: OfSheet
  refuseVoid: OfSheet
  // payments and the channel
  send: { payment: string }
  cancelPayment: { payment: string }
  /** `isPastDay`: the bank's file of the day the order was sent is in. */
  fact: {
    key: string
    order: string
    kind: FactKind
    amount?: Amount | undefined
    fee?: Amount | undefined
    isPastDay?: boolean
  }
  proposeDecision: { payment: string; state: 'success' | 'failed'; by: string }
  confirmDecision: { payment: string; by: string }
  withdrawDecision: { payment: string; by: string }
  proposeResolution: { exception: string; resolution: Resolution; by: string }
  confirmResolution: { exception: string; by: string }
  refuseResolution: { exception: string; by: string }
  // money in, refunds, debts, stock, invoices
  remit: { id: string; branch: string; amount: Amount; registrar?: string | undefined }
  confirmRemittance: { remittance: string; by: string }
  claim: { remittance: string; targets: readonly ClaimTarget[]; by: string }
  returnRemittance: { remittance: string; by: string; second: string }
  askRefund: { id: string; branch: string; shipper: string; amount: Amount; by: string }
  approveRefund: { refund: string; by: string }
  rejectRefund: { refund: string; by: string }
  payRefund: { refund: string; by: string }
  askWriteOff: { debt: string; by: string }
  confirmWriteOff: { debt: string; by: string }
  refuseWriteOff: { debt: string; by: string }
  buyStock: { branch: string; stock: 'oil' | 'etc'; amount: Amount; by: string; second: string }
  transfer: { branch: string; amount: Amount; by: string; second: string; to?: 'bank' | 'channel' }
  invoice: { id: string; waybills: readonly string[] }
  redInvoice: { invoice: string }
  allowance: { waybill: string; amount: Amount }
}
export type CommandName = keyof Commands
export type Of<N extends CommandName> = { [K in N]: { readonly do: K } & Readonly<Commands[K]> }[N]
export type Command = Of<CommandName>

/** The reasons of refusals. */
export type Reason =
  | 'notFound'
  | 'exists'
  | 'wrongState'
  | 'samePerson'
  | 'badAmount'
  | 'tooMuch'
  | 'noStock'
  | 'noFunds'
  | 'inSheet'
  | 'mixed'
  | 'empty'
  | 'held'
  | 'liveChild'
  | 'booked'
  | 'invoiced'

export interface EntryLine {
  readonly account: string
  readonly party: string
  readonly waybill: string | undefined
  readonly debit: Amount
  readonly credit: Amount
}
export interface Entry {
  /** The number of the posting; `r` behind it: red. */
  readonly event: string
  readonly branch: string
  readonly source: string
  readonly lines: readonly EntryLine[]
}

export type Answer =
  | { readonly ok: true; readonly entries: readonly Entry[] }
  | { readonly ok: false; readonly why: Reason }

/** Wrong rules that can be planted into the oracle, each to be found by an invariant or a difference. */
export const faults = [
  'swallowLateSuccess',
  'payAgainAfterTimeout',
  'offsetOnlyAtSignature',
  'taxPerInvoice',
  'noRemainder',
  'releaseChildTwice',
  'redWithoutVoucher',
  'payeeReadAtPay',
  'firstByNumber',
  'dropMakerFor',
  'refuseUnknownNotice',
  'fuelCappedAtNet',
  'returnBooksTwice',
  'refundNotReserved',
  'penaltyCutsCost',
  'compensationCutsRevenue',
] as const
export type Fault = (typeof faults)[number]

export interface Config {
  /** VAT of what shippers are billed, and the input VAT expected of a carrier; basis points. */
  readonly saleVatBp: number
  readonly inputVatBp: (carrier: string) => number
  readonly estimateBase: 'NET' | 'GROSS'
  readonly lossOwner: 'SHIPPER' | 'HOUSE'
  /** Cuts known at the signature lower its estimates, or are left to the sheet of the last cash part. */
  readonly estimateCuts: 'AT_ONCE' | 'WITH_SHEET'
  /** Up to this a claim leaves as a tail (E2e). */
  readonly tailFen: Amount
  readonly shipperTermDays: number
  readonly carrierTermDays: number
  /** The reach of an open exception of a payment (OPEN 24). */
  readonly holds: 'PART' | 'SHEET'
  /** Fees fall due with the signature, or with the receipt where a share of the freight does. */
  readonly feesWait: 'SIGN' | 'RECEIPT'
  /** Refunds leave by an order of the channel, or are sent by people at the bank and stand on 2241.04 until then. */
  readonly refunds: 'CHANNEL' | 'BY_HAND'
  /** Fuel and tolls of a waybill that comes to nothing: a debt of the carrier, or back to the stock where nothing was used. */
  readonly endedFuel: 'DEBT' | 'STOCK'
  /** Late money of a line whose sheet was closed: an advance of its next sheet (E7l), or paid twice (E7d). */
  readonly lateOfClosed: 'ADVANCE' | 'DEBT'
  readonly fault?: Fault | undefined
}

export const defaultConfig: Config = {
  saleVatBp: 900,
  inputVatBp: () => 900,
  estimateBase: 'NET',
  lossOwner: 'SHIPPER',
  estimateCuts: 'AT_ONCE',
  tailFen: 100,
  shipperTermDays: 30,
  carrierTermDays: 15,
  holds: 'PART',
  feesWait: 'SIGN',
  refunds: 'CHANNEL',
  endedFuel: 'DEBT',
  lateOfClosed: 'ADVANCE',
}

export interface State extends Books {
  readonly config: Config
  readonly accounts: Map<string, Amount>
  readonly byWaybill: Map<string, Amount>
  readonly turnover: Map<string, Turnover>
  readonly vouchers: Map<string, Turnover>
  readonly waybills: Map<string, Waybill>
  readonly parts: Map<string, Part>
  readonly partsOf: Map<string, Part[]>
  readonly sheets: Map<string, Sheet>
  readonly payments: Map<string, Payment>
  readonly facts: Map<string, Fact>
  readonly exceptions: Map<string, Exception>
  readonly items: Map<string, Item>
  readonly debts: Map<string, Debt>
  readonly remittances: Map<string, Remittance>
  readonly refunds: Map<string, Refund>
  readonly invoices: Map<string, Invoice>
  /** Entries of the step under way. */
  said: Entry[]
  count: number
}

export const openState = (config: Config): State => ({
  config,
  accounts: new Map(),
  byWaybill: new Map(),
  turnover: new Map(),
  vouchers: new Map(),
  waybills: new Map(),
  parts: new Map(),
  partsOf: new Map(),
  sheets: new Map(),
  payments: new Map(),
  facts: new Map(),
  exceptions: new Map(),
  items: new Map(),
  debts: new Map(),
  remittances: new Map(),
  refunds: new Map(),
  invoices: new Map(),
  said: [],
  count: 0,
})

/** A refusal, or nothing when the command was done. */
export type Refusal = Reason | undefined

/** Reads what must be there: a gap is a fault of the oracle itself. */
export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the oracle lost a row')
  return value
}

export const isFaulty = (s: State, fault: Fault): boolean => s.config.fault === fault

const add = (map: Map<string, Amount>, key: string, amount: Amount): void => {
  const sum = (map.get(key) ?? 0) + amount
  if (!Number.isSafeInteger(sum)) throw new Error(`not whole fen: ${key} ${sum}`)
  map.set(key, sum)
}

/** Debit less credit of an account of a party. */
export const balance = (s: Books, branch: string, account: string, party = ''): Amount =>
  s.accounts.get(`${branch}|${account}|${party}`) ?? 0

export const dr = (account: string, party: string, amount: Amount, waybill?: string): EntryLine => ({
  account,
  party,
  waybill,
  debit: amount,
  credit: 0,
})
export const cr = (account: string, party: string, amount: Amount, waybill?: string): EntryLine => ({
  account,
  party,
  waybill,
  debit: 0,
  credit: amount,
})

/** The same lines in red: same side, negative. */
export const red = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map(line => ({ ...line, debit: 0 - line.debit, credit: 0 - line.credit }))

/** Books one entry: balanced, on a voucher. Lines of nothing are left out; an entry of nothing is none. */
export function post(s: State, event: string, branch: string, source: string, lines: readonly EntryLine[]): void {
  const used = lines.filter(({ debit, credit }) => debit !== 0 || credit !== 0)
  if (used.length === 0) return
  if (used.reduce((sum, { debit, credit }) => sum + debit - credit, 0) !== 0) throw new Error(`unbalanced: ${event}`)
  const books = isFaulty(s, 'redWithoutVoucher') && event === 'E7c' ? [s.turnover] : [s.turnover, s.vouchers]
  for (const { account, party, waybill, debit, credit } of used) {
    add(s.accounts, `${branch}|${account}|${party}`, debit - credit)
    if (waybill !== undefined) add(s.byWaybill, `${account}|${waybill}`, debit - credit)
    for (const book of books) {
      const sum = book.get(account) ?? { debit: 0, credit: 0 }
      book.set(account, { debit: sum.debit + debit, credit: sum.credit + credit })
    }
  }
  s.said.push({ event, branch, source, lines: used })
}

/** Tax inside a gross amount: gross less net, net rounded half up; the same with the other sign below zero. */
export function taxIn(gross: Amount, bp: number): Amount {
  const size = BigInt(Math.abs(gross))
  const whole = BigInt(10_000 + bp)
  const net = Number((size * 20_000n + whole) / (2n * whole))
  return Math.sign(gross) * (Math.abs(gross) - net) + 0
}

/** Shares of an amount cut down to whole fen, the last one in use takes the rest. */
export function splitByShares(s: State, total: Amount, shares: readonly number[]): Amount[] {
  const all = shares.reduce((sum, share) => sum + share, 0)
  const parts = shares.map(share => Number((BigInt(total) * BigInt(share)) / BigInt(all)))
  const last = shares.findLastIndex(share => share > 0)
  const rest = total - parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part, n) => (n === last && !isFaulty(s, 'noRemainder') ? part + rest : part))
}

/** Opens a debt by the entry that debits 1221, or lets the one of the same source grow. */
export function owe(s: State, debt: Omit<Debt, 'open' | 'writeOff'>): void {
  if (debt.amount === 0) return
  const known = s.debts.get(debt.id)
  // one that ended begins anew, behind the others
  if (known?.open === 0) {
    s.debts.delete(debt.id)
    s.debts.set(debt.id, { ...debt, amount: known.amount + debt.amount, open: debt.amount, writeOff: undefined })
  } else if (known) {
    known.amount += debt.amount
    known.open += debt.amount
  } else s.debts.set(debt.id, { ...debt, open: debt.amount, writeOff: undefined })
}

/** A debt of a sheet is taken, collected or given up once that sheet has ended. */
export function isRipe(s: State, debt: Debt): boolean {
  const state = debt.sheet === undefined ? 'paid' : must(s.sheets.get(debt.sheet)).state
  return state === 'paid' || state === 'closed'
}

/** Whether an amount can be asked for at all. */
export const isPositive = (amount: Amount): boolean => Number.isSafeInteger(amount) && amount > 0
